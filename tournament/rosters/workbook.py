"""Reads one sheet of an XLSX file, which is a packed folder of XML."""

import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple

import openpyxl
from django.utils.translation import gettext as _
from openpyxl.worksheet._reader import WorkSheetParser

from tournament.refused import Refused, refuse

from .header import Row, find_header, says_something

# 1,000 rows unpack to some 300 kB. What unpacks to more than this was made to fill a memory.
MOST_UNPACKED = 30_000_000
MOST_PARTS = 500
# A thousand rows of forty cells are some 330,000 marks, and each takes its microseconds to read.
MOST_MARKS = 1_000_000
# Formatted rows with nothing in them are written too, thousands of them by some programs.
MOST_BLANK_ROWS = 20_000
LAST_ROW = 1_048_576  # of any sheet; LibreOffice writes it down where it is formatted


class Found(NamedTuple):
    """The rows of one sheet that are not blank, as (row number, cells as text), its title, and the titles of all."""

    rows: tuple[Row, ...]
    title: str
    titles: tuple[str, ...]


def is_workbook(content: bytes) -> bool:
    if not content.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return "xl/workbook.xml" in packed.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def read_workbook(content: bytes, title: str = "", *, most_rows: int, most_columns: int) -> Found:
    """The sheet with this title; without one, the first that names its columns, else the first that is not empty.

    At most so many rows and columns of it. Raises Refused with a sentence.
    """
    try:
        check_unpacked_size(content)
        with warnings.catch_warnings():
            # It warns of styles and extensions that it leaves out; only the values are wanted.
            warnings.simplefilter("ignore")
            return choose_sheet(content, title, most_rows, most_columns)
    except Refused:
        raise
    except Exception as error:  # openpyxl raises whatever the broken part made it stumble over
        raise broken() from error


def check_unpacked_size(content: bytes) -> None:
    """The packed folder announces how large each part is; reading one never yields more than announced."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = packed.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise unpacks_too_big()
        marks, sheets = [0], 0
        for part in parts:
            text = packed.read(part).replace(b"\0", b"")  # so that UTF-16 is counted too
            marks.append(text.count(b"<"))
            sheets += len(re.findall(rb"<(?:[\w.-]+:)?sheet\b", text))
        # Any number of sheets may name the same part, and each of them is read.
        if sum(marks) > MOST_MARKS or max(marks) * sheets > 2 * MOST_MARKS:
            raise unpacks_too_big()


def unpacks_too_big() -> Refused:
    return refuse(
        "file-unpacks-too-big",
        _("This workbook unpacks to far more than a roster needs. Please save only the roster's sheet."),
        "file",
    )


def choose_sheet(content: bytes, title: str, most_rows: int, most_columns: int) -> Found:
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    try:
        titles = tuple(sheet.title for sheet in book.worksheets)
        first_filled = Found((), "", titles)
        # What somebody hid comes last.
        for sheet in sorted(book.worksheets, key=lambda one: one.sheet_state != "visible"):
            if title and sheet.title != title:
                continue
            rows = filled_rows(book, sheet, most_rows, most_columns)
            if find_header(rows):
                return Found(rows, sheet.title, titles)
            if rows and not first_filled.rows:
                first_filled = Found(rows, sheet.title, titles)
        return first_filled
    finally:
        book.close()


def filled_rows(book: Any, sheet: Any, most_rows: int, most_columns: int) -> tuple[Row, ...]:
    """The first rows that say something, at most so many. Refused where blank ones have no end."""
    rows: list[Row] = []
    blank = 0
    for line, cells in written_rows(book, sheet, most_columns):
        if says_something(cells):
            rows.append((line, cells))
        else:
            blank += 1
        if blank > MOST_BLANK_ROWS or line > LAST_ROW:
            raise too_many_rows(MOST_BLANK_ROWS)
        if len(rows) == most_rows:
            break
    return tuple(rows)


def written_rows(book: Any, sheet: Any, most_columns: int) -> Iterator[Row]:
    """(row number, cells as text) of every row that the sheet's file holds, blank ones too.

    openpyxl's own `iter_rows` makes a row for every number left out, up to any number that a file may claim, and
    a row as wide as its last cell claims to be.
    """
    with sheet._get_source() as source:
        parser = WorkSheetParser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for line, written in parser.parse():
            values = {cell["column"]: as_text(cell["value"]) for cell in written}
            width = min(max(values, default=0), most_columns)
            yield line, tuple(values.get(column, "") for column in range(1, width + 1))


def too_many_rows(most_rows: int) -> Refused:
    return refuse(
        "file-too-long",
        _("This workbook has more than %(limit)s rows. Please divide it.") % {"limit": f"{most_rows:,}"},
        "file",
    )


def as_text(value: object) -> str:
    """A cell as a person reads it: 12.0 is "12"."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return str(value).strip()


def broken() -> Refused:
    return refuse(
        "file-broken",
        _("This workbook cannot be opened: it is damaged or protected by a password. Please save it again."),
        "file",
    )
