"""The form for cards that carry points: a grid of numbers becomes a `WrittenSet`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import ErrorCall
from rules.systems.points import PointsProfile
from scoring.desk.forms.cards import CardRow, CardsForm
from scoring.desk.forms.fields import PointsField, extras_field, infractions_field
from scoring.sets.judged import ordinary_numbers
from scoring.sets.queries import DeskTable
from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
from scoring.sets.words import HANDS, short_marks
from tournament.refused import Fault

MOST_POINTS = 999
CORRECTED = re.compile(r"([A-D])-(\d{1,2}|total):(-?\d{1,4})>(-?\d{1,4})")
GAME_FAULTS = frozenset({"impossible", "contradicted", "infraction-needed", "value-off-list"})
SECOND_CALLER = _(
    "%(letter)s is marked as calling mah jongg in error in game %(game)s; only one player can have."
)
NO_CALLER = _("Say who called mah jongg in error; this player only showed the hand.")


@dataclass(frozen=True)
class SeatMarks:
    """The fields for the marks of one seat in one game."""

    game: int
    hand: forms.BoundField
    infraction: forms.BoundField
    extra: forms.BoundField | None


@dataclass(frozen=True)
class Row(CardRow):
    """One card of the grid, with its cells and marks."""

    cells: list[forms.BoundField]
    marks: list[SeatMarks]


class SetForm(CardsForm):
    """The grid of one table. Its own fields: "A-1", "A-1-hand", "A-1-infraction", "reading-1", "corrected"."""

    grid_template, check_template = "scoring/desk/_grid.html", "scoring/desk/_check.html"
    TO_COME = frozenset({"card-missing", "missing", "total-missing", "unverified", "collector-missing"})
    IN_GAME = re.compile(r"^(?:reading|off-list)-(\d{1,2})$")
    MOST_TOTAL = 9_999

    corrected = forms.CharField(
        required=False, max_length=1000, widget=forms.HiddenInput(attrs={"data-typed": ""})
    )

    def __init__(self, data: Any = None, *, desk_table: DeskTable) -> None:
        profile = desk_table.rules.profile
        infractions = profile.infractions if isinstance(profile, PointsProfile) else {}
        self.kinds = [kind for kind, answer in infractions.items() if answer != "dead"]
        super().__init__(data, desk_table=desk_table)

    def _add_games(self) -> None:
        for letter in self.rules.letters:
            for game in self.game_numbers:
                label = gettext("%(letter)s, game %(game)s") % {"letter": letter, "game": game}
                described = f"faults-{letter} reading-{game}"
                cell = PointsField(most=MOST_POINTS, label=label)
                cell.widget.attrs |= {"class": "score", "aria-describedby": described}
                self.fields[f"{letter}-{game}"] = cell
                self.fields[f"{letter}-{game}-hand"] = forms.ChoiceField(
                    required=False,
                    choices=[("", _("hand in play")), *HANDS.items()],
                    label=gettext("%(seat)s: dead hand or mah jongg in error") % {"seat": label},
                )
                self.fields[f"{letter}-{game}-infraction"] = infractions_field(
                    self.kinds, label=gettext("%(seat)s: infraction") % {"seat": label}
                )
                if extras := self.rules.profile.extras:
                    self.fields[f"{letter}-{game}-extra"] = extras_field(
                        extras, label=gettext("%(seat)s: extra") % {"seat": label}
                    )
        for game in self.game_numbers:
            self.fields[f"off-list-{game}"] = forms.BooleanField(required=False)
            self.fields[f"reading-{game}"] = forms.CharField(required=False, max_length=12)

    def clean(self) -> dict[str, Any]:
        """Also refuses two callers of one mah jongg in error, and hands exposed because of an error that nobody
        called.
        """
        super().clean()
        for game in self.game_numbers:
            callers, exposed = self._marked(game, "called"), self._marked(game, "shown")
            for letter in callers[1:] or (() if callers else exposed):
                message = str(SECOND_CALLER if callers else NO_CALLER) % {
                    "letter": "".join(callers[:1]),
                    "game": game,
                }
                self.add_error(f"{letter}-{game}-hand", forms.ValidationError(message, "one-caller"))
        return self.cleaned_data

    def _marked(self, game: int, hand: str) -> tuple[str, ...]:
        cleaned = self.cleaned_data
        return tuple(letter for letter in self.rules.letters if cleaned.get(f"{letter}-{game}-hand") == hand)

    @cached_property
    def typed_set(self) -> WrittenSet:
        if not self.is_bound:
            initial = self.desk_table.written_set
            return WrittenSet(initial.cards, initial.games, self.initial["handed_in_by"])
        self.is_valid()
        cleaned = self.cleaned_data
        cards = {
            letter: WrittenCard(
                points=tuple(cleaned.get(f"{letter}-{game}") for game in self.game_numbers),
                total=cleaned.get(f"{letter}-total"),
                verified_by=cleaned.get(f"{letter}-verified", ""),
                left_after=self.left_after(letter),
                substitute=self.substitute(letter),
            )
            for letter in self.rules.letters
        }
        games = tuple(map(self._marks, self.game_numbers))
        return self.with_rulings(WrittenSet(cards, games, cleaned.get("handed_in_by", "")))

    def _marks(self, game: int) -> WrittenGame:
        cleaned, callers = self.cleaned_data, self._marked(game, "called")
        return WrittenGame(
            infractions=tuple(
                (letter, kind)
                for letter in self.rules.letters
                for kind in cleaned.get(f"{letter}-{game}-infraction", ())
            ),
            extras=tuple(
                (letter, code)
                for letter in self.rules.letters
                for code in cleaned.get(f"{letter}-{game}-extra", ())
            ),
            dead=self._marked(game, "dead"),
            error=ErrorCall(callers[0], self._marked(game, "shown")) if callers else None,
            off_list=bool(cleaned.get(f"off-list-{game}")),
            chosen=cleaned.get(f"reading-{game}", ""),
        )

    @property
    def corrected_numbers(self) -> list[dict[str, Any]]:
        """Numbers corrected while typing and not changed since, as `SetVersion.corrected_numbers`."""
        now = self.typed_set.fields()
        return [
            {"seat": seat, "field": field, "was": int(was), "now": int(is_now)}
            for seat, field, was, is_now in CORRECTED.findall(self.cleaned_data.get("corrected", ""))
            if now.get(f"{seat}-{field}") == is_now
        ]

    @property
    def numbers(self) -> str:
        """The numbers a card can have; by them the browser recognises that a typed number is complete."""
        profile = self.rules.profile
        return " ".join(map(str, ordinary_numbers(profile))) if isinstance(profile, PointsProfile) else ""

    @property
    def short_marks(self) -> str:
        """The short marks for the browser: "dead=dead|called=in error|..."."""
        marks = short_marks() | {extra.code: extra.name for extra in self.rules.profile.extras}
        return "|".join(f"{mark}={words}" for mark, words in marks.items())

    @property
    def has_marks(self) -> bool:
        return any(
            game.dead or game.error or game.infractions or game.extras for game in self.typed_set.games
        )

    def _game_faults(self) -> Mapping[int, Fault]:
        return {
            int(fault.field.rsplit("-", 1)[1]): fault
            for fault in self.all_faults
            if fault.code in GAME_FAULTS
        }

    @cached_property
    def rows(self) -> list[Row]:
        """The cards in the order of the pile; also marks the faulty fields."""
        self.mark_faulty()
        return list(self._rows())

    def _rows(self) -> Iterator[Row]:
        for letter in self.rules.letters:
            marks = [
                SeatMarks(
                    game,
                    self[f"{letter}-{game}-hand"],
                    self[f"{letter}-{game}-infraction"],
                    self[f"{letter}-{game}-extra"] if self.rules.profile.extras else None,
                )
                for game in self.game_numbers
            ]
            cells = [self[f"{letter}-{game}"] for game in self.game_numbers]
            yield Row(**vars(self.card_row(letter)), cells=cells, marks=marks)

    def _card_faults(self, letter: str) -> list[Fault]:
        return [fault for fault in super()._card_faults(letter) if fault.code not in GAME_FAULTS]
