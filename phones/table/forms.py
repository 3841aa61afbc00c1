"""A finished game as questions to be answered in taps, made from the fields of its family as at the desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from phones.table.queries import TableNow, telling
from phones.table.words import HOW_IT_ENDED, OPTIONS, TICKS, question
from record.stamps import Stamp, StampField
from rules.systems.family import Field
from rules.systems.profile import Profile
from scoring.desk.forms.fields import ScoredField, SmallNumberField, game_fields
from scoring.desk.forms.sets import SECOND_CALLER
from scoring.sets.places import FieldPlace, TwoOfOne
from scoring.sets.typed import Facts, typing_of

NOT_ASKED = ("points", "text")
"""Kinds of fields that a phone does not ask: what stands on paper, and reasons of directors."""


@dataclass(frozen=True)
class Asked:
    """One question: its fields with letter and name, one or one for each seat. `is_won`: only where somebody won;
    `not_if`: by which answers to others it is not asked ("class=concealed from=picked").
    """

    name: str
    words: str
    is_rare: bool
    is_won: bool
    not_if: str
    fields: tuple[tuple[str, str, forms.BoundField], ...] = ()

    @property
    def is_buttons(self) -> bool:
        return isinstance(self.fields[0][2].field.widget, forms.RadioSelect)

    @property
    def other(self) -> str | None:
        """The value where it has no button, or ""; None where all values have one."""
        bound = self.fields[0][2]
        widget, value = bound.field.widget, str(bound.value() or "")
        if not isinstance(widget, ValueButtons):
            return None
        return "" if value in dict(widget.choices) else value


def questions(profile: Profile) -> list[Asked]:
    """What phones ask of a game, in the family's order, without fields."""
    family = telling(profile.family)
    not_asked: Mapping[str, str] = getattr(family, "not_asked", lambda _of: {})(profile)
    winning: frozenset[str] = getattr(family, "WINNING", frozenset())
    return [
        Asked(name := field.name, question(name), field.is_rare, name in winning, not_asked.get(name, ""))
        for field in profile.family.fields
        if field.kind not in NOT_ASKED
        and not field.of_director
        and (field.kind != "extras" or profile.extras)
    ]


