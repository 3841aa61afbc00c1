import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.forms import BlockNamesField, TidyField
from club.models import Movement
from rules.english.rule_sheet import option_in_words
from rules.game import EXTRA_PER, EXTRA_TO, HAND_TIERS, INFRACTION_KINDS, LETTERS
from rules.limits import LONGEST_BLOCK_NAMES, LONGEST_SHEET_WORD, MOST_EXTRAS, MOST_GAMES
from rules.systems.profile import Hand, Profile
from rules.systems.registry import shape_of
from rules.systems.shapes import Extra, Shape

MOST, MOST_TIMES = 9_999, 100
BOUNDS = {"games_per_round": (1, MOST_GAMES), "round_minutes": (5, 300), "warning_minutes": (0, 60)}
"""The bounds of a number of the day; all other numbers go up to MOST, and factors to MOST_TIMES."""
SPARE_EXTRAS = 2

USUAL_WORDS = {
    "title": gettext_lazy("Score sheet"),
    "round-total": gettext_lazy("Round"),
    "so-far": gettext_lazy("So far"),
    "points": gettext_lazy("Points"),
    "hand": gettext_lazy("Hand"),
    "wall": gettext_lazy("Wall"),
    "self-picked": gettext_lazy("Self-picked"),
    "no-jokers": gettext_lazy("No jokers"),
    "fishing": gettext_lazy("Fishing"),
    "bouquet": gettext_lazy("Bouquet"),
    "flower": gettext_lazy("Own flower"),
    "kongs": gettext_lazy("Kongs"),
    "wrong-count": gettext_lazy("Wrong count"),
}
"""The words on a score sheet, where a club has none of its own."""

Fields = dict[str, forms.Field]


def in_words(option: str) -> str:
    return option_in_words(option, translation)


def options_of(shape: Shape) -> list[tuple[str, str]]:
    """The options that a form offers: steps of its own are no part of a profile."""
    return [(option, in_words(option)) for option in shape.parts if option != Movement.CUSTOM]


