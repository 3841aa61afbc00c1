"""The part that both forms of the desk share: collector, totals, verifiers, faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.game import Fault as RulesFault
from scoring.desk.forms.fields import PointsField
from scoring.desk.summary import TOGETHER, listed, summary
from scoring.models import CardSet
from scoring.sets.judged import JudgedGame, Judgement, judge
from scoring.sets.queries import DeskTable, seats_changed
from scoring.sets.ruled import as_ruled
from scoring.sets.typed import Ruling, WrittenSet
from scoring.sets.words import FAULTS, fault_in_words
from tournament.players.fields import PlayerField
from tournament.refused import Fault, Refused
from tournament.stamps import Stamp, StampField

BESIDE_CARD = re.compile(r"[A-D]-")
OF_LETTER = re.compile(r"(?:g[0-9]{1,2}-)?([A-D])-")
NOT_HERE = {"invalid_choice": _("Nobody sits at that letter of this table.")}


class FaultyForm(forms.Form):
    """A form whose errors are also available as faults with their fields."""

    def faults(self) -> Iterator[Fault]:
        """The form's own errors as faults."""
        for name, errors in self.errors.as_data().items():
            for error in errors:
                yield Fault(error.code or "invalid", name, " ".join(map(str, error.messages)))

    def refuse_faults(self) -> None:
        """Raises Refused with all faults if the form is not valid."""
        if not self.is_valid():
            raise Refused(self.faults())


class StampedForm(FaultyForm):
    """A form about a table's set; its stamp has the version and the seats shown on its page."""

    stamp = StampField()


@dataclass(frozen=True)
class CardRow:
    """One card as a row of the form. `offered`: the letter that has to verify it. `sum`: the sum of its games.

    `left_after`: as typed, after which game the player left; `substitute`: the entry that played on, or None.
    """

    letter: str
    entry: Any
    points: tuple[int | None, ...]
    total: forms.BoundField
    verified: forms.BoundField
    offered: str
    faults: list[Fault]
    warnings: list[Fault]
    sum: int | None
    left_after: int | None
    substitute: Any


