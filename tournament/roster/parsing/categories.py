"""The part of the event somebody is entered for, as lists say it: half a day, the morning, a category by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournament.names import folded, has_letter

from .yes_and_no import NO, YES, is_yes_or_no, mostly

# "Half day ($40)", "AM only"; and all of it.
PART = re.compile(
    r"\b(half[ -]?days?|(am|pm|morning|afternoon) (only|session)|medio d[ií]a)\b|^(am|pm|mornings?|afternoons?)$",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"\b((full|whole|all|entire)[ -]?(days?|event)|both sessions|d[ií]a (completo|entero))\b"
    r"|^(full|whole|all|both)$",
    re.IGNORECASE,
)
# A roster has few categories; a column with more different words is something else.
MOST_CATEGORIES = 8


def says_part(cell: str) -> bool:
    return bool(PART.search(cell) or WHOLE.search(cell))


def are_categories(cells: Sequence[str]) -> bool:
    """Whether a column may say which part of the event people are entered for: parts of a day, yes or no, or a few
    words that come again and again. One word for everybody says nothing.
    """
    if not cells or mostly(says_part, cells) or all(map(is_yes_or_no, cells)):
        return True
    kinds = set(map(folded, cells))
    return 1 < len(kinds) <= MOST_CATEGORIES and len(kinds) * 2 <= len(cells) and all(map(has_letter, cells))


def read_category(values: Mapping[str, str], label: str | None) -> str | None:
    """The category of a line, "" for the whole event: the cell of its column (the column's name `label` for a "yes"),
    else the part that its ticket names. None where the file says nothing.
    """
    if label is None:
        part = PART.search(values.get("ticket", ""))
        return plainly(part[0]) if part else None
    cell = values.get("category", "")
    if cell.casefold() in YES:
        return label
    if cell.casefold() in NO or WHOLE.search(cell):
        return ""
    part = PART.search(cell)
    return plainly(part[0]) if part else cell


def plainly(words: str) -> str:
    """One spelling for "Half-Day" and "half day"; AM and PM in capitals."""
    plain = words.replace("-", " ").lower()
    return plain.upper() if plain in ("am", "pm") else plain.capitalize()
