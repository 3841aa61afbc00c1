"""Finds the row that names the columns, below whatever titles stand above it."""

import re
from collections.abc import Sequence

from tournament.names import folded

Row = tuple[int, tuple[str, ...]]

# A title, a date, a place and a blank line come before the columns' names; no form has more above them.
MOST_TITLES = 15

_HEADERS = {
    "number": "no|nr|num|number|player no|player number|badge|badge no|badge number|entry|entry no|entry number|numero",
    "name": "name|player|player name|full name|participant|nombre y apellido|nombre completo|jugador|jugadora",
    "first_name": "first|first name|given name|given names|forename|nombre",
    "last_name": "last|last name|surname|family name|apellido|apellidos",
    "member_number": "member|member no|member number|membership|membership number|id|league number|numero de socio",
    "town": "town|city|home town|hometown|residence|ciudad|from",
    "initials": "initials|initials only|private|iniciales",
}
_FIELD_OF = {header: key for key, headers in _HEADERS.items() for header in headers.split("|")}
_NAMES = {"name", "first_name", "last_name"}


def field_of(header: str) -> str:
    # "Player #" is a number; without the sign its words would be a name's.
    header = re.sub(r"#", " no ", header)
    return _FIELD_OF.get(folded(header), "")


def find_header(rows: Sequence[Row]) -> int:
    """Which of the first rows names the columns, from 1; 0 when none does."""
    for place, (_line, cells) in enumerate(rows[: MOST_TITLES + 1]):
        named = [field_of(cell) for cell in cells]
        if _NAMES & set(named):
            return 0 if any(is_numbered(above, named) for _line, above in rows[:place]) else place + 1
    return 0


def is_numbered(cells: Sequence[str], named: Sequence[str]) -> bool:
    """Whether a row above the names has a player number where they say: a player then, and no title."""
    return any(key == "number" and cell.strip().isdigit() for key, cell in zip(named, cells, strict=False))


def says_something(cells: Sequence[str]) -> bool:
    """A row without any letter or digit, such as ",,," or "---", is nothing."""
    return any(sign.isalnum() for cell in cells for sign in cell)