class CardsForm(StampedForm):
    """The cards of one table. Field names: "handed_in_by", "A-total", "A-verified", "off-list-1", and each form's
    own.

    `TO_COME`: codes of faults that only mean that something is not typed yet. `IN_GAME`: matches fields of a game;
    its first group is the game's number.
    """

    grid_template: ClassVar[str]
    check_template: ClassVar[str]
    TO_COME: ClassVar[frozenset[str]]
    IN_GAME: ClassVar[re.Pattern[str]]
    MOST_TOTAL: ClassVar[int]

    def __init__(self, data: Any = None, *, desk_table: DeskTable) -> None:
        self.desk_table, self.rules = desk_table, desk_table.rules
        super().__init__(
            data, initial={"stamp": desk_table.stamp, **desk_table.rules.fields(desk_table.written_set)}
        )
        by = [("", pgettext_lazy("who handed the cards in", "not said")), *self._seats()]
        self.fields["handed_in_by"] = self._seat_field(_("Handed in by"), by)
        self._add_games()
        for letter in self.rules.letters:
            names = {"letter": letter}
            self.fields[f"{letter}-total"] = PointsField(
                most=self.MOST_TOTAL, label=gettext("%(letter)s, total as written") % names
            )
            verifier_choices = [("", "?"), *((verifier, f"{verifier} ✓") for verifier in self.rules.letters)]
            self.fields[f"{letter}-verified"] = self._seat_field(
                gettext("%(letter)s, verified by") % names, verifier_choices
            )
            leaving_choices = [
                (str(game), gettext("left after game %(game)s") % {"game": game})
                for game in self.game_numbers[:-1]
            ]
            choices = [("", gettext("played all games")), *leaving_choices]
            self.fields[f"{letter}-left"] = forms.ChoiceField(
                label=gettext("%(letter)s, left during the round") % names, choices=choices, required=False
            )
            substitute = PlayerField(
                label=gettext("%(letter)s, who played on") % names,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),  # this page has no list of all players
            )
            substitute.tournament = desk_table.tournament
            self.fields[f"{letter}-substitute"] = substitute
        if not desk_table.version:
            self.initial["handed_in_by"] = desk_table.rules.collector

    def _seats(self) -> list[tuple[str, str]]:
        return [(letter, letter) for letter in self.rules.letters]

    def _seat_field(self, label: Any, choices: list[Any], **options: Any) -> forms.ChoiceField:
        return forms.ChoiceField(
            label=label, choices=choices, required=False, error_messages=NOT_HERE, **options
        )

    def _add_games(self) -> None:
        raise NotImplementedError

    def _needed(self) -> Iterator[str]:
        """The fields that a browser always sends, empty or not."""
        return (name for name, field in self.fields.items() if isinstance(field, PointsField))

    def carried_over(self, desk_table: DeskTable) -> Self:
        """A form with what this one has, for the table as it is seated now.

        A card is no longer verified if its seat or its verifier's has another player now.
        """
        empty = dict.fromkeys(type(self)(desk_table=desk_table)._needed(), "")
        data = QueryDict(mutable=True)
        data.update(empty)
        for name in self.data:
            data.setlist(name, self.data.getlist(name))  # type: ignore[attr-defined]  # as a request has it
        data["stamp"] = str(desk_table.stamp)
        new = {seat[0] for seat in set(desk_table.seats.split()) - set(self.seen_seats.split())}
        for letter in self.rules.letters:
            if letter in new or data.get(f"{letter}-verified") in new:
                data[f"{letter}-verified"] = ""
        return type(self)(data, desk_table=desk_table)

    @property
    def stamp_sent(self) -> Stamp:
        """The stamp of a submitted form; it must be readable."""
        stamp: Stamp = self.cleaned_data["stamp"]
        return stamp

    @property
    def seen_seats(self) -> str:
        """The seats that the form was made for, as `DeskTable.seats`; "" if its stamp has none."""
        return str(self.stamp_sent.seen.get("seats") or "")

    @cached_property
    def reseated(self) -> list[Fault]:
        """A fault for each seat whose player changed since the page was made; none without seats in the stamp."""
        if "stamp" in self.errors or not self.seen_seats:
            return []
        return seats_changed(self.desk_table, self.seen_seats)

    def typed_for_nobody(self) -> list[Fault]:
        """Faults that repeat what was typed for letters that are empty now, because those have no fields any more."""
        values_by_letter: dict[str, list[str]] = {}
        for name, value in self.data.items():
            letter = OF_LETTER.match(name)
            if letter and letter[1] not in self.rules.letters and str(value).strip():
                values_by_letter.setdefault(letter[1], []).append(str(value).strip()[:20])
        message = gettext("Typed for seat %(letter)s, where nobody sits now: %(typed)s.")
        return [
            Fault("typed-for-nobody", "", message % {"letter": letter, "typed": ", ".join(values[:20])})
            for letter, values in values_by_letter.items()
        ]

    @property
    def game_numbers(self) -> range:
        return range(1, self.rules.games + 1)

    def clean(self) -> dict[str, Any]:
        """Refuses a form without all of `_needed`: it was cut off on the way."""
        if any(name not in self.data for name in self._needed()):
            message = gettext(
                "The form did not arrive whole. Load the page again; what you typed comes back."
            )
            raise forms.ValidationError(message, "half-sent")
        return self.cleaned_data

    @cached_property
    def typed_set(self) -> WrittenSet:
        """The set as typed, without unreadable values; an invalid form is never stored."""
        raise NotImplementedError

    def left_after(self, letter: str) -> int | None:
        """How many games the player of this card played before leaving."""
        games = self.cleaned_data.get(f"{letter}-left")
        return int(games) if games else None

    def substitute(self, letter: str) -> int | None:
        """The number of the player who played on in this seat."""
        entry = self.cleaned_data.get(f"{letter}-substitute")
        return entry.number if entry else None

    @property
    def leavers(self) -> list[tuple[str, Any, forms.BoundField, forms.BoundField]]:
        """Letter, player, and the fields that say after which game the player left, and who played on."""
        entries = self.desk_table.entries
        return [
            (letter, entries[letter], self[f"{letter}-left"], self[f"{letter}-substitute"])
            for letter in self.rules.letters
        ]

    @property
    def has_leavers(self) -> bool:
        return any(self.data.get(f"{letter}-substitute") for letter in self.rules.letters) or any(
            card.left_after is not None for card in self.typed_set.cards.values()
        )

    def with_rulings(self, typed_set: WrittenSet) -> WrittenSet:
        """The set with earlier rulings whose numbers are unchanged, and with new ones for points typed as ruled."""
        before = self.desk_table.written_set
        games = []
        for number, (game, old) in enumerate(zip(typed_set.games, before.games, strict=True), 1):
            is_same = typed_set.numbers(number) == before.numbers(number)
            awards = (self.cleaned_data.get(f"g{number}-{letter}-award") for letter in self.rules.letters)
            is_ruled = any(points is not None for points in awards)
            ruling = old.ruled if is_same and old.ruled else Ruling() if is_ruled else None
            games.append(msgspec.structs.replace(game, ruled=ruling))
        return msgspec.structs.replace(typed_set, games=tuple(games))

    @property
    def written_set(self) -> WrittenSet:
        """The set as typed, with the points that its facts give."""
        return self.judgement.scored

    @property
    def corrected_numbers(self) -> list[dict[str, Any]]:
        """Numbers corrected while typing, as `SetVersion.corrected_numbers`; only the grid of numbers has them."""
        return []

    def faults(self) -> Iterator[Fault]:
        """The form's faults; those of a card's field begin with its label."""
        for fault in super().faults():
            label = self.fields[fault.field].label if BESIDE_CARD.match(fault.field) else ""
            yield Fault(fault.code, fault.field, f"{label}: {fault.message}") if label else fault

    # -- What the rules say --------------------------------------------------------------------------------------

    @cached_property
    def judgement(self) -> Judgement:
        """The judgement of the set as typed; of a held set, as a director rules on it."""
        judgement = judge(self.typed_set, self.rules)
        return as_ruled(judgement) if self.desk_table.state == CardSet.State.HELD else judgement

    @cached_property
    def all_faults(self) -> list[Fault]:
        """The unreadable values, then the faults of the judgement in other fields."""
        if not self.is_bound and self.desk_table.written_set.is_blank:
            return []
        return self.blocking_faults

    def _judged_beside(self, unread: set[str]) -> list[Fault]:
        return [self._in_words(fault) for fault in self.judgement.faults if fault.field not in unread]

    def _in_words(self, fault: RulesFault) -> Fault:
        return fault_in_words(fault, self.desk_table.tournament)

    @cached_property
    def warnings(self) -> list[Fault]:
        return list(map(self._in_words, self.judgement.warnings))

    @property
    def attempted(self) -> bool:
        """Whether somebody has tried to settle the set; from then on, values not typed yet are faults."""
        if self.is_bound:
            return self.data.get("do") in ("accept", "rule") or bool(self.data.get("attempted"))
        return not self.desk_table.written_set.is_blank

    @cached_property
    def shown_faults(self) -> list[Fault]:
        """The faults to show now; before an attempt to settle the set, without those in `TO_COME`."""
        return [fault for fault in self.all_faults if self.attempted or fault.code not in self.TO_COME]

    @property
    def faulty_fields(self) -> str:
        """The names of the faulty fields, for the browser to mark."""
        return " ".join(sorted({fault.field for fault in self.shown_faults if fault.field}))

    @property
    def blocking_faults(self) -> list[Fault]:
        """Everything that prevents acceptance, values not typed yet included."""
        unread = list(self.faults()) if self.is_bound else []
        return unread + self._judged_beside({fault.field for fault in unread})

    @property
    def blocking_fields(self) -> str:
        """The names of the fields to mark when somebody tries to settle the set."""
        return " ".join(sorted({fault.field for fault in self.blocking_faults if fault.field}))

    @property
    def acceptable(self) -> bool:
        """Whether every value can be read and nothing in the judgement prevents acceptance."""
        return (not self.is_bound or self.is_valid()) and self.judgement.acceptable

    @property
    def summary(self) -> list[Fault]:
        """`blocking_faults` in as few sentences as possible."""
        return list(summary(self.blocking_faults))

    @property
    def unverified_words(self) -> dict[str, str]:
        """Patterns for sentences that the browser makes about unverified cards; "%s" stands for their letters."""
        return {
            "one": str(FAULTS["unverified"]) % {"letter": "%s"},
            "several": str(TOGETHER["unverified"][1]) % {"several": "%s"},
            "and": listed(["%s", "%t"]),
        }

    @property
    def general_faults(self) -> list[Fault]:
        """Faults that belong to no card and no game."""
        return [
            fault
            for fault in self.shown_faults
            if not BESIDE_CARD.match(fault.field) and not self.IN_GAME.match(fault.field)
        ]

    def _game_faults(self) -> Mapping[int, Fault]:
        """The fault shown under each game, by its number."""
        raise NotImplementedError

    @property
    def games(self) -> list[tuple[JudgedGame, Fault | None, forms.BoundField]]:
        """Each game as judged, its fault or None, and the field that confirms a hand off the list."""
        faults = self._game_faults()
        return [
            (game, faults.get(game.number), self[f"off-list-{game.number}"]) for game in self.judgement.games
        ]

    # -- What the page shows -------------------------------------------------------------------------------------

    @property
    def offered(self) -> str:
        """ "A-verified=C B-verified=D": the verifiers to offer, given those typed already."""
        offered = self.rules.verifiers(self.typed_set)
        return " ".join(f"{letter}-verified={by}" for letter, by in offered.items())

    def mark_faulty(self) -> None:
        for name in {fault.field for fault in self.shown_faults} & self.fields.keys():
            self.fields[name].widget.attrs["aria-invalid"] = "true"

    def card_row(self, letter: str) -> CardRow:
        """The part of a card that both forms show."""
        offered = self.rules.verifiers(self.typed_set).get(letter, "")
        total, verified = self[f"{letter}-total"], self[f"{letter}-verified"]
        total.field.widget.attrs |= {"class": "score score-total", "aria-describedby": f"faults-{letter}"}
        verified.field.widget.attrs |= {"class": "verified", "data-offered": offered}
        verified.field.widget.choices = [("", f"{offered} ?"), *verified.field.widget.choices[1:]]
        return CardRow(
            letter=letter,
            entry=self.desk_table.entries[letter],
            points=self.written_set.cards[letter].points,
            total=total,
            verified=verified,
            offered=offered,
            faults=self._card_faults(letter),
            warnings=[warning for warning in self.warnings if warning.field.startswith(f"{letter}-")],
            sum=self.judgement.sums.get(letter),
            left_after=self.left_after(letter) if self.is_bound else None,
            substitute=self.cleaned_data.get(f"{letter}-substitute") if self.is_bound else None,
        )

    def _card_faults(self, letter: str) -> list[Fault]:
        return [fault for fault in self.shown_faults if fault.field.startswith(f"{letter}-")]
