"""A list as a file for spreadsheets, CSV or XLSX: the columns and rows that its sheet prints."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournament.cells import harmless

Cell = int | str
WIDEST = 50


def cells(columns: Sequence[dict[str, Any]], rows: Sequence[Sequence[str]]) -> list[list[Cell]]:
    """The rows with numbers as numbers, in those columns that have them to the right."""
    return [
        [
            number if column["side"] == "right" and (number := number_in(text)) is not None else text
            for column, text in zip(columns, row, strict=True)
        ]
        for row in rows
    ]


def number_in(text: str) -> int | None:
    """The whole number that a text is; a minus may be typographic. None where it is something else."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None


def as_csv(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """In UTF-8 with a byte order mark, without which a spreadsheet takes accents for another encoding."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow([harmless(head) for head in heads])
    for row in rows:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return b"\xef\xbb\xbf" + buffer.getvalue().encode()


def as_workbook(title: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """One sheet, its heads frozen; every text is stored as text, and none as a formula."""
    book = Workbook()
    sheet = book.active
    sheet.title = "".join(sign for sign in title if sign not in r"[]:*?/\'")[:31] or "1"
    for line, row in enumerate([heads, *rows], 1):
        for place, value in enumerate(row, 1):
            cell = sheet.cell(line, place)
            if isinstance(value, int):
                cell.value = value
            else:
                cell.value = "".join(sign for sign in harmless(value) if sign >= " ")
                cell.data_type = "s"
            if line == 1:
                cell.font = Font(bold=True)
    for place, head in enumerate(heads, 1):
        longest = max(len(str(row[place - 1])) for row in [heads, *rows]) if rows else len(head)
        sheet.column_dimensions[get_column_letter(place)].width = min(WIDEST, longest + 3)
    sheet.freeze_panes = "A2"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
