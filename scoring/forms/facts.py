"""The score desk where cards carry facts: games as typed become a written set; nothing is saved here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.game import Fault
from rules.profile import SixteenHandsProfile
from scoring.facts.fields import game_fields
from scoring.facts.games import FAMILY_FIELDS, with_points
from scoring.facts.rack import CHALLENGES
from scoring.forms.sets import PointsField, SubmissionForm
from scoring.judging import JudgedGame, Judgement, judge
from scoring.queries.sets import TablePlace
from scoring.written import WrittenCard, WrittenGame, WrittenSet, blank

MOST_TOTAL = 99_999
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
SEAT_IN_GAME = re.compile(r"^g\d{1,2}-([A-D])-")
ONLY_ONE = (
    _("Only one player can have called mah jongg in error."),
    _("Somebody else has this game's mahjong; only one player can."),
)
_NOT_HERE = {"invalid_choice": _("Nobody sits at that letter of this table.")}
_WARNINGS = {
    "may-be-replayed": _(
        "Nobody scored: it may be played again if time allows, and the new game takes its place."
    ),
}


@dataclass(frozen=True)
class GameRow:
    """One game of the form: its fields by their short names, those of each seat, and what the rules say."""

    judged: JudgedGame
    fields: dict[str, forms.BoundField]
    seats: list[tuple[str, dict[str, forms.BoundField]]]
    challenges: list[tuple[forms.BoundField, ...]]
    off_list: forms.BoundField
    faults: list[Fault]
    warnings: list[str]
    has_more: bool

    @property
    def number(self) -> int:
        return self.judged.number

    @property
    def explained(self) -> list[tuple[str, int, list[str]]]:
        """Letter, points and reasons of everybody who gets or pays something."""
        played = self.judged.played
        if played is None or played.points is None:
            return []
        return [
            (letter, points, reasons)
            for letter, points in played.points.items()
            if (reasons := [line.message for line in played.lines if line.seat == letter])
        ]

    @property
    def sum(self) -> int | None:
        played = self.judged.played
        return sum(played.points.values()) if played and played.points else None


@dataclass(frozen=True)
class CardRow:
    """One card under the games: its computed numbers, its written total, and who verified it."""

    letter: str
    entry: Any
    points: tuple[int | None, ...]
    total: forms.BoundField
    verified: forms.BoundField
    offered: str
    faults: list[Fault]
    warnings: list[Fault]
    sum: int | None


class FactsForm(SubmissionForm):
    """The games of one table. Field names: "g1-won", "g1-A-hand", "A-total", "A-verified", "off-list-1"."""

    grid_template, check_template = "scoring/_facts_grid.html", "scoring/_facts_check.html"
    script = "js/facts.js"
    mends: tuple[()] = ()

    def __init__(self, data: Any = None, *, place: TablePlace) -> None:
        self.place, self.rules = place, place.rules
        self.family = place.rules.profile.family
        initial = {"version": place.version, **place.rules.fields(place.written)}
        super().__init__(data, initial=initial)
        self._add_fields()
        if not place.version:
            self.initial["handed_in_by"] = place.rules.collector

    def _add_fields(self) -> None:
        letters = self.rules.letters
        seats = [(letter, letter) for letter in letters]
        by = [("", pgettext_lazy("who handed the cards in", "not said")), *seats]
        self.fields["handed_in_by"] = forms.ChoiceField(
            label=_("Handed in by"), choices=by, required=False, error_messages=_NOT_HERE
        )
        self.fields["first_east"] = forms.ChoiceField(
            label=_("First East"),
            choices=[("", "?"), *seats],
            required=False,
            error_messages=_NOT_HERE,
            widget=forms.Select(attrs={"class": "fact"}),
        )
        for game in range(1, self.rules.games + 1):
            self.fields |= dict(game_fields(game, self.rules))
            self.fields[f"off-list-{game}"] = forms.BooleanField(required=False)
        for letter in letters:
            said = {"letter": letter}
            self.fields[f"{letter}-total"] = PointsField(
                most=MOST_TOTAL, label=gettext("%(letter)s, total as written") % said
            )
            self.fields[f"{letter}-verified"] = forms.ChoiceField(
                required=False,
                label=gettext("%(letter)s, verified by") % said,
                choices=[("", "?"), *((one, f"{one} ✓") for one in letters)],
                error_messages=_NOT_HERE,
            )

    def clean(self) -> dict[str, Any]:
        """What one field cannot know: that the form arrived whole, and that no two players hold one place."""
        first = FAMILY_FIELDS[self.family].FIRST
        sent = [f"g{game}-{first}" for game in range(1, self.rules.games + 1)]
        sent += [name for name, field in self.fields.items() if isinstance(field, PointsField)]
        if any(name not in self.data for name in sent):
            message = gettext(
                "The form did not arrive whole. Load the page again; what you typed comes back."
            )
            raise forms.ValidationError(message, "half-sent")
        read = FAMILY_FIELDS[self.family].read
        for game in range(1, self.rules.games + 1):
            try:
                read(self._said(game), self.rules.letters)
            except ValueError as field:
                message = str(ONLY_ONE[self.family == "sixteen-hands"])
                self.add_error(f"g{game}-{field}", forms.ValidationError(message, "two-of-one"))
        return self.cleaned_data

    def faults(self) -> Iterator[Fault]:
        """As of every form; what is wrong with one seat's field begins with the seat."""
        for fault in super().faults():
            seat = SEAT_IN_GAME.match(fault.field)
            yield Fault(fault.code, fault.field, f"{seat[1]}: {fault.message}") if seat else fault

    def _said(self, game: int) -> dict[str, Any]:
        prefix = f"g{game}-"
        return {
            name.removeprefix(prefix): value
            for name, value in self.cleaned_data.items()
            if name.startswith(prefix)
        }

    @cached_property
    def written(self) -> WrittenSet:
        """The set as typed, with the points its facts give; what cannot be read is left out."""
        if not self.is_bound:
            stored = self.place.written
            made = WrittenSet(stored.cards, stored.games, self.initial["handed_in_by"], stored.first_east)
            return with_points(made, self.rules)
        self.is_valid()
        said, empty = self.cleaned_data, blank(self.rules.letters, self.rules.games)
        cards = {
            letter: WrittenCard(card.points, said.get(f"{letter}-total"), said.get(f"{letter}-verified", ""))
            for letter, card in empty.cards.items()
        }
        games = tuple(
            WrittenGame(off_list=bool(said.get(f"off-list-{game}")), facts=self._facts(game))
            for game in range(1, self.rules.games + 1)
        )
        made = WrittenSet(cards, games, said.get("handed_in_by", ""), said.get("first_east", ""))
        return with_points(made, self.rules)

    def _facts(self, game: int) -> dict[str, Any] | None:
        try:
            facts: dict[str, Any] = FAMILY_FIELDS[self.family].read(self._said(game), self.rules.letters)
        except ValueError:
            return None
        return facts or None

    @cached_property
    def judgement(self) -> Judgement:
        return judge(self.written, self.rules)

    @cached_property
    def all_faults(self) -> list[Fault]:
        """What cannot be read, then what the rules say about the rest; a game that cannot be read is not missing."""
        unread = list(self.faults()) if self.is_bound else []
        named = {fault.field for fault in unread}
        unreadable = {match[1] for name in named if (match := IN_GAME.match(name))}
        if not self.is_bound and self.place.written.is_blank:
            return []
        return unread + [
            fault
            for fault in self.judgement.faults
            if fault.field not in named
            and not ((match := IN_GAME.match(fault.field)) and match[1] in unreadable)
        ]

    @property
    def attempted(self) -> bool:
        """Whether somebody has tried to settle the set: then what is still missing is a fault, not just to come."""
        if self.is_bound:
            return self.data.get("do") in ("accept", "rule") or bool(self.data.get("attempted"))
        return not self.place.written.is_blank

    @cached_property
    def shown_faults(self) -> list[Fault]:
        """The faults to show now: while somebody is still typing, what is to come is not wrong yet."""
        return [fault for fault in self.all_faults if self.attempted or fault.code not in TO_COME]

    @property
    def faulty_fields(self) -> str:
        """The names of the faulty fields, for the browser to mark."""
        return " ".join(sorted({fault.field for fault in self.shown_faults if fault.field}))

    @property
    def general_faults(self) -> list[Fault]:
        """Faults that stand beside no card and under no game."""
        beside = re.compile(r"[A-D]-")
        return [
            one for one in self.shown_faults if not beside.match(one.field) and not IN_GAME.match(one.field)
        ]

    @property
    def games(self) -> list[tuple[JudgedGame, Fault | None, forms.BoundField]]:
        """Each game as judged, its first fault if it has one, and the field that confirms a hand off the list."""
        first: dict[int, Fault] = {}
        for fault in self.all_faults:
            if match := IN_GAME.match(fault.field):
                first.setdefault(int(match[1]), fault)
        return [
            (game, first.get(game.number), self[f"off-list-{game.number}"]) for game in self.judgement.games
        ]

    @cached_property
    def game_rows(self) -> list[GameRow]:
        """The games in order, each with its fields and faults; faulty fields are marked."""
        for name in {fault.field for fault in self.shown_faults} & self.fields.keys():
            self.fields[name].widget.attrs["aria-invalid"] = "true"
        return [self._game_row(game) for game in self.judgement.games]

    def _game_row(self, judged: JudgedGame) -> GameRow:
        prefix = f"g{judged.number}-"
        for name, field in self.fields.items():
            if name.startswith(prefix):
                field.widget.attrs["aria-describedby"] = f"said-{judged.number}"
        short = {name.removeprefix(prefix): self[name] for name in self.fields if name.startswith(prefix)}
        seats = [
            (letter, {name[2:]: one for name, one in short.items() if name.startswith(f"{letter}-")})
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
        named = gettext("Game %(game)s: %(fault)s") % {"game": judged.number, "fault": ""}
        faults = [
            Fault(fault.code, fault.field, capfirst(fault.message.removeprefix(named)))
            for fault in self.shown_faults
            if (match := IN_GAME.match(fault.field)) and int(match[1]) == judged.number
        ]
        said = judged.played.warnings if judged.played else ()
        more = {"ruled", "claimed", "mistake", "override"} | {name for name in short if name[-1].isdigit()}
        more |= {name for name in short if name.endswith(("-hand", "-infraction"))}
        return GameRow(
            judged=judged,
            fields=short,
            seats=seats,
            challenges=challenges,
            off_list=self[f"off-list-{judged.number}"],
            faults=faults,
            warnings=[str(_WARNINGS.get(one, one)) for one in said if one != "value-off-list"],
            has_more=any(short[name].value() for name in more & short.keys())
            or any((match := IN_GAME.match(fault.field)) and match[2] in more for fault in faults),
        )

    @cached_property
    def rows(self) -> list[CardRow]:
        """The cards in the order of the pile."""
        offered = self.rules.verifiers(self.written)
        return [self._row(letter, offered.get(letter, "")) for letter in self.rules.letters]

    def _row(self, letter: str, offered: str) -> CardRow:
        total, verified = self[f"{letter}-total"], self[f"{letter}-verified"]
        total.field.widget.attrs |= {"class": "score score-total", "aria-describedby": f"faults-{letter}"}
        verified.field.widget.attrs |= {"class": "verified", "data-offered": offered}
        verified.field.widget.choices = [("", f"{offered} ?"), *verified.field.widget.choices[1:]]
        return CardRow(
            letter=letter,
            entry=self.place.entries[letter],
            points=self.written.cards[letter].points,
            total=total,
            verified=verified,
            offered=offered,
            faults=[fault for fault in self.shown_faults if fault.field.startswith(f"{letter}-")],
            warnings=[one for one in self.judgement.warnings if one.field.startswith(f"{letter}-")],
            sum=self.judgement.sums.get(letter),
        )

    @property
    def hands_won(self) -> Iterator[tuple[str, Any, list[tuple[int, str, str]]]]:
        """Letter, player, and of each of the sixteen hands: number, name, and the game in which it was won."""
        profile = self.rules.profile
        names = (
            {hand.number: hand.name for hand in profile.hands}
            if isinstance(profile, SixteenHandsProfile)
            else {}
        )
        here = self._won_here()
        for letter, entry in self.place.entries.items():
            won = {**here.get(letter, {}), **self.rules.won.get(letter, {})}
            yield (
                letter,
                entry,
                [(number, name, won.get(str(number), "")) for number, name in names.items()],
            )

    def _won_here(self) -> dict[str, dict[str, str]]:
        here: dict[str, dict[str, str]] = {}
        for game in self.judgement.games:
            if game.played and game.played.points and (won := (game.played.facts or {}).get("mahjong")):
                where = gettext("game %(game)s of this set") % {"game": game.number}
                here.setdefault(won["seat"], {}).setdefault(str(won["hand"]), where)
        return here

    @property
    def lists_hands(self) -> bool:
        """Whether each player has a list of hands to win with."""
        return isinstance(self.rules.profile, SixteenHandsProfile)
