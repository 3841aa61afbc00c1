"""The forms of the score desk: numbers as typed become a written set; nothing is saved here."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.game import Fault
from rules.profile import PointsProfile
from scoring.judging import JudgedGame, Judgement, judge, ordinary_numbers
from scoring.queries.sets import TablePlace
from scoring.written import INFRACTIONS, WrittenCard, WrittenGame, WrittenSet
from tournament.refused import Refused

MOST_POINTS, MOST_TOTAL = 999, 9_999
NUMBER = re.compile(r"^([-−–]?)\s*(\d{1,6})\s*([-−–]?)$")
MENDED = re.compile(r"([A-D])-(\d{1,2}|total):(-?\d{1,4})>(-?\d{1,4})")

GAME_FAULTS = frozenset({"impossible", "infraction-needed", "value-off-list"})

TO_COME = frozenset({"card-missing", "missing", "total-missing", "unverified", "collector-missing"})


class PointsField(forms.CharField):
    """A whole number as a hand writes it: the minus may stand before or after; empty is None."""

    def __init__(self, *, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(required=False, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        match = NUMBER.match(text)
        if not match or (match[1] and match[3]):
            raise forms.ValidationError(gettext("Type a whole number, such as 25 or -10."), "not-a-number")
        number = int(match[2]) * (-1 if match[1] or match[3] else 1)
        if abs(number) > self.most:
            message = gettext("Type a number from -%(most)s to %(most)s.") % {"most": self.most}
            raise forms.ValidationError(message, "out-of-range")
        return number

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # No inputmode: the number pad of a phone has no minus.
        return {
            "autocomplete": "off",
            "pattern": r"\s*[\-−–]?\s*\d+\s*[\-−–]?\s*",
            "maxlength": "8",
            "title": gettext("A whole number, such as 25 or -10"),
        }


_NOT_HERE = {"invalid_choice": _("Nobody sits at that letter of this table.")}
_TOO_LONG = {"max_length": _("That is too long: at most %(limit_value)s characters.")}


class FaultyForm(forms.Form):
    """A form whose errors can be said as faults, each with its field."""

    def faults(self) -> Iterator[Fault]:
        """What is wrong with the form itself, as faults beside their fields."""
        for name, errors in self.errors.as_data().items():
            for error in errors:
                yield Fault(error.code or "invalid", name, " ".join(map(str, error.messages)))

    def refuse_faults(self) -> None:
        """Raises Refused with everything that is wrong with the form; nothing when it is sound."""
        if not self.is_valid():
            raise Refused(self.faults())


class SubmissionForm(FaultyForm):
    """What every submission of the desk carries: the version it was made against, and a key of its own."""

    version = forms.IntegerField(
        min_value=0,
        widget=forms.HiddenInput,
        error_messages={"required": _("The form came without its version. Load the page again.")},
    )
    key = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        error_messages={
            "required": _("The form came without its key. Load the page again."),
            "invalid": _("The form came with a key that cannot be. Load the page again."),
        },
    )


@dataclass(frozen=True)
class Row:
    """One card of the grid, for the template."""

    letter: str
    entry: Any
    cells: list[forms.BoundField]
    marks: list[tuple[int, forms.BoundField, forms.BoundField]]
    total: forms.BoundField
    verified: forms.BoundField
    offered: str
    faults: list[Fault]
    warnings: list[Fault]
    sum: int | None


class SetForm(SubmissionForm):
    """The grid of one table. Field names: "A-1", "A-total", "A-verified", "A-1-dead", "A-1-infraction"."""

    grid_template, check_template = "scoring/_grid.html", "scoring/_check.html"
    script = "js/desk.js"

    mended = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, place: TablePlace) -> None:
        self.place = place
        profile = place.rules.profile
        infractions = profile.infractions if isinstance(profile, PointsProfile) else {}
        self.kinds = [kind for kind, answer in infractions.items() if isinstance(answer, int)]
        super().__init__(data, initial={"version": place.version, **place.written.fields()})
        self._add_fields()
        if not place.version:
            self.initial["handed_in_by"] = place.rules.collector

    def _add_fields(self) -> None:
        letters, games = self.place.rules.letters, range(1, self.place.rules.games + 1)
        by = [("", pgettext_lazy("who handed the cards in", "not said")), *((one, one) for one in letters)]
        self.fields["handed_in_by"] = forms.ChoiceField(
            label=_("Handed in by"), choices=by, required=False, error_messages=_NOT_HERE
        )
        kinds = [("", "—"), *((kind, INFRACTIONS[kind]) for kind in self.kinds)]
        for letter in letters:
            for game in games:
                label = gettext("%(letter)s, game %(game)s") % {"letter": letter, "game": game}
                self.fields[f"{letter}-{game}"] = PointsField(most=MOST_POINTS, label=label)
                self.fields[f"{letter}-{game}-dead"] = forms.BooleanField(
                    required=False, label=gettext("%(seat)s: dead hand") % {"seat": label}
                )
                self.fields[f"{letter}-{game}-infraction"] = forms.ChoiceField(
                    required=False, choices=kinds, label=gettext("%(seat)s: infraction") % {"seat": label}
                )
            total = gettext("%(letter)s, total as written") % {"letter": letter}
            self.fields[f"{letter}-total"] = PointsField(most=MOST_TOTAL, label=total)
            self.fields[f"{letter}-verified"] = forms.ChoiceField(
                required=False,
                label=gettext("%(letter)s, verified by") % {"letter": letter},
                choices=[("", "?"), *((one, f"{one} ✓") for one in letters)],
                error_messages=_NOT_HERE,
            )
        for game in games:
            self.fields[f"off-list-{game}"] = forms.BooleanField(required=False)
            self.fields[f"reading-{game}"] = forms.CharField(required=False, max_length=12)

    def clean(self) -> dict[str, Any]:
        """A browser sends every field, empty ones too: where one is missing, the form did not arrive whole."""
        sent = [name for name, field in self.fields.items() if isinstance(field, PointsField)]
        if any(name not in self.data for name in sent):
            message = gettext(
                "The form did not arrive whole. Load the page again; what you typed comes back."
            )
            raise forms.ValidationError(message, "half-sent")
        return self.cleaned_data

    @cached_property
    def written(self) -> WrittenSet:
        """The set as typed. What cannot be read as a number is left out; a form that is not valid is never stored."""
        if not self.is_bound:
            initial = self.place.written
            return WrittenSet(initial.cards, initial.games, self.initial["handed_in_by"])
        self.is_valid()
        said = self.cleaned_data
        letters, games = self.place.rules.letters, range(1, self.place.rules.games + 1)
        cards = {
            letter: WrittenCard(
                points=tuple(said.get(f"{letter}-{game}") for game in games),
                total=said.get(f"{letter}-total"),
                verified_by=said.get(f"{letter}-verified", ""),
            )
            for letter in letters
        }
        marks = [
            WrittenGame(
                infractions=tuple(
                    (letter, kind) for letter in letters if (kind := said.get(f"{letter}-{game}-infraction"))
                ),
                dead=tuple(letter for letter in letters if said.get(f"{letter}-{game}-dead")),
                off_list=bool(said.get(f"off-list-{game}")),
                chosen=said.get(f"reading-{game}", ""),
            )
            for game in games
        ]
        return WrittenSet(cards, tuple(marks), said.get("handed_in_by", ""))

    @cached_property
    def judgement(self) -> Judgement:
        return judge(self.written, self.place.rules)

    @cached_property
    def all_faults(self) -> list[Fault]:
        """What cannot be read, then what the rules say about the rest; unread fields are not missing as well."""
        unread = list(self.faults()) if self.is_bound else []
        named = {fault.field for fault in unread}
        nothing_typed = not self.is_bound and self.place.written.is_blank
        judged = () if nothing_typed else self.judgement.faults
        return unread + [fault for fault in judged if fault.field not in named]

    @property
    def mends(self) -> list[dict[str, Any]]:
        """Slips mended while typing that still hold: the number as first typed, and as it is now."""
        now = self.written.fields()
        return [
            {"seat": seat, "field": what, "was": int(was), "now": int(is_now)}
            for seat, what, was, is_now in MENDED.findall(self.cleaned_data.get("mended", ""))
            if now.get(f"{seat}-{what}") == is_now
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
    def numbers(self) -> str:
        """The numbers a card can have, for the browser to know when one is complete."""
        profile = self.place.rules.profile
        return " ".join(map(str, ordinary_numbers(profile))) if isinstance(profile, PointsProfile) else ""

    @property
    def offered(self) -> str:
        """ "A-verified=C B-verified=D": who is offered as verifier, given what is said already."""
        offered = self.place.rules.verifiers(self.written)
        return " ".join(f"{letter}-verified={by}" for letter, by in offered.items())

    @property
    def has_marks(self) -> bool:
        """Whether a dead hand or an infraction is marked anywhere."""
        return any(game.dead or game.infractions for game in self.written.games)

    @property
    def faulty_fields(self) -> str:
        """The names of the faulty fields, for the browser to mark."""
        return " ".join(sorted({fault.field for fault in self.shown_faults if fault.field}))

    @property
    def general_faults(self) -> list[Fault]:
        """Faults that stand beside no card and under no game."""
        beside = re.compile(r"[A-D]-|reading-|off-list-")
        return [fault for fault in self.shown_faults if not beside.match(fault.field)]

    @property
    def games(self) -> list[tuple[JudgedGame, Fault | None, forms.BoundField]]:
        """Each game as judged, its fault if it has one, and the field that confirms a hand off the list."""
        faults = {}
        for fault in self.all_faults:
            if fault.code in GAME_FAULTS:
                faults[int(fault.field.rsplit("-", 1)[1])] = fault
        return [
            (game, faults.get(game.number), self[f"off-list-{game.number}"]) for game in self.judgement.games
        ]

    @cached_property
    def rows(self) -> list[Row]:
        """The cards in the order of the pile, each with its faults; faulty fields are marked."""
        for name in {fault.field for fault in self.shown_faults} & self.fields.keys():
            self.fields[name].widget.attrs["aria-invalid"] = "true"
        offered = self.place.rules.verifiers(self.written)
        return [self._row(letter, offered.get(letter, "")) for letter in self.place.rules.letters]

    def _row(self, letter: str, offered: str) -> Row:
        games = range(1, self.place.rules.games + 1)
        for game in games:
            described = f"faults-{letter} reading-{game}"
            self.fields[f"{letter}-{game}"].widget.attrs |= {"class": "score", "aria-describedby": described}
        self.fields[f"{letter}-total"].widget.attrs |= {
            "class": "score score-total",
            "aria-describedby": f"faults-{letter}",
        }
        verified = self.fields[f"{letter}-verified"]
        verified.widget.attrs |= {"class": "verified", "data-offered": offered}
        verified.widget.choices = [("", f"{offered} ?"), *verified.choices[1:]]  # type: ignore[attr-defined]
        beside = [
            fault
            for fault in self.shown_faults
            if fault.field.startswith(f"{letter}-") and fault.code not in GAME_FAULTS
        ]
        return Row(
            letter=letter,
            entry=self.place.entries[letter],
            cells=[self[f"{letter}-{game}"] for game in games],
            marks=[
                (game, self[f"{letter}-{game}-dead"], self[f"{letter}-{game}-infraction"]) for game in games
            ],
            total=self[f"{letter}-total"],
            verified=self[f"{letter}-verified"],
            offered=offered,
            faults=beside,
            warnings=[one for one in self.judgement.warnings if one.field.startswith(f"{letter}-")],
            sum=self.judgement.sums.get(letter),
        )
