"""Every pattern, for programs that collect sentences for translators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.english.faults import FAULTS
from rules.english.language import Pattern
from rules.english.lines import INFRACTIONS, LINES
from rules.english.phrases import BONUSES, CONTRADICTIONS, EXPOSURES, GAMES, HINTS, IN_GAME, PHRASES, SEATING
from rules.english.rule_sheet import AMOUNTS, VALUES
from rules.systems.registry import texts


def patterns() -> Iterator[tuple[str, Pattern]]:
    """Every pattern, with the file it stands in."""
    tables: dict[str, tuple[Mapping[Any, Pattern], ...]] = {
        "faults": (FAULTS,),
        "lines": (LINES,),
        "phrases": (HINTS, CONTRADICTIONS, PHRASES, BONUSES, EXPOSURES, GAMES, SEATING),
        "rule_sheet": (VALUES, AMOUNTS),
    }
    for module, mappings in tables.items():
        for mapping in mappings:
            yield from ((f"rules/english/{module}.py", pattern) for pattern in mapping.values())
    for infraction in INFRACTIONS.values():
        yield from (("rules/english/lines.py", pattern) for pattern in infraction)
    yield "rules/english/phrases.py", IN_GAME
    yield from ((f"rules/systems/{file}", text) for file, text in texts())
