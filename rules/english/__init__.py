"""The English pattern of every code, and the function that fills it.

The engine returns codes and values. `sentence` takes a language: an object with ``gettext`` and ``ngettext`` as in
the standard library, which maps an English pattern to the same pattern in another language with the same
placeholders. The default is English. Translation tools get all patterns from `patterns`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.english.faults import FAULTS
from rules.english.language import ENGLISH, Language, Pattern
from rules.english.lines import INFRACTIONS, LINES
from rules.english.phrases import BONUSES, CONTRADICTIONS, EXPOSURES, GAMES, HINTS, IN_GAME, PHRASES
from rules.english.rule_sheet import AMOUNTS, VALUES, SheetRow, rule_sheet
from rules.english.sentences import line_sentence, sentence
from rules.seasons.rule import RULES, printed_rule
from rules.systems.registry import texts

__all__ = [
    "ENGLISH",
    "INFRACTIONS",
    "LINES",
    "Language",
    "SheetRow",
    "line_sentence",
    "patterns",
    "rule_sheet",
    "sentence",
]


def patterns() -> Iterator[tuple[str, Pattern]]:
    tables: dict[str, tuple[Mapping[Any, Pattern], ...]] = {
        "faults": (FAULTS,),
        "lines": (LINES,),
        "phrases": (HINTS, CONTRADICTIONS, PHRASES, BONUSES, EXPOSURES, GAMES),
        "rule_sheet": (VALUES, AMOUNTS),
    }
    for module, mappings in tables.items():
        for mapping in mappings:
            yield from ((f"rules/english/{module}.py", pattern) for pattern in mapping.values())
    for infraction in INFRACTIONS.values():
        yield from (("rules/english/lines.py", pattern) for pattern in infraction)
    yield "rules/english/phrases.py", IN_GAME
    yield from ((f"rules/systems/{file}", text) for file, text in texts())
    for name in RULES:
        rule = printed_rule(name)
        yield from ((f"rules/seasons/{name}.toml", text) for text in (rule.title, *rule.open))