class CardValuesField(TidyField):
    """The values of a card in one line, such as "25 30 35"; its cleaned value is a list of numbers."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=400, **options)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        words = super().clean(value).replace(",", " ").replace(";", " ").split()
        if wrong := [word for word in words if not (word.isascii() and word.isdigit() and len(word) <= 4)]:
            message = _("“%(word)s” is not a number. Write the values on one line, such as 25 30 35.")
            raise ValidationError(message % {"word": wrong[0][:40]}, code="number")
        values = sorted({int(word) for word in words})
        if wrong_values := [number for number in values if number == 0 or number % 5]:
            message = _("Every hand's value is a multiple of 5; %(value)s is not.")
            raise ValidationError(message % {"value": wrong_values[0]}, code="multiple")
        return values


def number_field(label: str, initial: int | None, bounds: tuple[int, int] = (0, MOST)) -> forms.IntegerField:
    least, most = bounds
    sentence = _("Type a whole number from %(least)s to %(most)s.") % {"least": least, "most": most}
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


def fields_of(name: str, label: str, profile: Profile) -> Fields:
    value, shape = getattr(profile, name), shape_of(profile, name)
    match shape.kind:
        case "card-values":
            return {name: CardValuesField(label=label, initial=" ".join(map(str, value)))}
        case "numbers":
            bounds = (max(shape.least, -MOST), MOST)
            parts = zip(shape.parts, value, strict=True)
            return {f"{name}-{part}": number_field(in_words(part), number, bounds) for part, number in parts}
        case "labels":
            return {
                f"label-{letter}": TidyField(label=letter, max_length=20, required=False, initial=text)
                for letter, text in zip(LETTERS, value, strict=True)
            }
        case "block-names":
            longest = LONGEST_BLOCK_NAMES
            return {name: BlockNamesField(label=label, max_length=longest, required=False, initial=value)}
        case "sheet-words":
            return {
                f"word-{word}": TidyField(
                    label=str(USUAL_WORDS[word]), max_length=LONGEST_SHEET_WORD, required=False, initial=text
                )
                for word, text in value.items()
            }
        case "infractions":
            return _infraction_fields(value)
        case "hands":
            return {key: field for hand in value for key, field in _hand_fields(hand).items()}
        case "flag":
            return {name: forms.BooleanField(label=label, required=False, initial=value)}
        case "one-of":
            return {name: forms.ChoiceField(label=label, choices=options_of(shape), initial=value)}
        case kind:
            usual = (max(shape.least, -MOST), MOST_TIMES if kind == "times" else MOST)
            return {name: number_field(label, value, BOUNDS.get(name, usual))}


def _infraction_fields(answers: Mapping[str, int | str]) -> Fields:
    fields: Fields = {}
    for kind in INFRACTION_KINDS:
        answer, words = answers[kind], in_words(kind)
        cost = answer if isinstance(answer, int) else None
        fields[f"{kind}-answer"] = forms.ChoiceField(
            label=capfirst(words),
            choices=[
                ("points", _("costs points")),
                *((other, in_words(other)) for other in ("dead", "ruling")),
            ],
            initial="points" if cost is not None else answer,
        )
        points = number_field(_("%(infraction)s: points") % {"infraction": capfirst(words)}, cost)
        points.required = False
        fields[f"{kind}-points"] = points
    return fields


def _hand_fields(hand: Hand) -> Fields:
    number = {"number": hand.number}
    return {
        f"name-{hand.number}": TidyField(
            label=_("Name of hand %(number)s") % number, max_length=80, required=False, initial=hand.name
        ),
        f"class-{hand.number}": forms.ChoiceField(
            label=_("Class of hand %(number)s") % number,
            choices=[(tier, in_words(tier)) for tier in HAND_TIERS],
            initial=hand.tier,
        ),
        f"star-{hand.number}": forms.BooleanField(
            label=_("Exposed chows allowed in hand %(number)s") % number,
            required=False,
            initial=hand.exposed_chows,
        ),
    }


def extra_fields(extras: tuple[Extra, ...], data: Mapping[str, Any] | None) -> Fields:
    """A row for each extra and some empty ones, as many as were sent where something was."""
    count = min(MOST_EXTRAS, len(extras) + SPARE_EXTRAS)
    if data is not None:
        count = max(count, sum(f"extra-{row}-name" in data for row in range(MOST_EXTRAS)))
    fields: Fields = {}
    for row in range(count):
        extra = extras[row] if row < len(extras) else None
        number = {"number": row + 1}
        fields[f"extra-{row}-name"] = TidyField(
            label=_("Name of extra %(number)s") % number,
            max_length=40,
            required=False,
            initial=extra.name if extra else "",
        )
        points = number_field(
            _("Points of extra %(number)s") % number, extra.points if extra else None, (-MOST, MOST)
        )
        points.required = False
        fields[f"extra-{row}-points"] = points
        for key, words, options in (
            ("to", _("Who gets extra %(number)s") % number, EXTRA_TO),
            ("per", _("How often extra %(number)s is given") % number, EXTRA_PER),
        ):
            fields[f"extra-{row}-{key}"] = forms.ChoiceField(
                label=capfirst(words),
                required=False,
                choices=[(option, in_words(f"{key}-{option}")) for option in options],
                initial=getattr(extra, key) if extra else options[0],
            )
    return fields


def read_value(name: str, values: Mapping[str, Any], shape: Shape) -> Any:
    if shape.kind == "numbers":
        return [values[f"{name}-{part}"] for part in shape.parts]
    if name == "labels":
        return [values[f"label-{letter}"] for letter in LETTERS]
    if name == "sheet_words":
        return {key.removeprefix("word-"): word for key, word in values.items() if key.startswith("word-")}
    if name == "infractions":
        answers = {kind: values[f"{kind}-answer"] for kind in INFRACTION_KINDS}
        return {
            kind: values[f"{kind}-points"] if answer == "points" else answer
            for kind, answer in answers.items()
        }
    if name == "hands":
        return [
            {
                "number": number,
                "class": values[f"class-{number}"],
                "exposed_chows": values[f"star-{number}"],
                "name": values[f"name-{number}"],
            }
            for number in range(1, 17)
        ]
    if name == "extras":
        return _read_extras(values)
    return values[name]


def _read_extras(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    extras: list[dict[str, Any]] = []
    codes: set[str] = set()
    for row in range(MOST_EXTRAS):
        if name := values.get(f"extra-{row}-name"):
            base = "-".join(re.findall(r"[a-z0-9]+", slugify(name)))[:36].strip("-") or f"extra-{row + 1}"
            code = next(
                code for code in (base, *(f"{base}-{again}" for again in range(2, 20))) if code not in codes
            )
            codes.add(code)
            extras.append(
                {
                    "code": code,
                    "name": name,
                    "points": values[f"extra-{row}-points"],
                    "to": values[f"extra-{row}-to"] or EXTRA_TO[0],
                    "per": values[f"extra-{row}-per"] or EXTRA_PER[0],
                }
            )
    return extras
