"""How the games of a family are typed where its fields do not name the facts: a module for each form.

Here what all have: the extras of the house, which a seat has in a game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.game import ExtraMark, Game
from scoring.sets.places import FieldPlace


def read_extras(cleaned: Mapping[FieldPlace, Any], letters: Sequence[str]) -> tuple[ExtraMark, ...]:
    return tuple(
        ExtraMark(letter, code)
        for letter in letters
        for code in cleaned.get(FieldPlace("extra", letter)) or ()
    )


def written_extras(facts: Game, letter: str) -> str:
    return " ".join(mark.code for mark in facts.extras if mark.seat == letter)


def extra_place(parts: Sequence[str], facts: Game) -> FieldPlace:
    """The place of the mark that a fault names by its index; the first one's where it is about all of them."""
    index = int(parts[0]) if parts and parts[0].isdigit() else 0
    return FieldPlace("extra", facts.extras[index].seat)
