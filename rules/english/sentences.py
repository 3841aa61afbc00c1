from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import msgspec

from rules.english.faults import FAULTS
from rules.english.language import ENGLISH, Language, Pattern
from rules.english.lines import INFRACTIONS, LINES
from rules.english.phrases import ANY_PHRASE, BONUSES, CONTRADICTIONS, EXPOSURES, HINTS, IN_GAME
from rules.game import Contradiction, Fault, Hint, Line, Phrase, Values
from rules.systems.profile import SYSTEMS, definition


def sentence(subject: Contradiction | Fault | Hint | Line | Phrase, language: Language = ENGLISH) -> str:
    """The sentence of a code with its values. Raises KeyError for a code that no table has."""
    match subject:
        case Fault():
            return _filled(FAULTS, subject.code, subject.values, language)
        case Contradiction():
            return _filled(CONTRADICTIONS, subject.code, subject.values, language)
        case Line():
            return line_sentence(subject.code, subject.points, subject.values, language)
        case Hint():
            hint_sentence = _filled(HINTS, subject.code, subject.values, language)
            if subject.game is None:
                return hint_sentence
            return language.gettext(IN_GAME).format(game=subject.game, hint=hint_sentence)
        case Phrase():
            return _phrase_sentence(subject.code, subject.values, language)


def _phrase_sentence(code: str, values: Values, language: Language) -> str:
    match code:
        case "value-name":
            return value_title(values["name"], language)
        case "exposures":
            return language.gettext(EXPOSURES[tuple(values["steps"])])
        case "bonus":
            return language.gettext(BONUSES[values["name"]]).format(points=values["points"])
        case "infraction":
            pattern = INFRACTIONS[values["kind"]].game
            return language.gettext(pattern).format(seat=values["seat"])
        case "and":
            return joined_by_and(_shown(values["parts"], language), language)
        case "listed":
            return enumeration(_shown(values["parts"], language), language)
        case "win":
            return ", ".join(_shown(values["parts"], language))
        case "reading":
            return "; ".join(_shown(values["parts"], language))
    return _filled(ANY_PHRASE, code, values, language)


def value_title(name: str, language: Language = ENGLISH) -> str:
    """What a value of a profile is called: what its sentence says before the colon."""
    for system in SYSTEMS:
        if entry := definition(system).names.get(name):
            return language.gettext(entry["sentence"]).partition(": ")[0]
    return name.replace("_", " ")


def line_sentence(code: str, points: int, values: Values, language: Language = ENGLISH) -> str:
    """The sentence of a point line, also of one that was stored as code and values."""
    return _filled(LINES, code, {"points": points, **values}, language)


def _filled(table: Mapping[str, Pattern], code: str, values: Values, language: Language) -> str:
    variant = values.get("variant")
    pattern = table[code if variant is None else f"{code} {variant}"]
    match pattern:
        case str():
            text = language.gettext(pattern)
        case (singular, plural):
            text = language.ngettext(singular, plural, values["count"])
    return text.format_map({name: _value(value, language) for name, value in values.items()})


def _value(value: Any, language: Language) -> Any:
    """A value as text for a sentence. A number stays a number, so that the pattern can format it."""
    if isinstance(value, str | int):
        return value
    if isinstance(value, Phrase):
        return sentence(value, language)
    if isinstance(value, Mapping):  # a phrase that was stored as JSON
        return sentence(msgspec.convert(value, Phrase), language)
    if isinstance(value, tuple | list):
        return ", ".join(_shown(value, language))
    return value


def _shown(parts: Sequence[Any], language: Language) -> list[str]:
    return [str(_value(part, language)) for part in parts]


def joined_by_and(parts: Sequence[str], language: Language) -> str:
    """ "A", "A and B", "A and B and C"."""
    pattern = language.gettext("{first} and {other}")
    return reduce(lambda first, other: pattern.format(first=first, other=other), parts)


def enumeration(parts: Sequence[str], language: Language) -> str:
    """ "A", "A and B", "A, B and C"."""
    return joined_by_and([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts, language)


class Words:
    def __init__(self, table: Mapping[str, Pattern], language: Language) -> None:
        self.table = table
        self.language = language

    def __call__(self, code: str, **values: object) -> str:
        return _filled(self.table, code, values, self.language)
