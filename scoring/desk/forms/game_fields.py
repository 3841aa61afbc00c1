"""The form fields of one game, by family, with exactly the choices that the rules know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.systems.payments import PaymentsProfile
from rules.systems.points import PointsProfile
from rules.systems.profile import Hand
from rules.systems.sixteen_hands import SixteenHandsProfile
from scoring.desk.forms.fields import InfractionsField
from scoring.sets.facts.labels import label_of
from scoring.sets.facts.rack import CHALLENGES, PICKED
from scoring.sets.facts.sixteen import SCORED
from scoring.sets.words import HANDS

if TYPE_CHECKING:
    from scoring.sets.table_rules import TableRules

MOST_VALUE = 995
MOST_POINTS = 999
LONGEST_HAND_NAME = 60
LONGEST_REASON = 300


class ScoredField(forms.CharField):
    """ "M13" for mahjong with hand 13, "F4" for fishing with hand 4. The beginning of a hand's name does too."""

    def __init__(self, *, hands: Sequence[Hand], **options: Any) -> None:
        self.names = {hand.name.casefold(): hand.number for hand in hands if hand.name}
        super().__init__(**options)

    def to_python(self, value: Any) -> str:
        text = " ".join(str(super().to_python(value) or "").split())
        short = text.replace(" ", "").upper()
        if not text or SCORED.match(short):
            return short
        if text[0] in "MmFf" and self.names:
            return f"{text[0].upper()}{self._number(text[1:].strip())}"
        message = _(
            "Type M or F and the number of the hand: M13 is mahjong with hand 13, F4 fishing with hand 4."
        )
        raise forms.ValidationError(message, "not-a-score")

    def _number(self, name: str) -> int:
        prefix = name.casefold()
        if prefix in self.names:
            return self.names[prefix]
        numbers = [number for known, number in self.names.items() if prefix and known.startswith(prefix)]
        if len(numbers) == 1:
            return numbers[0]
        message = (
            _("More than one hand is called “%(name)s…”: %(numbers)s.")
            if numbers
            else _("No hand on the sheet is called “%(name)s”.")
        )
        values = {"name": name, "numbers": ", ".join(map(str, numbers))}
        raise forms.ValidationError(message % values, "not-a-hand")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = {
            "autocomplete": "off",
            "maxlength": str(LONGEST_HAND_NAME if self.names else 5),
            "autocapitalize": "characters",
            "spellcheck": "false",
            "class": "fact scored",
        }
        return attrs | ({"list": "hand-names"} if self.names else {})


class SmallNumberField(forms.IntegerField):
    """A whole number that can be left empty."""

    def __init__(self, *, most: int, **options: Any) -> None:
        message = _("Type a whole number from 0 to %(most)s.") % {"most": most}
        errors = {"invalid": message, "min_value": message, "max_value": message}
        widget = forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 4, "class": "fact"}
        )
        super().__init__(
            min_value=0, max_value=most, required=False, widget=widget, error_messages=errors, **options
        )


Choices = Sequence[tuple[str, str]]


def game_fields(number: int, rules: TableRules, seats: Choices) -> Iterator[tuple[str, forms.Field]]:
    """The names and fields of one game at this table: "g1-won", "g1-A-hand". `seats`: the letters with their names."""
    prefix = f"g{number}-"
    rack = isinstance(rules.profile, PointsProfile | PaymentsProfile)
    for name, field in _rack(rules, seats) if rack else _sixteen(rules):
        field.label = label_of(prefix + name)
        yield prefix + name, field


def _choice(*choices: tuple[str, Any], empty: str = "–") -> forms.ChoiceField:
    return forms.ChoiceField(
        required=False,
        choices=[("", empty), *choices],
        widget=forms.Select(attrs={"class": "fact"}),
        error_messages={"invalid_choice": _("Choose one of the list.")},
    )


def _tick() -> forms.BooleanField:
    return forms.BooleanField(required=False)


def _rack(rules: TableRules, seats: Choices) -> Iterator[tuple[str, forms.Field]]:
    profile = rules.profile
    pays = isinstance(profile, PaymentsProfile)
    ended = [
        ("wall", _("Wall")),
        ("unfinished", _("Time ran out")),
        ("error", _("Error: mah jongg in error")),
    ]
    thrown_in = [("thrown-in", _("Thrown in, not dealt again"))] if pays else []
    yield "won", _choice(*seats, *ended, *thrown_in)
    yield "value", SmallNumberField(most=MOST_VALUE)
    yield "from", _choice(*seats, (PICKED, _("Picked")))
    yield (
        "class",
        forms.ChoiceField(
            required=False,
            choices=[
                ("exposed", pgettext("hand class", "X exposed")),
                ("concealed", pgettext("hand class", "C concealed")),
                ("singles-and-pairs", pgettext("hand class", "S singles and pairs")),
            ],
            widget=forms.Select(attrs={"class": "fact"}),
        ),
    )
    if not pays:
        yield "exposures", _choice(*((str(count), str(count)) for count in range(5)))
    yield "jokerless", _tick()
    dead, *errors = HANDS.items()
    hands = [dead, ("after", _("dead on the winning throw")), *errors]
    for letter in rules.letters:
        yield f"{letter}-hand", _choice(*hands)
    if isinstance(profile, PointsProfile):
        kinds = [kind for kind, answer in profile.infractions.items() if answer != "dead"]
        for letter in rules.letters:
            infraction = InfractionsField(kinds=kinds)
            infraction.widget.attrs["class"] = "fact"
            yield f"{letter}-infraction", infraction
        yield "ruled", _choice(("wall", _("counts as a wall")), ("replay", _("played again")))
    if pays:
        yield "claimed", SmallNumberField(most=MOST_VALUE)
        yield (
            "mistake",
            _choice(("misnamed", _("misnamed the card")), ("out_of_turn", _("discarded out of turn"))),
        )
        for challenge in range(1, CHALLENGES + 1):
            yield f"by{challenge}", _choice(*seats)
            yield f"of{challenge}", _choice(*seats)
            yield f"settled{challenge}", _choice(("upheld", _("upheld")), ("in-error", _("in error")))


def _sixteen(rules: TableRules) -> Iterator[tuple[str, forms.Field]]:
    profile = rules.profile
    if not isinstance(profile, SixteenHandsProfile):
        raise TypeError(profile.family)
    ended = [("played", _("Played")), ("stale", _("Stale")), ("missed", _("Missed: not begun"))]
    yield "outcome", _choice(*ended)
    for letter in rules.letters:
        yield f"{letter}-scored", ScoredField(required=False, hands=profile.hands)
        yield f"{letter}-bouquet", _tick()
        yield f"{letter}-flower", _tick()
        yield f"{letter}-kongs", SmallNumberField(most=9)
        yield f"{letter}-count", _tick()
        points = SmallNumberField(most=MOST_POINTS)
        points.widget.attrs["class"] = "fact paper"
        yield f"{letter}-points", points
    yield (
        "override",
        forms.CharField(
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.TextInput(attrs={"class": "fact reason", "autocomplete": "off"}),
            error_messages={"max_length": _("Use at most %(limit_value)s characters.")},
        ),
    )
