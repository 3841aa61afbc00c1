"""The extras of the house as form fields: which ones each seat has in a game, in every family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.game import ExtraMark, Game


def read_extras(cleaned: Mapping[str, Any], letters: Sequence[str]) -> tuple[ExtraMark, ...]:
    return tuple(
        ExtraMark(letter, code) for letter in letters for code in cleaned.get(f"{letter}-extra") or ()
    )


def written_extras(facts: Game, letter: str) -> str:
    return " ".join(mark.code for mark in facts.extras if mark.seat == letter)


def extra_field(parts: Sequence[str], facts: Game) -> str:
    """The field of the mark that a fault names by its place; the first one's where it is about all of them."""
    place = int(parts[0]) if parts and parts[0].isdigit() else 0
    return f"{facts.extras[place].seat}-extra"
