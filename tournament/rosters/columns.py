"""Which column of a roster holds what: guessed from its header, or said by hand."""

import re
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.names import folded
from tournament.refused import refuse

from .file import Sheet
from .line import RefusedLine, RosterLine, check_line

FIELDS = {
    "number": gettext_lazy("Player number"),
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
    "member_number": gettext_lazy("Member number"),
    "town": gettext_lazy("Town"),
    "initials": gettext_lazy("Initials only"),
}
_HEADERS = {
    "number": "#|no|nr|num|number|player no|player number|badge|badge number|entry|entry number|numero",
    "name": "name|player|player name|full name|participant|nombre y apellido|nombre completo|jugador|jugadora",
    "first_name": "first|first name|given name|given names|forename|nombre",
    "last_name": "last|last name|surname|family name|apellido|apellidos",
    "member_number": "member|member no|member number|membership|membership number|id|league number|numero de socio",
    "town": "town|city|home town|hometown|residence|ciudad|from",
    "initials": "initials|initials only|private|iniciales",
}
_FIELD_OF = {header: key for key, headers in _HEADERS.items() for header in headers.split("|")}


@dataclass(frozen=True)
class Layout:
    """How to read a sheet: the field of each column (empty: left out), whether its first row is a header,
    and whether names are written "Last, First"."""

    fields: tuple[str, ...]
    has_header: bool = True
    last_first: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Layout":
        return cls(tuple(data["fields"]), data["has_header"], data["last_first"])


@dataclass(frozen=True)
class Lines:
    good: tuple[RosterLine, ...] = field(default=())
    refused: tuple[RefusedLine, ...] = field(default=())


def guess_layout(sheet: Sheet) -> Layout:
    """By the words of the header; without one, the first column of whole numbers and the first of words."""
    first = sheet.rows[0][1]
    named = [field_of(cell) for cell in first]
    has_header = any(key in {"name", "first_name", "last_name"} for key in named)
    fields = once_each(named + [""] * (sheet.width - len(named))) if has_header else by_content(sheet)
    if "name" in fields:
        fields = tuple("" if key in {"first_name", "last_name"} else key for key in fields)
    elif "first_name" in fields and "last_name" not in fields:
        fields = tuple("name" if key == "first_name" else key for key in fields)
    return Layout(fields, has_header, last_first=names_have_commas(sheet, fields, has_header=has_header))


def field_of(header: str) -> str:
    if re.fullmatch(r"\s*#\s*", header):
        return "number"
    return _FIELD_OF.get(folded(header), "")


def once_each(keys: list[str]) -> tuple[str, ...]:
    return tuple("" if key in keys[:place] else key for place, key in enumerate(keys))


def by_content(sheet: Sheet) -> tuple[str, ...]:
    fields: list[str] = []
    for column in range(sheet.width):
        cells = [cells[column].strip() for _line, cells in sheet.rows if column < len(cells)]
        filled = [cell for cell in cells if cell]
        numbers = bool(filled) and all(cell.isascii() and cell.isdigit() for cell in filled)
        key = "number" if numbers else "name"
        fields.append(key if filled and key not in fields else "")
    return tuple(fields)


def names_have_commas(sheet: Sheet, fields: tuple[str, ...], *, has_header: bool) -> bool:
    if "name" not in fields:
        return False
    column = fields.index("name")
    names = [cells[column] for _line, cells in sheet.rows[has_header:] if column < len(cells)]
    return bool(names) and sum(name.count(",") == 1 for name in names) * 5 >= len(names) * 4


def read_lines(sheet: Sheet, layout: Layout) -> Lines:
    """Every line of the sheet, cleaned or refused. Raises Refused when no column holds the name."""
    if not {"name", "first_name", "last_name"} & set(layout.fields):
        raise refuse("no-name-column", _("Please say which column holds the name."), "columns")
    if len(set(filter(None, layout.fields))) < len(list(filter(None, layout.fields))):
        raise refuse("column-twice", _("Two columns are said to hold the same thing."), "columns")
    read = [
        check_line(line, said(cells, layout.fields), last_first=layout.last_first)
        for line, cells in sheet.rows[layout.has_header :]
    ]
    return Lines(
        tuple(line for line in read if isinstance(line, RosterLine)),
        tuple(line for line in read if isinstance(line, RefusedLine)),
    )


def said(cells: tuple[str, ...], fields: tuple[str, ...]) -> dict[str, str]:
    return {key: cell for key, cell in zip(fields, cells, strict=False) if key}
