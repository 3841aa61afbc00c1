"""A set of cards as written on paper and typed at the desk, and its JSON.

A game's `reading` and `facts` have the form that `rules.score` takes. Facts leave out what is not typed. A reading of
numbers has every field of its outcome; one of facts has the facts and the seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from rules.check.forms import facts_of
from rules.game import LETTERS, ErrorCall, Game
from rules.systems.family import Family
from rules.systems.profile import Profile
from scoring.sets.families.plain import Plain
from scoring.sets.places import FieldPlace

Facts = Any
"""What is typed of one game, whole or not: a game of the family of which any fact may be missing."""


@cache
def typing_of(family: Family) -> Any:
    """How games of this family are typed: FACTS, the type of facts, with the field that only a director decides in
    `directors`, and `exception`, why one was made; `first`, the field to begin with; `read` and its inverse `write`;
    `place_of`, the place of a fault.
    """
    return import_module(f"scoring.sets.families.{family.form}") if family.form else Plain(family)


class WrittenCard(msgspec.Struct, frozen=True):
    """One card: a number or None for each game, the written total, and the letter that verified it, "" if none.

    `left_after`: how many games the player played before leaving during the round; None for all.
    """

    points: tuple[int | None, ...]
    total: int | None = None
    verified_by: str = ""
    left_after: int | None = None
    substitute: int | None = None
    """The number of the player who played on in the seat."""

    def plays(self, game: int) -> bool:
        return self.left_after is None or self.substitute is not None or game <= self.left_after

    @property
    def is_whole(self) -> bool:
        return all(number is not None or not self.plays(game) for game, number in enumerate(self.points, 1))

    @property
    def is_blank(self) -> bool:
        return self.total is None and all(number is None for number in self.points)

    def values(self, letter: str, unit: int = 1) -> dict[FieldPlace, str]:
        return {
            FieldPlace("total", letter): as_typed(self.total, unit),
            FieldPlace("verified", letter): self.verified_by,
            FieldPlace("left", letter): as_typed(self.left_after),
            FieldPlace("substitute", letter): as_typed(self.substitute),
        }


class Ruling(msgspec.Struct, frozen=True):
    """Who ruled on a game and why; empty while the ruling is being typed."""

    by: str = ""
    reason: str = ""


class GameMarks(msgspec.Struct, frozen=True):
    """The marks of the desk beside the numbers of one game.

    `error`: a mah jongg in error, who called it and who showed the hand because of it; they are not in `dead`.
    `off_list`: the desk confirmed a hand value that is not on the event's list. `chosen`: the key of the reading that
    somebody chose. `on_paper`: with facts, the points that players wrote on their sheets, by letter, to compare with
    the result. `ruled`: a director ruled the numbers, which then need no reading.
    """

    infractions: tuple[tuple[str, str], ...] = ()
    extras: tuple[tuple[str, str], ...] = ()
    dead: tuple[str, ...] = ()
    error: ErrorCall | None = None
    off_list: bool = False
    chosen: str = ""
    on_paper: dict[str, int] = {}
    ruled: Ruling | None = None


class WrittenGame(GameMarks, frozen=True):
    """The marks of a game, the `reading` of an accepted set (the only or the chosen one), and the `facts` as typed,
    if the cards carry any, complete or not.
    """

    reading: Game | None = None
    facts: Facts | None = None

    def hand(self, letter: str) -> str:
        """The mark of this seat's hand, "dead", "called" or "shown"; "" if it has none."""
        if letter in self.dead:
            return "dead"
        if self.error is None:
            return ""
        return "called" if letter == self.error.caller else "shown" if letter in self.error.exposed else ""

    def kinds(self, letter: str) -> list[str]:
        return [kind for seat, kind in self.infractions if seat == letter]

    def extras_of(self, letter: str) -> list[str]:
        """The codes of this seat's extras, marked beside its number or among the facts."""
        marks = self.extras if self.facts is None else [(mark.seat, mark.code) for mark in self.facts.extras]
        return [code for seat, code in marks if seat == letter]

    def among(self, letters: Collection[str]) -> WrittenGame:
        error = self.error if self.error and self.error.caller in letters else None
        if error:
            error = ErrorCall(error.caller, tuple(letter for letter in error.exposed if letter in letters))
        return msgspec.structs.replace(
            self,
            dead=tuple(letter for letter in self.dead if letter in letters),
            error=error,
            infractions=tuple(mark for mark in self.infractions if mark[0] in letters),
            extras=tuple(mark for mark in self.extras if mark[0] in letters),
            on_paper={letter: points for letter, points in self.on_paper.items() if letter in letters},
        )