class GameForm(forms.Form):
    """`game` may be entered already; `about` is what somebody finds different, at the letter `by`; it is asked `only`
    where nothing else depends on it. `reader`: the letter of whoever sees it.
    """

    stamp = StampField()

    def __init__(
        self, data: Any = None, *, now: TableNow, game: int, about: str = "", by: str = "", reader: str = ""
    ) -> None:
        self.now, self.game, self.about, self.reader = now, game, about, reader
        self.rules = now.desk_table.rules
        self.family = self.rules.profile.family
        stands = now.game(game)
        self.facts_now = facts = stands.written.facts if stands else None
        # Also beside what was refused: whoever sends it again has been told what is stored.
        self.next_stamp = Stamp(seen={"version": stands.version if stands else 0})
        initial: dict[str, Any] = {"stamp": self.next_stamp}
        written: Mapping[FieldPlace, str] = typing_of(self.family).write(facts, self.rules.letters)
        initial |= {place.html_name: text for place, text in written.items()}
        self.questions = questions(self.rules.profile)
        rare = {asked.name for asked in self.questions if asked.is_rare}
        self.has_rare = about in rare or any(text for place, text in written.items() if place.name in rare)
        depends = about in HOW_IT_ENDED or any(f"{about}=" in asked.not_if for asked in self.questions)
        self.only = "" if self.has_rare or depends else about
        if data is not None and self.only:
            data = data.copy()
            for place, text in written.items():
                if place.name != self.only:
                    data[place.html_name] = text
        super().__init__(data, initial=initial, auto_id=f"game-{game}{by}-%s")
        self.places: list[FieldPlace] = []
        names = {asked.name for asked in self.questions}
        for place, field in game_fields(0, self.rules, self._seats()):
            if place.name in names:
                self.places.append(FieldPlace(place.name, place.letter))
                self.fields[self.places[-1].html_name] = self._for_fingers(place.name, field)
        if self.asks_first_east:
            choices = [(letter, now.names[letter]) for letter in self.rules.letters]
            self.fields["first_east"] = forms.ChoiceField(choices=choices, widget=forms.RadioSelect)

    @property
    def asks_first_east(self) -> bool:
        return (
            self.rules.asks_first_east
            and not self.only
            and not (self.now.row.first_east or self.rules.first_east)
        )

    def _seats(self) -> list[tuple[str, str]]:
        """The reader's own seat first."""
        names = {**self.now.names}
        if self.reader in names:
            own = names.pop(self.reader)
            names = {self.reader: _("%(name)s (you)") % {"name": own}, **names}
        return list(names.items())

    def _of_family(self, name: str) -> Field:
        return next(field for field in self.family.fields if field.name == name)

    def _for_fingers(self, name: str, field: forms.Field) -> forms.Field:
        """The desk's field, with buttons in the place of its list."""
        asked, values = self._of_family(name), self.rules.profile.values
        if isinstance(field, ScoredField):
            hands = [
                (f"{kind}{hand.number}", f"{words} {hand.number} {hand.name}".strip())
                for kind, words in (("M", _("Mahjong")), ("F", _("Fishing")))
                for hand in self.rules.profile.hands
            ]
            field.widget = forms.Select(choices=[("", _("nothing")), *hands])
        elif isinstance(field, SmallNumberField) and values and not asked.of_seat and not asked.is_rare:
            field.widget = ValueButtons(choices=[(str(value), str(value)) for value in values])
        elif isinstance(field, forms.ChoiceField) and not asked.of_seat and not asked.is_rare:
            offered: Any = field.choices
            not_offered = ("", getattr(self.facts_now, "winner", "") if name == self.only == "from" else "")
            choices = [
                (value, OPTIONS.get(f"{name} {value}", words))
                for value, words in offered
                if value not in not_offered
            ]
            field.widget = forms.RadioSelect(choices=choices)
            field.choices = choices
        elif isinstance(field, forms.ChoiceField) and not asked.of_seat:
            offered = field.choices
            field.choices = [(value, self.now.names.get(value, words)) for value, words in offered]
        elif isinstance(field, forms.BooleanField) and name in TICKS:
            field.label, without = TICKS[name]
            if self.only:
                field.widget = forms.RadioSelect(choices=[("on", field.label), ("", without)])
        field.widget.attrs.pop("class", None)
        return field

    @cached_property
    def asked(self) -> list[Asked]:
        """The questions with their fields, one or one for each seat."""
        fields: dict[str, tuple[tuple[str, str, forms.BoundField], ...]] = {}
        for place in self.places:
            one = (place.letter, self.now.names.get(place.letter, ""), self[place.html_name])
            fields[place.name] = (*fields.get(place.name, ()), one)
        return [
            replace(asked, fields=fields[asked.name])
            for asked in self.questions
            if not self.only or asked.name == self.only
        ]

    @property
    def usual(self) -> list[Asked]:
        """What is different comes first."""
        usual = [asked for asked in self.asked if not asked.is_rare or asked.name == self.about]
        return sorted(usual, key=lambda asked: asked.name != self.about)

    @property
    def rare(self) -> list[Asked]:
        return [asked for asked in self.asked if asked.is_rare and asked.name != self.about]

    def hidden(self) -> Iterator[tuple[str, str]]:
        yield "game", str(self.game)
        if self.about:
            yield "about", self.about

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        values = {place: cleaned.get(place.html_name) for place in self.places}
        try:
            self.facts: Facts | None = typing_of(self.family).read(values, self.rules.letters)
        except TwoOfOne as two:
            message = str(SECOND_CALLER) % {"letter": self.now.names[two.first], "game": self.game}
            self.add_error(two.place.html_name, forms.ValidationError(message, "two-of-one"))
            return cleaned
        if self.facts is None and not self.errors:
            raise forms.ValidationError(_("Say how the game ended."), "nothing-said")
        return cleaned


class ValueButtons(forms.RadioSelect):
    """A button for each value of the event's card, and a field for any other."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return data.get(f"{name}-other") or data.get(name)
