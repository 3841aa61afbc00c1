"""A set of cards as written on paper and typed at the desk, and its JSON.

A game's `reading` and `facts` have the form that `rules.score` takes. Facts leave out what is not typed. A reading of
numbers has every field of its outcome; one of facts has the facts and the seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from rules.check.forms import facts_of
from rules.game import ErrorCall, Game, PointsGame
from rules.systems.profile import Profile
from rules.systems.registry import FAMILIES
from scoring.sets.facts.families import FAMILY_FIELDS, Facts


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
        """Whether the player took part in this game, counted from 1."""
        return self.left_after is None or self.substitute is not None or game <= self.left_after

    @property
    def is_whole(self) -> bool:
        """Whether each game that the player took part in has a number."""
        return all(number is not None or not self.plays(game) for game, number in enumerate(self.points, 1))

    @property
    def is_blank(self) -> bool:
        return self.total is None and all(number is None for number in self.points)


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
        """The marks of these letters only."""
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
        """The numbers of this game, counted from 1, by letter of those who took part in it."""
        return {letter: card.points[game - 1] for letter, card in self.cards.items() if card.plays(game)}

    @property
    def is_blank(self) -> bool:
        return all(card.is_blank for card in self.cards.values()) and all(
            game.facts is None and not game.on_paper for game in self.games
        )

    def fields(self, *, has_extras: bool = False) -> dict[str, str]:
        """The set as values of the form's fields: "A-1", "A-total", "A-verified", "A-1-hand", ..."""
        values = {"handed_in_by": self.handed_in_by}
        for letter, card in self.cards.items():
            values |= {f"{letter}-{game}": _text(number) for game, number in enumerate(card.points, 1)}
            values[f"{letter}-total"] = _text(card.total)
            values[f"{letter}-verified"] = card.verified_by
            values[f"{letter}-left"] = _text(card.left_after)
            values[f"{letter}-substitute"] = _text(card.substitute)
            for number, game in enumerate(self.games, 1):
                values[f"{letter}-{number}-hand"] = game.hand(letter)
                values[f"{letter}-{number}-infraction"] = " ".join(game.kinds(letter))
                if has_extras:
                    values[f"{letter}-{number}-extra"] = " ".join(game.extras_of(letter))
        for number, game in enumerate(self.games, 1):
            values[f"off-list-{number}"] = "on" if game.off_list else ""
            values[f"reading-{number}"] = game.chosen
        return values


def blank(letters: Sequence[str], games: int, handed_in_by: str = "", first_east: str = "") -> WrittenSet:
    """A set in which nothing has been typed."""
    return WrittenSet(
        cards={letter: WrittenCard(points=(None,) * games) for letter in letters},
        games=(WrittenGame(),) * games,
        handed_in_by=handed_in_by,
        first_east=first_east,
    )


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


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
    if game.facts is None and isinstance(reading, PointsGame):
        return facts_of(reading, profile.system)
    facts = FAMILY_FIELDS[profile.family].FACTS
    values = msgspec.to_builtins(msgspec.convert(msgspec.to_builtins(reading), facts))
    return {**values, "seats": reading.seats}


def from_data(data: Mapping[str, Any], profile: Profile) -> WrittenSet:
    """The inverse of `to_data`."""
    return WrittenSet(
        cards=msgspec.convert(data["cards"], dict[str, WrittenCard]),
        games=games_from(data["games"], profile),
        handed_in_by=data["handed_in_by"],
        first_east=data.get("first_east", ""),
    )


def games_from(games: Iterable[Mapping[str, Any]], profile: Profile) -> tuple[WrittenGame, ...]:
    """The typed games, from `CardSet.games`."""
    return tuple(_game_from(game, profile) for game in games)


def _game_from(data: Mapping[str, Any], profile: Profile) -> WrittenGame:
    marks = msgspec.convert(data, GameMarks)
    reading, facts = data.get("reading"), data.get("facts")
    return WrittenGame(
        **msgspec.structs.asdict(marks),
        reading=_reading_from(reading, profile) if reading else None,
        facts=_facts_from(facts, profile) if facts else None,
    )


def _reading_from(data: Mapping[str, Any], profile: Profile) -> Game:
    fields = {name: value for name, value in data.items() if name != "system"}
    return msgspec.convert(fields, FAMILIES[profile.family].game)


def _facts_from(data: Mapping[str, Any], profile: Profile) -> Facts:
    facts: Facts = msgspec.convert(data, FAMILY_FIELDS[profile.family].FACTS)
    return facts
