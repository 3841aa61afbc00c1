"""The form for cards that carry facts: typed games become a `WrittenSet`."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.systems.payments import CHALLENGES
from scoring.desk.forms.cards import CardRow, CardsForm
from scoring.desk.forms.fields import PointsField, game_fields
from scoring.desk.forms.sets import SECOND_CALLER
from scoring.models import CardSet
from scoring.sets.games import win_of
from scoring.sets.judged import JudgedGame
from scoring.sets.places import FieldPlace, TwoOfOne
from scoring.sets.typed import WrittenGame, typing_of
from scoring.sets.words import WARNINGS, DeskFault, game_of_code
from tournament.models import EnteredBy
from tournament.words import in_words

ONLY_ONE_MAHJONG = _("%(letter)s has game %(game)s’s mahjong already; only one player can.")


@dataclass(frozen=True)
class GameRow:
    """One game of the form: its fields by name, those of each seat, and its judgement."""

    judged: JudgedGame
    fields: dict[str, forms.BoundField]
    seats: list[tuple[str, dict[str, forms.BoundField]]]
    entries: Mapping[str, Any]
    challenges: list[tuple[forms.BoundField, ...]]
    off_list: forms.BoundField
    faults: list[DeskFault]
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
        return [
            (letter, self.entries[letter], fields, self.points.get(letter)) for letter, fields in self.seats
        ]

    @property
    def explained(self) -> list[tuple[str, int, list[str]]]:
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
        return any("award" in fields for _letter, fields in self.seats)

    @property
    def sum(self) -> int | None:
        played = self.judged.played
        return sum(played.points.values()) if played and played.points else None


class FactsForm(CardsForm):
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
    TOTAL_DIGITS = 2

    def _add_games(self) -> None:
        self.family = self.rules.profile.family
        self.fields["first_east"] = self._seat_field(
            _("First East"), [("", "?"), *self._seats()], widget=forms.Select(attrs={"class": "fact"})
        )
        if not self.desk_table.version and self.rules.asks_first_east:
            self.initial["first_east"] = self.rules.first_east
        stored = self.desk_table.written_set.games
        is_held = self.desk_table.state == CardSet.State.HELD
        self.facts: dict[int, list[FieldPlace]] = {}
        for game in self.game_numbers:
            placed = dict(game_fields(game, self.rules, self._seats()))
            if is_held or stored[game - 1].ruled:
                placed |= self._ruled_fields(game)
            self.facts[game] = list(placed)
            for place, field in placed.items():
                self._add(place, field)
            self._add(FieldPlace("off-list", game=game), forms.BooleanField(required=False))

    def _seats(self) -> list[tuple[str, str]]:
        """Letters with names; each name is isolated, so that right-to-left names leave the letter in front."""
        entries = self.desk_table.entries
        return [(letter, f"{letter} \u2068{entries[letter].name}\u2069") for letter in self.rules.letters]

    def _ruled_fields(self, game: int) -> dict[FieldPlace, PointsField]:
        fields = {self._number(letter, game): self._total_field() for letter in self.rules.letters}
        for field in fields.values():
            field.widget.attrs |= {"class": "fact", "size": 5}
        return fields

    def _needed(self) -> Iterator[str]:
        first = typing_of(self.family).first(self.rules.letters)
        yield from (first.in_game(game).html_name for game in self.game_numbers)
        yield from (name for name in super()._needed() if FieldPlace.read(name).name != "award")

    def clean(self) -> dict[str, Any]:
        """Also refuses two callers of one error, and two players with a mahjong in one game."""
        super().clean()
        read = typing_of(self.family).read
        for game in self.game_numbers:
            try:
                read(self._game_values(game), self.rules.letters)
            except TwoOfOne as two:
                pattern = ONLY_ONE_MAHJONG if self.lists_hands else SECOND_CALLER
                message = str(pattern) % {"letter": two.first, "game": game}
                self.add_error(
                    two.place.in_game(game).html_name, forms.ValidationError(message, "two-of-one")
                )
        return self.cleaned_data

    def _game_values(self, game: int) -> dict[FieldPlace, Any]:
        return {FieldPlace(place.name, place.letter): self._typed(place) for place in self.facts[game]}

    def _number(self, letter: str, game: int) -> FieldPlace:
        return FieldPlace("award", letter).in_game(game)

    def _game(self, game: int) -> WrittenGame:
        values, facts = self._game_values(game), None
        with suppress(TwoOfOne):
            facts = typing_of(self.family).read(values, self.rules.letters)
        points = {letter: values.get(FieldPlace("points", letter)) for letter in self.rules.letters}
        return WrittenGame(
            off_list=bool(self._typed(FieldPlace("off-list", game=game))),
            facts=facts,
            on_paper={letter: number for letter, number in points.items() if number is not None},
        )

    def _judged_beside(self, unread: set[FieldPlace]) -> list[DeskFault]:
        unreadable = {place.its_game for place in unread} - {0}
        return [fault for fault in super()._judged_beside(unread) if fault.place.its_game not in unreadable]

    def _game_faults(self) -> Mapping[int, DeskFault]:
        return {fault.place.its_game: fault for fault in reversed(self.all_faults)}

    @cached_property
    def game_rows(self) -> list[GameRow]:
        """The games in order; also marks the faulty fields."""
        self.mark_faulty()
        return [self._game_row(game) for game in self.judgement.games]

    def _game_row(self, judged: JudgedGame) -> GameRow:
        fields: dict[str, forms.BoundField] = {}
        seats: dict[str, dict[str, forms.BoundField]] = {letter: {} for letter in self.rules.letters}
        for place in self.facts[judged.number]:
            bound = self._bound(place)
            bound.field.widget.attrs["aria-describedby"] = f"said-{judged.number}"
            (seats[place.letter] if place.letter else fields)[place.name] = bound
        faults = [
            replace(fault, message=capfirst(fault.in_its_game))
            for fault in self.shown_faults
            if fault.place.its_game == judged.number
            and (fault.code == "hand-won-before" or not self._sheet(fault.place))
        ]
        codes = judged.played.warnings if judged.played else ()
        warnings = [str(WARNINGS.get(code, code)) for code in codes if code != "value-off-list"]
        warnings += [
            capfirst(warning.in_its_game)
            for warning in self.warnings
            if warning.place.its_game == judged.number
        ]
        rare = {field.name for field in self.family.fields if field.is_rare}
        more = [bound for box in (fields, *seats.values()) for name, bound in box.items() if name in rare]
        return GameRow(
            judged=judged,
            fields=fields,
            seats=list(seats.items()),
            entries=self.desk_table.entries,
            challenges=[tuple(fields[name] for name in names) for names in CHALLENGES if names[0] in fields],
            off_list=self._bound(FieldPlace("off-list", game=judged.number)),
            faults=faults,
            warnings=warnings,
            has_more=any(bound.value() for bound in more)
            or any(fault.place.name in rare for fault in faults),
        )

    @cached_property
    def rows(self) -> list[CardRow]:
        return [self.card_row(letter) for letter in self.rules.letters]

    def _card_faults(self, letter: str) -> list[DeskFault]:
        """With one sheet per player, includes the faults of the sheet's lines."""
        lines = [fault for fault in self.shown_faults if self._sheet(fault.place) == letter]
        return [*lines, *super()._card_faults(letter)]

    def _sheet(self, place: FieldPlace) -> str:
        """The letter of the player with whose sheet a fault of a game is shown; else ""."""
        return place.letter if place.is_fact and self.lists_hands and self.by_player else ""

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
        return self.desk_table.tournament.entered_by == EnteredBy.PLAYER

    @property
    def hands_won(self) -> Iterator[tuple[str, Any, list[tuple[int, str, str]]]]:
        """Letter, player, and for each of the sixteen hands its number, name, and the game it was won in."""
        names = {hand.number: hand.name for hand in self.rules.profile.hands}
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
            if game.played and game.played.points and (win := win_of(game.played.game, self.rules.profile)):
                game_name = gettext("game %(game)s of this set") % {"game": game.number}
                wins.setdefault(win.seat, {}).setdefault(str(win.hand), game_name)
        return wins

    @property
    def part(self) -> str:
        return f"scoring/desk/families/{self.family.form or 'plain'}.html"

    @property
    def lists_hands(self) -> bool:
        return bool(self.rules.profile.hands)