class WrittenSet(msgspec.Struct, frozen=True):
    """The cards of one table by letter, the marks of its games in order, and the letter that handed them in.

    `first_east`: the letter that became East first, by the dice, if that player signs the sheets; else "".
    """

    cards: dict[str, WrittenCard]
    games: tuple[WrittenGame, ...]
    handed_in_by: str = ""
    first_east: str = ""

    def numbers(self, game: int) -> dict[str, int | None]:
        """The numbers of this game, counted from 1, by letter, of the players who took part in it."""
        return {letter: card.points[game - 1] for letter, card in self.cards.items() if card.plays(game)}

    @property
    def is_blank(self) -> bool:
        return all(card.is_blank for card in self.cards.values()) and all(
            game.facts is None and not game.on_paper for game in self.games
        )

    def values(self, *, has_extras: bool = False) -> dict[FieldPlace, str]:
        values = {FieldPlace("handed_in_by"): self.handed_in_by}
        for letter, card in self.cards.items():
            for number, points in enumerate(card.points, 1):
                values[FieldPlace("", letter, number)] = as_typed(points)
            values |= card.values(letter)
            for number, marks in enumerate(self.games, 1):
                values[FieldPlace("hand", letter, number)] = marks.hand(letter)
                values[FieldPlace("infraction", letter, number)] = " ".join(marks.kinds(letter))
                if has_extras:
                    values[FieldPlace("extra", letter, number)] = " ".join(marks.extras_of(letter))
        for number, game in enumerate(self.games, 1):
            values[FieldPlace("off-list", game=number)] = "on" if game.off_list else ""
            values[FieldPlace("reading", game=number)] = game.chosen
        return values


def blank(letters: Sequence[str], games: int, handed_in_by: str = "", first_east: str = "") -> WrittenSet:
    return WrittenSet(
        cards={letter: WrittenCard(points=(None,) * games) for letter in letters},
        games=(WrittenGame(),) * games,
        handed_in_by=handed_in_by,
        first_east=first_east,
    )


def as_typed(number: int | None, unit: int = 1) -> str:
    """A number as somebody types it; one of points is a whole number of the `unit` of a profile."""
    return "" if number is None else f"{number}" if unit == 1 else f"{Decimal(number) / unit}"


# As JSON ------------------------------------------------------------------------------------------------------------


def to_data(written_set: WrittenSet, profile: Profile) -> dict[str, Any]:
    """A set as JSON, for `SetVersion.typed`; its "games" are `CardSet.games`."""
    data: dict[str, Any] = msgspec.to_builtins(written_set)
    for card in data["cards"].values():
        for name in ("left_after", "substitute"):
            if card[name] is None:
                del card[name]
    for game, stored_game in zip(written_set.games, data["games"], strict=True):
        if game.ruled is None:
            del stored_game["ruled"]
        if not game.extras:
            del stored_game["extras"]
        stored_game["facts"] = None if game.facts is None else msgspec.to_builtins(game.facts)
        stored_game["reading"] = None if game.reading is None else _reading_data(game, game.reading, profile)
    return data


def _reading_data(game: WrittenGame, reading: Game, profile: Profile) -> dict[str, Any]:
    if game.facts is None:
        return facts_of(reading, profile.system)
    return {**msgspec.to_builtins(typed_facts(reading, profile)), "seats": reading.seats}


def typed_facts(game: Game, profile: Profile) -> Facts:
    """The facts as the desk types them; the seats are the table's."""
    facts: Facts = msgspec.convert(msgspec.to_builtins(game), typing_of(profile.family).FACTS)
    return msgspec.structs.replace(facts, seats=LETTERS)


def from_data(data: Mapping[str, Any], profile: Profile) -> WrittenSet:
    return WrittenSet(
        cards=msgspec.convert(data["cards"], dict[str, WrittenCard]),
        games=games_from(data["games"], profile),
        handed_in_by=data["handed_in_by"],
        first_east=data.get("first_east", ""),
    )


def games_from(games: Iterable[Mapping[str, Any]], profile: Profile) -> tuple[WrittenGame, ...]:
    return tuple(_game_from(game, profile) for game in games)


def _game_from(data: Mapping[str, Any], profile: Profile) -> WrittenGame:
    marks = msgspec.convert(data, GameMarks)
    reading, facts = data.get("reading"), data.get("facts")
    if reading:
        fields = {name: value for name, value in reading.items() if name != "system"}
        reading = msgspec.convert(fields, profile.family.game)
    if facts:
        facts = msgspec.convert(facts, typing_of(profile.family).FACTS)
    return WrittenGame(**msgspec.structs.asdict(marks), reading=reading or None, facts=facts or None)


def fact_values(written_set: WrittenSet, profile: Profile, letters: Sequence[str]) -> dict[FieldPlace, str]:
    """A set with the facts of each game as values of the form's fields, empty ones included."""
    of_set = {FieldPlace(name): getattr(written_set, name) for name in ("handed_in_by", "first_east")}
    family, unit = profile.family, profile.unit
    asked = {field.name for field in family.fields if field.kind != "extras" or profile.extras}
    for number, game in enumerate(written_set.games, 1):
        facts: dict[FieldPlace, str] = typing_of(family).write(game.facts, letters)
        facts |= {
            FieldPlace("points", letter): as_typed(game.on_paper.get(letter), unit) for letter in letters
        }
        of_set |= {place.in_game(number): text for place, text in facts.items() if place.name in asked}
        of_set[FieldPlace("off-list", game=number)] = "on" if game.off_list else ""
        for letter, points in written_set.numbers(number).items():
            of_set[FieldPlace("award", letter).in_game(number)] = as_typed(points, unit) if game.ruled else ""
    for letter, card in written_set.cards.items():
        of_set |= card.values(letter, unit)
    return of_set
