"""What both forms of the desk have in common: who brought the cards, their totals, who verified them, every fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.desk.forms.fields import PointsField
from scoring.desk.summary import TOGETHER, listed, summary
from scoring.sets.judged import JudgedGame, Judgement, judge
from scoring.sets.queries import TablePlace, seats_changed
from scoring.sets.typed import WrittenSet
from tournament.refused import Fault, Refused
from tournament.stamps import Stamp, StampField

BESIDE_CARD = re.compile(r"[A-D]-")
OF_LETTER = re.compile(r"(?:g[0-9]{1,2}-)?([A-D])-")
NOT_HERE = {"invalid_choice": _("Nobody sits at that letter of this table.")}


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


class StampedForm(FaultyForm):
    """A form about a table's set, with the version and the seats that its page was made from."""

    stamp = StampField()


@dataclass(frozen=True)
class CardRow:
    """One card as its row shows it: its numbers, its written total, who verified it, and what is wrong with it."""

    letter: str
    entry: Any
    points: tuple[int | None, ...]
    total: forms.BoundField
    verified: forms.BoundField
    offered: str
    faults: list[Fault]
    warnings: list[Fault]
    sum: int | None


class CardsForm(StampedForm):
    """The cards of one table. Field names: "handed_in_by", "A-total", "A-verified", "off-list-1", and each form's own.

    `TO_COME`: codes of faults that are only still to be typed. `IN_GAME`: fields of one game, its number the first
    group.
    """

    grid_template: ClassVar[str]
    check_template: ClassVar[str]
    TO_COME: ClassVar[frozenset[str]]
    IN_GAME: ClassVar[re.Pattern[str]]
    MOST_TOTAL: ClassVar[int]

    def __init__(self, data: Any = None, *, place: TablePlace) -> None:
        self.place, self.rules = place, place.rules
        super().__init__(data, initial={"stamp": place.stamp, **place.rules.fields(place.written)})
        by = [("", pgettext_lazy("who handed the cards in", "not said")), *self._seats()]
        self.fields["handed_in_by"] = self._seat_field(_("Handed in by"), by)
        self._add_games()
        for letter in self.rules.letters:
            said = {"letter": letter}
            self.fields[f"{letter}-total"] = PointsField(
                most=self.MOST_TOTAL, label=gettext("%(letter)s, total as written") % said
            )
            ticked = [("", "?"), *((verifier, f"{verifier} ✓") for verifier in self.rules.letters)]
            self.fields[f"{letter}-verified"] = self._seat_field(
                gettext("%(letter)s, verified by") % said, ticked
            )
        if not place.version:
            self.initial["handed_in_by"] = place.rules.collector

    def _seats(self) -> list[tuple[str, str]]:
        return [(letter, letter) for letter in self.rules.letters]

    def _seat_field(self, label: Any, choices: list[Any], **options: Any) -> forms.ChoiceField:
        return forms.ChoiceField(
            label=label, choices=choices, required=False, error_messages=NOT_HERE, **options
        )

    def _add_games(self) -> None:
        """Adds the fields of the games."""
        raise NotImplementedError

    def _needed(self) -> Iterator[str]:
        """The fields a browser sends however empty they are."""
        return (name for name, field in self.fields.items() if isinstance(field, PointsField))

    def carried_over(self, place: TablePlace) -> Self:
        """What was typed, in a form for the table as it stands now; for a player who is new there nothing is typed.

        Where somebody else has the seat of a card, or of who verified it, it is not verified yet.
        """
        empty = dict.fromkeys(type(self)(place=place)._needed(), "")
        data = QueryDict(mutable=True)
        data.update(empty)
        for name in self.data:
            data.setlist(name, self.data.getlist(name))  # type: ignore[attr-defined]  # as a request has it
        data["stamp"] = str(place.stamp)
        new = {seat[0] for seat in set(place.seats.split()) - set(self.seen_seats.split())}
        for letter in self.rules.letters:
            if letter in new or data.get(f"{letter}-verified") in new:
                data[f"{letter}-verified"] = ""
        return type(self)(data, place=place)

    @property
    def stamp_sent(self) -> Stamp:
        """The stamp of a form that was sent, and whose stamp can be read."""
        stamp: Stamp = self.cleaned_data["stamp"]
        return stamp

    @property
    def seen_seats(self) -> str:
        """Who sat at the table when the form was made; "" where it does not say so."""
        return str(self.stamp_sent.seen.get("seats") or "")

    @cached_property
    def reseated(self) -> list[Fault]:
        """The seats that changed since the form was made, as sentences; none where it does not say for whom it was."""
        if "stamp" in self.errors or not self.seen_seats:
            return []
        return seats_changed(self.place, self.seen_seats)

    def typed_for_nobody(self) -> list[Fault]:
        """What was typed for a letter at which nobody sits any more, as sentences: there is no field for it."""
        typed: dict[str, list[str]] = {}
        for name, value in self.data.items():
            letter = OF_LETTER.match(name)
            if letter and letter[1] not in self.rules.letters and str(value).strip():
                typed.setdefault(letter[1], []).append(str(value).strip()[:20])
        message = gettext("Typed for seat %(letter)s, where nobody sits now: %(typed)s.")
        return [
            Fault("typed-for-nobody", "", message % {"letter": letter, "typed": ", ".join(values[:20])})
            for letter, values in typed.items()
        ]

    @property
    def game_numbers(self) -> range:
        return range(1, self.rules.games + 1)

    def clean(self) -> dict[str, Any]:
        """A browser sends every field, empty ones too: where one is missing, the form did not arrive whole."""
        if any(name not in self.data for name in self._needed()):
            message = gettext(
                "The form did not arrive whole. Load the page again; what you typed comes back."
            )
            raise forms.ValidationError(message, "half-sent")
        return self.cleaned_data

    @cached_property
    def typed(self) -> WrittenSet:
        """The set as typed. What cannot be read is left out; a form that is not valid is never stored."""
        raise NotImplementedError

    @property
    def written(self) -> WrittenSet:
        """The set as typed, with the points its facts give."""
        return self.judgement.scored

    @property
    def mends(self) -> list[dict[str, Any]]:
        """Slips mended while typing, where the form keeps them."""
        return []

    def faults(self) -> Iterator[Fault]:
        """As of every form; what is wrong with a field of a card begins with its name."""
        for fault in super().faults():
            label = self.fields[fault.field].label if BESIDE_CARD.match(fault.field) else ""
            yield Fault(fault.code, fault.field, f"{label}: {fault.message}") if label else fault

    # -- What the rules say --------------------------------------------------------------------------------------

    @cached_property
    def judgement(self) -> Judgement:
        return judge(self.typed, self.rules)

    @cached_property
    def all_faults(self) -> list[Fault]:
        """What cannot be read, then what the rules say about the rest; what is unread is not missing as well."""
        if not self.is_bound and self.place.written.is_blank:
            return []
        return self.blocking_faults

    def _judged_beside(self, unread: set[str]) -> list[Fault]:
        return [fault for fault in self.judgement.faults if fault.field not in unread]

    @property
    def attempted(self) -> bool:
        """Whether somebody has tried to settle the set: then what is still missing is a fault, not just to come."""
        if self.is_bound:
            return self.data.get("do") in ("accept", "rule") or bool(self.data.get("attempted"))
        return not self.place.written.is_blank

    @cached_property
    def shown_faults(self) -> list[Fault]:
        """The faults to show now: while somebody is still typing, what is to come is not wrong yet."""
        return [fault for fault in self.all_faults if self.attempted or fault.code not in self.TO_COME]

    @property
    def faulty_fields(self) -> str:
        """The names of the faulty fields, for the browser to mark."""
        return " ".join(sorted({fault.field for fault in self.shown_faults if fault.field}))

    @property
    def blocking_faults(self) -> list[Fault]:
        """Everything that keeps the set from being accepted, what is only still to be typed included."""
        unread = list(self.faults()) if self.is_bound else []
        return unread + self._judged_beside({fault.field for fault in unread})

    @property
    def blocking_fields(self) -> str:
        """The names of the fields to mark once somebody tries to settle the set."""
        return " ".join(sorted({fault.field for fault in self.blocking_faults if fault.field}))

    @property
    def summary(self) -> list[Fault]:
        """What is in the way of the set in as few sentences as say it."""
        return list(summary(self.blocking_faults))

    @property
    def unverified_words(self) -> dict[str, str]:
        """What a browser says by itself of cards that nobody verified; "%s" stands for their letters."""
        return {
            "one": gettext("Nobody has verified %(letter)s’s card.") % {"letter": "%s"},
            "several": str(TOGETHER["unverified"][1]) % {"several": "%s"},
            "and": listed(["%s", "%t"]),
        }

    @property
    def general_faults(self) -> list[Fault]:
        """Faults that stand beside no card and under no game."""
        return [
            fault
            for fault in self.shown_faults
            if not BESIDE_CARD.match(fault.field) and not self.IN_GAME.match(fault.field)
        ]

    def _game_faults(self) -> Mapping[int, Fault]:
        """The fault that stands under each game that has one."""
        raise NotImplementedError

    @property
    def games(self) -> list[tuple[JudgedGame, Fault | None, forms.BoundField]]:
        """Each game as judged, its fault if it has one, and the field that confirms a hand off the list."""
        faults = self._game_faults()
        return [
            (game, faults.get(game.number), self[f"off-list-{game.number}"]) for game in self.judgement.games
        ]

    # -- What the page shows -------------------------------------------------------------------------------------

    @property
    def offered(self) -> str:
        """ "A-verified=C B-verified=D": who is offered as verifier, given what is said already."""
        offered = self.rules.verifiers(self.typed)
        return " ".join(f"{letter}-verified={by}" for letter, by in offered.items())

    def mark_faulty(self) -> None:
        for name in {fault.field for fault in self.shown_faults} & self.fields.keys():
            self.fields[name].widget.attrs["aria-invalid"] = "true"

    def card_row(self, letter: str) -> CardRow:
        """A card's part that both forms show alike."""
        offered = self.rules.verifiers(self.typed).get(letter, "")
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
            faults=self._card_faults(letter),
            warnings=[
                warning for warning in self.judgement.warnings if warning.field.startswith(f"{letter}-")
            ],
            sum=self.judgement.sums.get(letter),
        )

    def _card_faults(self, letter: str) -> list[Fault]:
        return [fault for fault in self.shown_faults if fault.field.startswith(f"{letter}-")]
