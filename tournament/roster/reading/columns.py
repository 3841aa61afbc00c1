"""Which column of a roster holds what: guessed from its header, or said by hand."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.refused import refuse

from .file import Sheet
from .header import Row, field_of, find_header
from .line import RefusedLine, RosterLine, check_line, in_one

FIELDS = {
    "number": gettext_lazy("Player number"),
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
    "member_number": gettext_lazy("Member number"),
    "town": gettext_lazy("Town"),
    "initials": gettext_lazy("Initials only"),
}


@dataclass(frozen=True)
class Layout:
    """How to read a sheet: the field of each column (empty: left out), which row names the columns (from 1; 0 when
    none does; rows above it are titles), whether names are written "Last, First", and the title of the sheet meant."""

    fields: tuple[str, ...]
    header: int = 1
    last_first: bool = False
    title: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Layout":
        # An upload parked before titles were known says only whether its first row names the columns.
        header = data["header"] if "header" in data else int(data["has_header"])
        return cls(tuple(data["fields"]), header, data["last_first"], data.get("title", ""))

    def titles(self, sheet: Sheet) -> list[str]:
        """What stands above the names of the columns, a row each; it is left out."""
        return [in_one(cells) for _line, cells in sheet.rows[: max(self.header - 1, 0)]]


@dataclass(frozen=True)
class Lines:
    good: tuple[RosterLine, ...] = field(default=())
    refused: tuple[RefusedLine, ...] = field(default=())


def guess_layout(sheet: Sheet, *, header: int | None = None) -> Layout:
    """By the words of the header; without one, the first column of whole numbers and the first of words.

    `header` says which row it is (from 1, 0 for none); None finds it.
    """
    header = find_header(sheet.rows) if header is None else header
    named = [field_of(cell) for cell in sheet.rows[header - 1][1]] if header else []
    if {"name", "first_name", "last_name"} & set(named):
        fields = once_each(named + [""] * (sheet.width - len(named)))
    else:
        fields = by_content(sheet, sheet.rows[header:])
    if "name" in fields:
        fields = tuple("" if key in {"first_name", "last_name"} else key for key in fields)
    elif "first_name" in fields and "last_name" not in fields:
        fields = tuple("name" if key == "first_name" else key for key in fields)
    return Layout(fields, header, names_have_commas(sheet.rows[header:], fields), sheet.title)


def once_each(keys: list[str]) -> tuple[str, ...]:
    return tuple("" if key in keys[:place] else key for place, key in enumerate(keys))


def by_content(sheet: Sheet, rows: Sequence[Row]) -> tuple[str, ...]:
    fields: list[str] = []
    for column in range(sheet.width):
        cells = [cells[column].strip() for _line, cells in rows if column < len(cells)]
        filled = [cell for cell in cells if cell]
        # Most are enough: a line with a word there is refused, and seen.
        numbers = sum(cell.isascii() and cell.isdigit() for cell in filled)
        key = "number" if numbers * 2 > len(filled) else "name"
        fields.append(key if filled and key not in fields else "")
    return tuple(fields)


def names_have_commas(rows: Sequence[Row], fields: tuple[str, ...]) -> bool:
    if "name" not in fields:
        return False
    column = fields.index("name")
    names = [cells[column] for _line, cells in rows if column < len(cells)]
    return bool(names) and sum(name.count(",") == 1 for name in names) * 5 >= len(names) * 4


def read_lines(sheet: Sheet, layout: Layout) -> Lines:
    """Every line of the sheet, cleaned or refused. Raises Refused when no column holds the name."""
    if not {"name", "first_name", "last_name"} & set(layout.fields):
        raise refuse("no-name-column", _("Please say which column holds the name."), "columns")
    if len(set(filter(None, layout.fields))) < len(list(filter(None, layout.fields))):
        raise refuse("column-twice", _("Two columns are said to hold the same thing."), "columns")
    read = [
        check_line(line, by_field(cells, layout.fields), last_first=layout.last_first)
        for line, cells in sheet.rows[layout.header :]
    ]
    return Lines(
        tuple(line for line in read if isinstance(line, RosterLine)),
        tuple(line for line in read if isinstance(line, RefusedLine)),
    )


def by_field(cells: tuple[str, ...], fields: tuple[str, ...]) -> dict[str, str]:
    return {key: cell for key, cell in zip(fields, cells, strict=False) if key}
