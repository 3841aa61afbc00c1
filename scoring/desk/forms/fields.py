"""The form fields of the score desk: handwritten numbers, infractions, and those of a game entered by its facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.functional import lazy
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.game import INFRACTION_KINDS
from rules.systems.payments import PaymentsProfile
from rules.systems.points import PointsProfile
from rules.systems.profile import Extra, Hand
from rules.systems.sixteen_hands import SixteenHandsProfile
from scoring.sets.facts.rack import CHALLENGES, PICKED
from scoring.sets.facts.sixteen import SCORED
from scoring.sets.words import HANDS, fact_label, infraction_in_words

if TYPE_CHECKING:
    from scoring.sets.table_rules import TableRules

NUMBER = re.compile(r"^([-−–]?)\s*(\d{1,6})\s*([-−–]?)$")
MOST_VALUE = 995
MOST_POINTS = 999
LONGEST_HAND_NAME = 60
LONGEST_REASON = 300

# Looked up when shown: an accepted form has a hundred of them and shows none.
_lazy_infraction = lazy(infraction_in_words, str)
_lazy_label = lazy(fact_label, str)


class PointsField(forms.CharField):
    """A whole number with its minus before or after it, as players write it; empty is None."""

    def __init__(self, *, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(required=False, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        match = NUMBER.match(text)
        if not match or (match[1] and match[3]):
            raise forms.ValidationError(_("Type a whole number, such as 25 or -10."), "not-a-number")
        number = int(match[2]) * (-1 if match[1] or match[3] else 1)
        if abs(number) > self.most:
            message = _("Type a number from -%(most)s to %(most)s.") % {"most": self.most}
            raise forms.ValidationError(message, "out-of-range")
        return number

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # No inputmode: the number pad of a phone has no minus.
        return {
            "autocomplete": "off",
            "pattern": r"\s*[\-−–]?\s*\d+\s*[\-−–]?\s*",
            "maxlength": "8",
            "title": _("A whole number, such as 25 or -10"),
        }


class SeveralSelects(forms.Select):
    """A select for each choice made and an empty one; the value is the choices separated by blanks."""

    another: str = ""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        choices = data.getlist(name) if hasattr(data, "getlist") else [data.get(name) or ""]
        return " ".join(filter(None, choices))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = (value or "").split()
        attrs = {**(attrs or {}), "data-several": ""}
        lists = []
        is_full = len(chosen) + 1 >= len(list(self.choices))
        for index, choice in enumerate(chosen if is_full else [*chosen, ""]):
            if index:
                attrs = {**attrs, "id": f"id_{name}-{index + 1}", "aria-label": self.another}
            lists.append((super().render(name, choice, attrs, renderer),))
        return format_html_join(" ", "{}", lists)


class SeveralField(forms.Field):
    """Choices for one seat in one game as a tuple in the order chosen, each at most once."""

    widget = SeveralSelects

    def __init__(
        self, *, offered: Iterable[tuple[str, Any]], none: Any, another: Any, **options: Any
    ) -> None:
        super().__init__(required=False, **options)
        choices = list(offered)
        self.offered = frozenset(value for value, _words in choices)
        self.widget.choices = [("", none), *choices]
        self.widget.another = another

    def to_python(self, value: Any) -> tuple[str, ...]:
        chosen = tuple(dict.fromkeys((value or "").split()))
        if not self.offered.issuperset(chosen):
            raise forms.ValidationError(_("Choose one of the list."), "invalid_choice")
        return chosen


def infractions_field(kinds: Iterable[str], **options: Any) -> SeveralField:
    offered = frozenset(kinds)
    choices = [(kind, _lazy_infraction(kind)) for kind in INFRACTION_KINDS if kind in offered]
    return SeveralField(offered=choices, none=_("no infraction"), another=_("another infraction"), **options)


def extras_field(extras: Iterable[Extra], *, none: str = "", **options: Any) -> SeveralField:
    """The extras of the house that a seat has in a game, numbered as on the printed cards."""
    choices = [(extra.code, f"{number} {extra.name}") for number, extra in enumerate(extras, 1)]
    return SeveralField(offered=choices, none=none or _("no extra"), another=_("another extra"), **options)


def _facts_extras(rules: TableRules, *, none: str = "") -> Iterator[tuple[str, forms.Field]]:
    for letter in rules.letters if rules.profile.extras else ():
        extra = extras_field(rules.profile.extras, none=none)
        extra.widget.attrs["class"] = "fact"
        yield f"{letter}-extra", extra


class ScoredField(forms.CharField):
    """ "M13" for mahjong with hand 13, "F4" for fishing with hand 4, or the beginning of a hand's name."""

    def __init__(self, *, hands: Sequence[Hand], **options: Any) -> None:
        self.numbers = {hand.number for hand in hands}
        self.names = {hand.name.casefold(): hand.number for hand in hands if hand.name}
        super().__init__(**options)

    def to_python(self, value: Any) -> str:
        text = " ".join(str(super().to_python(value) or "").split())
        short = text.replace(" ", "").upper()
        if scored := SCORED.match(short):
            self._check_number(int(scored[2]))
        if not text or scored:
            return short
        if text[0] in "MmFf" and self.names:
            return f"{text[0].upper()}{self._number(text[1:].strip())}"
        message = _(
            "Type M or F and the number of the hand: M13 is mahjong with hand 13, F4 fishing with hand 4."
        )
        raise forms.ValidationError(message, "not-a-score")

    def _check_number(self, number: int) -> None:
        if number not in self.numbers:
            message = _("There is no hand %(number)s: the hands are numbered from %(first)s to %(last)s.")
            values = {"number": number, "first": min(self.numbers), "last": max(self.numbers)}
            raise forms.ValidationError(message % values, "not-a-hand")

    def _number(self, name: str) -> int:
        prefix = name.casefold()
        if prefix in self.names:
            return self.names[prefix]
        numbers = [number for name, number in self.names.items() if prefix and name.startswith(prefix)]
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
    """Names and fields of one game at this table: "g1-won", "g1-A-hand". `seats`: the letters with their names."""
    prefix = f"g{number}-"
    rack = isinstance(rules.profile, PointsProfile | PaymentsProfile)
    for name, field in _rack(rules, seats) if rack else _sixteen(rules):
        field.label = _lazy_label(prefix + name)
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
    yield from _facts_extras(rules)
    dead, *errors = HANDS.items()
    hands = [dead, ("after", _("dead on the winning throw")), *errors]
    for letter in rules.letters:
        yield f"{letter}-hand", _choice(*hands)
    if isinstance(profile, PointsProfile):
        kinds = [kind for kind, answer in profile.infractions.items() if answer != "dead"]
        for letter in rules.letters:
            infraction = infractions_field(kinds)
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
        points.widget.attrs["class"] = "fact on-sheet"
        yield f"{letter}-points", points
    yield from _facts_extras(rules, none="–")
    yield (
        "override",
        forms.CharField(
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.TextInput(attrs={"class": "fact reason", "autocomplete": "off"}),
            error_messages={"max_length": _("Use at most %(limit_value)s characters.")},
        ),
    )
