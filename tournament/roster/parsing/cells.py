"""Single cells: numbers, yes and no, amounts, and texts made shorter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournament.names import tidy
from tournament.players.limits import MOST_IN_A_NUMBER

from .columns import is_player_number
from .yes_and_no import NO, YES


def amount(text: str) -> float:
    """The amount of money in a cell that has nothing else; 0 for anything else."""
    match = re.fullmatch(r"\s*\$?\s*(\d+(?:\.\d{1,2})?)\s*", text)
    return float(match[1]) if match else 0


def spaced(values: Mapping[str, str]) -> list[str]:
    """The values with tabs and line breaks as spaces; other control characters stay."""
    return [" ".join(cell.split("\n")).replace("\t", " ").replace("\r", " ") for cell in values.values()]


def read_number(cell: str) -> tuple[int | None, str]:
    if not cell:
        return None, ""
    if not is_player_number(cell):
        return None, _(
            "“%(number)s” is not a player number: it must be a whole number from 1 to %(most)s."
        ) % {
            "number": shortened(cell, 20),
            "most": f"{MOST_IN_A_NUMBER:,}",
        }
    return int(cell.removeprefix("#").removesuffix(".0")), ""


def read_yes(cell: str) -> tuple[bool | None, str]:
    word = cell.casefold()
    if word in YES:
        return True, ""
    if word in NO:
        return False, ""
    if not word:
        return None, ""
    return None, _("“%(word)s” under initials only must be yes or no.") % {"word": shortened(cell, 20)}


def length_fault(label: str, text: str, most: int) -> str:
    if len(text) <= most:
        return ""
    return _("%(what)s has %(length)s characters; there is room for %(most)s.") % {
        "what": label,
        "length": f"{len(text):,}",
        "most": most,
    }


def in_one(cells: Iterable[str]) -> str:
    """A row as one text, for a person to recognise it."""
    return " · ".join(filter(None, map(tidy, cells)))


def shortened(text: str, most: int = 80) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
