"""The form for cards that carry facts: typed games become a `WrittenSet`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.systems.profile import Hand
from rules.systems.sixteen_hands import SixteenHandsProfile
from scoring.desk.forms.cards import CardRow, CardsForm
from scoring.desk.forms.fields import PointsField, game_fields
from scoring.desk.forms.sets import SECOND_CALLER
from scoring.models import CardSet
from scoring.sets.facts.families import FAMILY_FIELDS, Facts
from scoring.sets.facts.games import mahjong_of
from scoring.sets.facts.rack import CHALLENGES
from scoring.sets.facts.two_of_one import TwoOfOne
from scoring.sets.judged import JudgedGame
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
from scoring.sets.words import WARNINGS, SetFault, fact_label, game_of_code
from tournament.models import EnteredBy
from tournament.refused import Fault
from tournament.words import in_words

SEAT_IN_GAME = re.compile(r"^g\d{1,2}-([A-D])-")
ONLY_ONE_MAHJONG = _("%(letter)s has game %(game)s’s mahjong already; only one player can.")


@dataclass(frozen=True)
class GameRow:
    """One game of the form: its fields by name without the game, those of each seat, and its judgement."""

    judged: JudgedGame
    fields: dict[str, forms.BoundField]
    seats: list[tuple[str, dict[str, forms.BoundField]]]
    entries: Mapping[str, Any]
    challenges: list[tuple[forms.BoundField, ...]]
    off_list: forms.BoundField
    faults: list[Fault]
    warnings: list[str]
    has_more: bool

    @property
    def number(self) -> int:
        return self.judged.number

    @property
    def points(self) -> dict[str, int]:
        """The points by letter that the facts give; empty unless the game can be scored."""
        return (self.judged.played.points if self.judged.played else None) or {}

    @property
    def lines(self) -> list[tuple[str, Any, dict[str, forms.BoundField], int | None]]:
        """Letter, player, fields and points of each seat."""
        return [
            (letter, self.entries[letter], fields, self.points.get(letter)) for letter, fields in self.seats
        ]

    @property
    def explained(self) -> list[tuple[str, int, list[str]]]:
        """Letter, points and reasons of each player with points in the game."""
        played = self.judged.played
        if played is None or played.points is None:
            return []
        return [
            (letter, points, reasons)
            for letter, points in played.points.items()
            if (reasons := [in_words(line) for line in played.lines if line.seat == letter])
        ]

    @property
    def has_ruled_points(self) -> bool:
        """Whether points can be typed for this game as a director rules them."""
        return any("award" in fields for _letter, fields in self.seats)

    @property
    def sum(self) -> int | None:
        played = self.judged.played
        return sum(played.points.values()) if played and played.points else None


class FactsForm(CardsForm):
    """The games of one table. Its own fields: "g1-won", "g1-A-hand", "first_east"."""

    grid_template, check_template = "scoring/desk/_facts_grid.html", "scoring/desk/_facts_check.html"
    TO_COME = frozenset(
        {
            "game-missing",
            "missing",
            "no-thrower",
            "exposures-needed",
            "total-missing",
            "unverified",
            "collector-missing",
            "first-east-missing",
        }
    )
    IN_GAME = re.compile(r"^(?:g|off-list-)(\d{1,2})(?:-(.+))?$")
    MOST_TOTAL = 99_999

    def _add_games(self) -> None:
        self.family = self.rules.profile.family
        self.fields["first_east"] = self._seat_field(
            _("First East"), [("", "?"), *self._seats()], widget=forms.Select(attrs={"class": "fact"})
        )
        if not self.desk_table.version and self.rules.asks_first_east:
            self.initial["first_east"] = self.rules.first_east
        stored = self.desk_table.written_set.games
        is_held = self.desk_table.state == CardSet.State.HELD
        for game in self.game_numbers:
            self.fields |= dict(game_fields(game, self.rules, self._seats()))
            if is_held or stored[game - 1].ruled:
                self.fields |= dict(self._ruled_fields(game))
            self.fields[f"off-list-{game}"] = forms.BooleanField(required=False)

    def _seats(self) -> list[tuple[str, str]]:
        """Letters with names; each name is isolated, so that right-to-left names leave the letter in front."""
        entries = self.desk_table.entries
        return [(letter, f"{letter} \u2068{entries[letter].name}\u2069") for letter in self.rules.letters]

    def _ruled_fields(self, game: int) -> Iterator[tuple[str, forms.Field]]:
        """Fields for the points of each seat, for rulings that no facts express."""
        for letter in self.rules.letters:
            name = f"g{game}-{letter}-award"
            field = PointsField(most=self.MOST_TOTAL, label=fact_label(name))
            field.widget.attrs |= {"class": "fact", "size": 5}
            yield name, field

    def _needed(self) -> Iterator[str]:
        first = FAMILY_FIELDS[self.family].FIRST
        yield from (f"g{game}-{first}" for game in self.game_numbers)
        yield from (name for name in super()._needed() if not name.endswith("-award"))

    def clean(self) -> dict[str, Any]:
        """Also refuses two callers of one error, and two players with a mahjong in one game."""
        super().clean()
        read = FAMILY_FIELDS[self.family].read
        for game in self.game_numbers:
            try:
                read(self._game_values(game), self.rules.letters)
            except TwoOfOne as two:
                pattern = ONLY_ONE_MAHJONG if self.lists_hands else SECOND_CALLER
                message = str(pattern) % {"letter": two.first, "game": game}
                self.add_error(f"g{game}-{two.field}", forms.ValidationError(message, "two-of-one"))
        return self.cleaned_data

    def faults(self) -> Iterator[Fault]:
        """The form's faults; those of a seat's field begin with its letter."""
        for fault in super().faults():
            seat = SEAT_IN_GAME.match(fault.field)
            yield Fault(fault.code, fault.field, f"{seat[1]}: {fault.message}") if seat else fault

    def _game_values(self, game: int) -> dict[str, Any]:
        prefix = f"g{game}-"
        return {
            name.removeprefix(prefix): value
            for name, value in self.cleaned_data.items()
            if name.startswith(prefix)
        }

    @cached_property
    def typed_set(self) -> WrittenSet:
        """The set as typed, without unreadable values."""
        if not self.is_bound:
            stored = self.desk_table.written_set
            by, east = self.initial["handed_in_by"], self.initial["first_east"]
            return WrittenSet(stored.cards, stored.games, by, east)
        self.is_valid()
        cleaned = self.cleaned_data
        cards = {
            letter: WrittenCard(
                points=tuple(cleaned.get(f"g{game}-{letter}-award") for game in self.game_numbers),
                total=cleaned.get(f"{letter}-total"),
                verified_by=cleaned.get(f"{letter}-verified", ""),
                left_after=self.left_after(letter),
                substitute=self.substitute(letter),
            )
            for letter in self.rules.letters
        }
        games = tuple(
            WrittenGame(
                off_list=bool(cleaned.get(f"off-list-{game}")),
                facts=self._facts(game),
                on_paper=self._on_paper(game),
            )
            for game in self.game_numbers
        )
        typed_set = WrittenSet(cards, games, cleaned.get("handed_in_by", ""), cleaned.get("first_east", ""))
        return self.with_rulings(typed_set)

    def _facts(self, game: int) -> Facts | None:
        try:
            facts: Facts | None = FAMILY_FIELDS[self.family].read(self._game_values(game), self.rules.letters)
        except TwoOfOne:
            return None
        return facts

    def _on_paper(self, game: int) -> dict[str, int]:
        points = {letter: self.cleaned_data.get(f"g{game}-{letter}-points") for letter in self.rules.letters}
        return {letter: number for letter, number in points.items() if number is not None}

    def _judged_beside(self, unread: set[str]) -> list[Fault]:
        """Also leaves out the faults of games with unreadable values."""
        unreadable = {match[1] for name in unread if (match := self.IN_GAME.match(name))}
        return [
            fault
            for fault in super()._judged_beside(unread)
            if not ((match := self.IN_GAME.match(fault.field)) and match[1] in unreadable)
        ]

    def _game_faults(self) -> Mapping[int, Fault]:
        first: dict[int, Fault] = {}
        for fault in self.all_faults:
            if match := self.IN_GAME.match(fault.field):
                first.setdefault(int(match[1]), fault)
        return first

    @cached_property
    def game_rows(self) -> list[GameRow]:
        """The games in order; also marks the faulty fields."""
        self.mark_faulty()
        return [self._game_row(game) for game in self.judgement.games]

    def _game_row(self, judged: JudgedGame) -> GameRow:
        prefix = f"g{judged.number}-"
        for name, field in self.fields.items():
            if name.startswith(prefix):
                field.widget.attrs["aria-describedby"] = f"said-{judged.number}"
        short = {name.removeprefix(prefix): self[name] for name in self.fields if name.startswith(prefix)}
        seats = [
            (letter, {name[2:]: bound for name, bound in short.items() if name.startswith(f"{letter}-")})
            for letter in self.rules.letters
        ]
        challenges = [
            tuple(short[f"{name}{row}"] for name in ("by", "of", "settled"))
            for row in range(1, CHALLENGES + 1)
            if f"by{row}" in short
        ]
        return self._with_answers(judged, short, seats, challenges)

    def _with_answers(
        self, judged: JudgedGame, short: dict[str, forms.BoundField], seats: Any, challenges: Any
    ) -> GameRow:
        faults = [
            Fault(fault.code, fault.field, capfirst(_in_its_game(fault)))
            for fault in self.shown_faults
            if (match := self.IN_GAME.match(fault.field))
            and int(match[1]) == judged.number
            and (fault.code == "hand-won-before" or not self._is_on_a_sheet(fault))
        ]
        codes = judged.played.warnings if judged.played else ()
        warnings = [str(WARNINGS.get(code, code)) for code in codes if code != "value-off-list"]
        warnings += [
            capfirst(_in_its_game(warning))
            for warning in self.warnings
            if (match := self.IN_GAME.match(warning.field)) and int(match[1]) == judged.number
        ]
        more = {"ruled", "claimed", "mistake", "override"} | {name for name in short if name[-1].isdigit()}
        more |= {name for name in short if name.endswith(("-hand", "-infraction", "-extra"))}
        return GameRow(
            judged=judged,
            fields=short,
            seats=seats,
            entries=self.desk_table.entries,
            challenges=challenges,
            off_list=self[f"off-list-{judged.number}"],
            faults=faults,
            warnings=warnings,
            has_more=any(short[name].value() for name in more & short.keys())
            or any((match := self.IN_GAME.match(fault.field)) and match[2] in more for fault in faults),
        )

    @cached_property
    def rows(self) -> list[CardRow]:
        """The cards in the order of the pile."""
        return [self.card_row(letter) for letter in self.rules.letters]

    def _card_faults(self, letter: str) -> list[Fault]:
        """With one sheet per player, includes the faults of the sheet's lines."""
        own = super()._card_faults(letter)
        lines = [fault for fault in self.shown_faults if self._is_on_a_sheet(fault, letter)]
        return [*lines, *own]

    def _is_on_a_sheet(self, fault: Fault, letter: str = "") -> bool:
        """Whether the fault is shown with a player's sheet; with `letter`, that player's."""
        seat = SEAT_IN_GAME.match(fault.field) if self.lists_hands and self.by_player else None
        return seat is not None and letter in ("", seat[1])

    @property
    def sheets(self) -> list[tuple[CardRow, list[tuple[int, dict[str, forms.BoundField], int | None]]]]:
        """Each card with its games: the number, the fields of its seat, and what they give."""
        return [
            (
                card,
                [
                    (game.number, dict(game.seats)[card.letter], game.points.get(card.letter))
                    for game in self.game_rows
                ],
            )
            for card in self.rows
        ]

    @property
    def by_player(self) -> bool:
        """Whether the set is typed sheet by sheet and not game by game."""
        return self.desk_table.tournament.entered_by == EnteredBy.PLAYER

    @property
    def ticks(self) -> tuple[str, ...]:
        """The fields of each player in a game of sixteen hands besides the hand."""
        profile = self.rules.profile
        return profile.ticks if isinstance(profile, SixteenHandsProfile) else ()

    @property
    def named_hands(self) -> list[Hand]:
        profile = self.rules.profile
        return (
            [hand for hand in profile.hands if hand.name] if isinstance(profile, SixteenHandsProfile) else []
        )

    @property
    def hands_won(self) -> Iterator[tuple[str, Any, list[tuple[int, str, str]]]]:
        """Letter, player, and for each of the sixteen hands its number, name, and the game it was won in."""
        profile = self.rules.profile
        names = (
            {hand.number: hand.name for hand in profile.hands}
            if isinstance(profile, SixteenHandsProfile)
            else {}
        )
        wins_here = self._wins_here()
        for letter, entry in self.desk_table.entries.items():
            earlier_wins = {
                hand: game_of_code(code, self.desk_table.tournament)
                for hand, code in self.rules.won.get(letter, {}).items()
            }
            games_by_hand = {**wins_here.get(letter, {}), **earlier_wins}
            yield (
                letter,
                entry,
                [(number, name, games_by_hand.get(str(number), "")) for number, name in names.items()],
            )

    def _wins_here(self) -> dict[str, dict[str, str]]:
        wins: dict[str, dict[str, str]] = {}
        for game in self.judgement.games:
            if game.played and game.played.points and (mahjong := mahjong_of(game.played.game)):
                game_name = gettext("game %(game)s of this set") % {"game": game.number}
                wins.setdefault(mahjong.seat, {}).setdefault(str(mahjong.hand), game_name)
        return wins

    @property
    def lists_hands(self) -> bool:
        """Whether each player has a list of hands to win (sixteen hands)."""
        return isinstance(self.rules.profile, SixteenHandsProfile)


def _in_its_game(fault: Fault) -> str:
    return fault.in_its_game if isinstance(fault, SetFault) else fault.message
