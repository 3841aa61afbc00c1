"""The part that both forms of the desk share: collector, totals, verifiers, faults."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from record.refused import FieldFault, Refused
from record.stamps import Stamp, StampField
from scoring.desk.forms.fields import PointsField, lazy_label
from scoring.desk.summary import TOGETHER, summary
from scoring.models import CardSet
from scoring.sets.judged import JudgedGame, Judgement, judge
from scoring.sets.places import FieldPlace, SetFault, as_text
from scoring.sets.queries import DeskTable, seats_changed
from scoring.sets.ruling import as_ruled
from scoring.sets.typed import Ruling, WrittenCard, WrittenGame, WrittenSet
from scoring.sets.words import FAULTS, DeskFault, fault_in_words
from tournament.players.fields import PlayerField

NOT_HERE = {"invalid_choice": _("Nobody sits at that letter of this table.")}


class FaultyForm(forms.Form):
    def faults(self) -> Iterator[FieldFault]:
        for name, errors in self.errors.as_data().items():
            for error in errors:
                yield FieldFault(error.code or "invalid", name, " ".join(map(str, error.messages)))

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
    faults: list[DeskFault]
    warnings: list[DeskFault]
    sum: int | None
    left_after: int | None
    substitute: Any


class CardsForm(StampedForm):
    """The cards of one table; each field has the name of its place.

    `TO_COME`: codes of faults that only mean that something is not typed yet.
    """

    grid_template: ClassVar[str]
    check_template: ClassVar[str]
    TO_COME: ClassVar[frozenset[str]]
    TOTAL_DIGITS: ClassVar[int]
    """How many more digits a total has than the number of a game."""

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
            label = gettext("%(letter)s, total as written") % names
            self._add(FieldPlace("total", letter), self._total_field(label))
            verifier_choices = [("", "?"), *((verifier, f"{verifier} ✓") for verifier in self.rules.letters)]
            label = gettext("%(letter)s, verified by") % names
            self._add(FieldPlace("verified", letter), self._seat_field(label, verifier_choices))
            leaving_choices = [
                (str(game), gettext("left after game %(game)s") % {"game": game})
                for game in self.game_numbers[:-1]
            ]
            choices = [("", gettext("played all games")), *leaving_choices]
            label = gettext("%(letter)s, left during the round") % names
            self._add(
                FieldPlace("left", letter), forms.ChoiceField(label=label, choices=choices, required=False)
            )
            substitute = PlayerField(
                label=gettext("%(letter)s, who played on") % names,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),  # this page has no list of all players
            )
            substitute.tournament = desk_table.tournament
            self._add(FieldPlace("substitute", letter), substitute)
        if not desk_table.version:
            self.initial["handed_in_by"] = desk_table.rules.collector

    def _total_field(self, label: Any = None) -> PointsField:
        profile = self.rules.profile
        return PointsField(
            most=(profile.most + 1) * 10**self.TOTAL_DIGITS - 1, unit=profile.unit, label=label
        )

    def _add(self, place: FieldPlace, field: forms.Field) -> None:
        field.label = field.label or lazy_label(place)
        self.fields[place.html_name] = field

    def _bound(self, place: FieldPlace) -> forms.BoundField:
        return self[place.html_name]

    def _typed(self, place: FieldPlace) -> Any:
        """The value as read; None where it cannot be."""
        return self.cleaned_data.get(place.html_name)

    def _seats(self) -> list[tuple[str, str]]:
        return [(letter, letter) for letter in self.rules.letters]

    def _seat_field(self, label: Any, choices: list[Any], **options: Any) -> forms.ChoiceField:
        return forms.ChoiceField(
            label=label, choices=choices, required=False, error_messages=NOT_HERE, **options
        )

    def _add_games(self) -> None:
        raise NotImplementedError

    def _needed(self) -> Iterator[str]:
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
            verified = FieldPlace("verified", letter).html_name
            if letter in new or data.get(verified) in new:
                data[verified] = ""
        return type(self)(data, desk_table=desk_table)

    @property
    def stamp_sent(self) -> Stamp:
        stamp: Stamp = self.cleaned_data["stamp"]
        return stamp

    @property
    def seen_seats(self) -> str:
        """The seats that the form was made for, as `DeskTable.seats`; "" if its stamp has none."""
        return str(self.stamp_sent.seen.get("seats") or "")

    @cached_property
    def reseated(self) -> list[FieldFault]:
        """A fault for each seat whose player changed since the page was made; none without seats in the stamp."""
        if "stamp" in self.errors or not self.seen_seats:
            return []
        return seats_changed(self.desk_table, self.seen_seats)

    def typed_for_nobody(self) -> list[FieldFault]:
        """Faults that repeat what was typed for letters that are empty now, because those have no fields any more."""
        values_by_letter: dict[str, list[str]] = {}
        for name, value in self.data.items():
            letter = FieldPlace.read(name).letter
            if letter and letter not in self.rules.letters and str(value).strip():
                values_by_letter.setdefault(letter, []).append(str(value).strip()[:20])
        message = gettext("Typed for seat %(letter)s, where nobody sits now: %(typed)s.")
        return [
            FieldFault("typed-for-nobody", "", message % {"letter": letter, "typed": ", ".join(values[:20])})
            for letter, values in values_by_letter.items()
        ]

    @property
    def game_numbers(self) -> range:
        return range(1, self.rules.games + 1)

    def clean(self) -> dict[str, Any]:
        """Refuses a form without all of `_needed`: it was cut off on the way."""
        if any(name not in self.data for name in self._needed()):
            message = gettext("Part of the form did not arrive. Reload the page; what you typed comes back.")
            raise forms.ValidationError(message, "half-sent")
        return self.cleaned_data

    @cached_property
    def typed_set(self) -> WrittenSet:
        """The set as typed, without unreadable values; an invalid form is never stored."""
        if not self.is_bound:
            of_set = (self.initial.get(name, "") for name in ("handed_in_by", "first_east"))
            return WrittenSet(self.desk_table.written_set.cards, self.desk_table.written_set.games, *of_set)
        self.is_valid()
        cards = {
            letter: WrittenCard(
                points=tuple(self._typed(self._number(letter, game)) for game in self.game_numbers),
                total=self._typed(FieldPlace("total", letter)),
                verified_by=self._typed(FieldPlace("verified", letter)) or "",
                left_after=self.left_after(letter),
                substitute=self.substitute(letter),
            )
            for letter in self.rules.letters
        }
        of_set = (self._typed(FieldPlace(name)) or "" for name in ("handed_in_by", "first_east"))
        return self.with_rulings(WrittenSet(cards, tuple(map(self._game, self.game_numbers)), *of_set))

    def _number(self, letter: str, game: int) -> FieldPlace:
        raise NotImplementedError

    def _game(self, game: int) -> WrittenGame:
        raise NotImplementedError

    def left_after(self, letter: str) -> int | None:
        games = self._typed(FieldPlace("left", letter))
        return int(games) if games else None

    def substitute(self, letter: str) -> int | None:
        entry = self._typed(FieldPlace("substitute", letter))
        return entry.number if entry else None

    @property
    def leavers(self) -> list[tuple[Any, ...]]:
        """Letter, player, and the fields that say after which game the player left, and who played on."""
        entries = self.desk_table.entries
        return [
            (
                letter,
                entries[letter],
                *(self._bound(FieldPlace(name, letter)) for name in ("left", "substitute")),
            )
            for letter in self.rules.letters
        ]

    @property
    def has_leavers(self) -> bool:
        return any(
            self.data.get(FieldPlace("substitute", letter).html_name) or card.left_after is not None
            for letter, card in self.typed_set.cards.items()
        )

    def with_rulings(self, typed_set: WrittenSet) -> WrittenSet:
        """The set with earlier rulings whose numbers are unchanged, and with new ones for points typed as ruled."""
        before = self.desk_table.written_set
        games = []
        for number, (game, old) in enumerate(zip(typed_set.games, before.games, strict=True), 1):
            is_same = typed_set.numbers(number) == before.numbers(number)
            is_typed = any(card.points[number - 1] is not None for card in typed_set.cards.values())
            is_ruled = self.rules.carries_facts and is_typed
            ruling = old.ruled if is_same and old.ruled else Ruling() if is_ruled else None
            games.append(msgspec.structs.replace(game, ruled=ruling))
        return msgspec.structs.replace(typed_set, games=tuple(games))

    @property
    def written_set(self) -> WrittenSet:
        return self.judgement.scored

    @property
    def corrected_numbers(self) -> list[dict[str, Any]]:
        """Numbers corrected while typing, as `SetVersion.corrected_numbers`; only the grid of numbers has them."""
        return []

    def faults(self) -> Iterator[DeskFault]:
        """The form's faults; those of a card's field begin with its label, those of a seat's with its letter."""
        for fault in super().faults():
            place = FieldPlace.read(fault.field)
            label = self.fields[fault.field].label if place.card else place.letter
            message = f"{label}: {fault.message}" if label else fault.message
            yield DeskFault(fault.code, fault.field, message, place, message)

    # -- What the rules say --------------------------------------------------------------------------------------

    @cached_property
    def judgement(self) -> Judgement:
        """The judgement of the set as typed; of a held set, as a director rules on it."""
        judgement = judge(self.typed_set, self.rules)
        return as_ruled(judgement) if self.desk_table.state == CardSet.State.HELD else judgement

    @cached_property
    def all_faults(self) -> list[DeskFault]:
        """The unreadable values, then the faults of the judgement in other fields."""
        if not self.is_bound and self.desk_table.written_set.is_blank:
            return []
        return self.blocking_faults

    def _judged_beside(self, unread: set[FieldPlace]) -> list[DeskFault]:
        return [self._in_words(fault) for fault in self.judgement.faults if fault.place not in unread]

    def _in_words(self, fault: SetFault) -> DeskFault:
        return fault_in_words(fault, self.desk_table.tournament)

    @cached_property
    def warnings(self) -> list[DeskFault]:
        return list(map(self._in_words, self.judgement.warnings))

    @property
    def attempted(self) -> bool:
        """Whether somebody has tried to settle the set; from then on, values not typed yet are faults."""
        if self.is_bound:
            return self.data.get("do") in ("accept", "rule") or bool(self.data.get("attempted"))
        return not self.desk_table.written_set.is_blank

    @cached_property
    def shown_faults(self) -> list[DeskFault]:
        """The faults to show now; before an attempt to settle the set, without those in `TO_COME`."""
        return [fault for fault in self.all_faults if self.attempted or fault.code not in self.TO_COME]

    @property
    def faulty_fields(self) -> str:
        return " ".join(sorted({fault.field for fault in self.shown_faults if fault.field}))

    @property
    def blocking_faults(self) -> list[DeskFault]:
        """Everything that prevents acceptance, values not typed yet included."""
        unread = list(self.faults()) if self.is_bound else []
        return unread + self._judged_beside({fault.place for fault in unread})

    @property
    def blocking_fields(self) -> str:
        """The names of the fields to mark when somebody tries to settle the set."""
        return " ".join(sorted({fault.field for fault in self.blocking_faults if fault.field}))

    @property
    def acceptable(self) -> bool:
        return (not self.is_bound or self.is_valid()) and self.judgement.acceptable

    @property
    def summary(self) -> list[FieldFault]:
        """`blocking_faults` in as few sentences as possible."""
        return list(summary(self.blocking_faults))

    @property
    def unverified_words(self) -> dict[str, str]:
        """Patterns for sentences that the browser makes about unverified cards; "%s" stands for their letters."""
        return {
            "one": str(FAULTS["unverified"]) % {"letter": "%s"},
            "several": str(TOGETHER["unverified"]) % {"several": "%s"},
            "and": get_text_list(["%s", "%t"], gettext("and")),
        }

    @property
    def general_faults(self) -> list[DeskFault]:
        return [fault for fault in self.shown_faults if not fault.place.card and not fault.place.its_game]

    def _game_faults(self) -> Mapping[int, DeskFault]:
        raise NotImplementedError

    @property
    def games(self) -> list[tuple[JudgedGame, DeskFault | None, forms.BoundField]]:
        """Each game as judged, its fault or None, and the field that confirms a hand off the list."""
        faults = self._game_faults()
        return [
            (game, faults.get(game.number), self._bound(FieldPlace("off-list", game=game.number)))
            for game in self.judgement.games
        ]

    # -- What the page shows -------------------------------------------------------------------------------------

    @property
    def offered(self) -> str:
        """ "A-verified=C B-verified=D": the verifiers to offer, given those typed already."""
        offered = self.rules.verifiers(self.typed_set)
        return as_text((FieldPlace("verified", letter), by) for letter, by in offered.items())

    def mark_faulty(self) -> None:
        for name in {fault.field for fault in self.shown_faults} & self.fields.keys():
            self.fields[name].widget.attrs["aria-invalid"] = "true"

    def card_row(self, letter: str) -> CardRow:
        offered = self.rules.verifiers(self.typed_set).get(letter, "")
        total, verified = (self._bound(FieldPlace(name, letter)) for name in ("total", "verified"))
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
            warnings=[warning for warning in self.warnings if warning.place.card == letter],
            sum=self.judgement.sums.get(letter),
            left_after=self.left_after(letter) if self.is_bound else None,
            substitute=self._typed(FieldPlace("substitute", letter)) if self.is_bound else None,
        )

    def _card_faults(self, letter: str) -> list[DeskFault]:
        return [fault for fault in self.shown_faults if fault.place.card == letter]
