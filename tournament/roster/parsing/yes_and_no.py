"""Cells that say yes or no, and what most cells of a column are."""

from collections.abc import Callable, Sequence
from typing import Any

YES = frozenset({"yes", "y", "x", "1", "true", "sí", "si", "✓"})
NO = frozenset({"no", "n", "0", "false", "-", "none", "n/a", "na", "nothing"})


def is_yes_or_no(cell: str) -> bool:
    return cell.casefold() in YES | NO


def mostly(fits: Callable[[str], Any], cells: Sequence[str]) -> bool:
    return bool(cells) and sum(map(bool, map(fits, cells))) * 2 >= len(cells)
