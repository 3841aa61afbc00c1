"""The form fields of one game, by family, with exactly the choices that the rules know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.systems.payments import PaymentsProfile
from rules.systems.points import PointsProfile
from scoring.desk.forms.fields import InfractionsField
from scoring.sets.facts.labels import label_of
from scoring.sets.facts.rack import CHALLENGES, PICKED
from scoring.sets.facts.sixteen import SCORED
from scoring.sets.words import HANDS

if TYPE_CHECKING:
    from scoring.sets.table_rules import TableRules

MOST_VALUE = 995
LONGEST_REASON = 300


class ScoredField(forms.CharField):
    """ "M13" for mahjong with hand 13, "F4" for fishing with hand 4."""

    def to_python(self, value: Any) -> str:
        text = "".join(str(super().to_python(value) or "").upper().split())
        if text and not SCORED.match(text):
            message = _(
                "Type M or F and the number of the hand: M13 is mahjong with hand 13, F4 fishing with hand 4."
            )
            raise forms.ValidationError(message, "not-a-score")
        return text

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {
            "autocomplete": "off",
            "maxlength": "5",
            "autocapitalize": "characters",
            "class": "fact scored",
        }


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


def game_fields(number: int, rules: TableRules) -> Iterator[tuple[str, forms.Field]]:
    """The names and fields of one game at this table: "g1-won", "g1-A-hand"."""
    prefix = f"g{number}-"
    rack = isinstance(rules.profile, PointsProfile | PaymentsProfile)
    for name, field in _rack(rules) if rack else _sixteen(rules):
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


def _seats(rules: TableRules) -> list[tuple[str, str]]:
    return [(letter, letter) for letter in rules.letters]


def _rack(rules: TableRules) -> Iterator[tuple[str, forms.Field]]:
    profile = rules.profile
    pays = isinstance(profile, PaymentsProfile)
    ended = [
        ("wall", _("Wall")),
        ("unfinished", _("Time ran out")),
        ("error", _("Error: mah jongg in error")),
    ]
    thrown_in = [("thrown-in", _("Replayed: thrown in"))] if pays else []
    yield "won", _choice(*_seats(rules), *ended, *thrown_in)
    yield "value", SmallNumberField(most=MOST_VALUE)
    yield "from", _choice(*_seats(rules), (PICKED, _("Picked")))
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
            yield f"by{challenge}", _choice(*_seats(rules))
            yield f"of{challenge}", _choice(*_seats(rules))
            yield f"settled{challenge}", _choice(("upheld", _("upheld")), ("in-error", _("in error")))


def _sixteen(rules: TableRules) -> Iterator[tuple[str, forms.Field]]:
    ended = [("played", _("Played")), ("stale", _("Stale")), ("missed", _("Missed: not begun"))]
    yield "outcome", _choice(*ended)
    for letter in rules.letters:
        yield f"{letter}-scored", ScoredField(required=False)
        yield f"{letter}-bouquet", _tick()
        yield f"{letter}-flower", _tick()
        yield f"{letter}-kongs", SmallNumberField(most=9)
        yield f"{letter}-count", _tick()
    yield (
        "override",
        forms.CharField(
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.TextInput(attrs={"class": "fact reason", "autocomplete": "off"}),
            error_messages={"max_length": _("Use at most %(limit_value)s characters.")},
        ),
    )
