"""The form fields of the score desk: handwritten numbers, infractions, and the facts of a game."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.game import INFRACTION_KINDS
from rules.systems.family import Field
from rules.systems.profile import Hand, Profile
from rules.systems.shapes import Extra
from scoring.sets.families.sixteen import SCORED
from scoring.sets.places import FieldPlace
from scoring.sets.table_rules import TableRules
from scoring.sets.words import infraction_in_words, option_in_words, place_in_words

NUMBER = re.compile(r"^([-−–]?)\s*(\d{1,6})(?:[.,](\d{1,3}))?\s*([-−–]?)$")
LONGEST_HAND_NAME = 60
LONGEST_REASON = 300

# Looked up when shown: an accepted form has a hundred of them and shows none.
_lazy_infraction = lazy(infraction_in_words, str)
_lazy_option = lazy(option_in_words, str)
lazy_label = lazy(place_in_words, str)


class PointsField(forms.CharField):
    """A number of points with its minus before or after it, as players write it; empty is None.

    Its value is in the unit of the profile: with a unit of 10, "-2.5" is -25.
    """

    def __init__(self, *, most: int, unit: int = 1, **options: Any) -> None:
        self.most, self.unit = most, unit
        super().__init__(required=False, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        match = NUMBER.match(text)
        decimals = (match and match[3]) or ""
        if not match or (match[1] and match[4]) or 10 ** len(decimals) > self.unit:
            raise forms.ValidationError(self.example, "not-a-number")
        number = int(match[2]) * self.unit + int(decimals or 0) * self.unit // 10 ** len(decimals)
        if number > self.most * self.unit:
            message = _("Type a number from -%(most)s to %(most)s.") % {"most": self.most}
            raise forms.ValidationError(message, "out-of-range")
        return -number if match[1] or match[4] else number

    @property
    def example(self) -> str:
        if self.unit > 1:
            return _("Type a number with one decimal at most, such as 25.5 or -10.")
        return _("Type a whole number, such as 25 or -10.")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # No inputmode: the number pad of a phone has no minus.
        decimals = r"([.,]\d+)?" if self.unit > 1 else ""
        return {
            "autocomplete": "off",
            "pattern": rf"\s*[\-−–]?\s*\d+{decimals}\s*[\-−–]?\s*",
            "maxlength": "8",
            "title": self.example if self.unit > 1 else _("A whole number, such as 25 or -10"),
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

    def __init__(self, *, offered: Iterable[tuple[str, Any]], none: Any, another: Any, css: str = "") -> None:
        super().__init__(required=False)
        if css:
            self.widget.attrs["class"] = css
        choices = list(offered)
        self.offered = frozenset(value for value, _words in choices)
        self.widget.choices = [("", none), *choices]
        self.widget.another = another

    def to_python(self, value: Any) -> tuple[str, ...]:
        chosen = tuple(dict.fromkeys((value or "").split()))
        if not self.offered.issuperset(chosen):
            raise forms.ValidationError(_("Choose one from the list."), "invalid_choice")
        return chosen


def marked_kinds(profile: Profile) -> list[str]:
    """The infractions that are marked as such: what makes a hand dead is marked so."""
    return [kind for kind in INFRACTION_KINDS if profile.infractions.get(kind, "dead") != "dead"]


def infractions_field(offered: Iterable[tuple[str, Any]], *, css: str = "") -> SeveralField:
    return SeveralField(offered=offered, none=_("no infraction"), another=_("another infraction"), css=css)


def extras_field(extras: Iterable[Extra], *, none: str = "", css: str = "") -> SeveralField:
    """The extras of the house that a seat has in a game, numbered as on the printed cards."""
    choices = [(extra.code, f"{number} {extra.name}") for number, extra in enumerate(extras, 1)]
    return SeveralField(offered=choices, none=none or _("no extra"), another=_("another extra"), css=css)


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
    def __init__(self, *, most: int, css: str = "fact") -> None:
        message = _("Type a whole number from 0 to %(most)s.") % {"most": most}
        errors = {"invalid": message, "min_value": message, "max_value": message}
        widget = forms.TextInput(
            attrs={
                "inputmode": "numeric",
                "autocomplete": "off",
                "maxlength": max(4, len(str(most))),
                "class": css,
            }
        )
        super().__init__(min_value=0, max_value=most, required=False, widget=widget, error_messages=errors)


Choices = Sequence[tuple[str, str]]
PlacedFields = Iterator[tuple[FieldPlace, forms.Field]]


def game_fields(number: int, rules: TableRules, seats: Choices) -> PlacedFields:
    """The fields of one game at this table. `seats`: the letters with their names, for what is asked of every game."""
    for asked in rules.profile.family.fields:
        for letter in rules.letters if asked.of_seat else ("",):
            place = FieldPlace(asked.name, letter).in_game(number)
            if field := _field(asked, rules, seats):
                yield place, field


def _field(asked: Field, rules: TableRules, seats: Choices) -> forms.Field | None:
    """None where there is nothing to ask: extras of a house without any."""
    profile = rules.profile
    match asked.kind:
        case "number":
            return SmallNumberField(most=asked.most or profile.most)
        case "points" if profile.hands:
            return SmallNumberField(most=profile.most)
        case "points":
            field = PointsField(most=profile.most, unit=profile.unit)
            field.widget.attrs["class"] = "fact"
            return field
        case "hand":
            return ScoredField(required=False, hands=profile.hands)
        case "tick":
            return forms.BooleanField(required=False)
        case "extras":
            none = "–" if profile.hands else ""
            return extras_field(profile.extras, none=none, css="fact") if profile.extras else None
        case "infractions":
            kinds = [(kind, _lazy_infraction(kind)) for kind in marked_kinds(profile)]
            return infractions_field(kinds, css="fact")
        case "text":
            return forms.CharField(
                required=False,
                max_length=LONGEST_REASON,
                widget=forms.TextInput(attrs={"class": "fact reason", "autocomplete": "off"}),
                error_messages={"max_length": _("Use at most %(limit_value)s characters.")},
            )
        case _:
            letters = [(letter, letter) for letter in rules.letters]
            return _choice(asked, () if asked.kind != "seat" else letters if asked.is_rare else seats)


def _choice(asked: Field, seats: Choices) -> forms.ChoiceField:
    empty = [] if asked.kind == "one" else [("", "–")]
    options = [(option, _lazy_option(asked.name, option)) for option in asked.options]
    return forms.ChoiceField(
        required=False,
        choices=[*empty, *seats, *options],
        widget=forms.Select(attrs={"class": "fact"}),
        error_messages={"invalid_choice": _("Choose one from the list.")},
    )
