"""Reads one sheet of an XLSX file, which is a packed folder of XML."""

import datetime
import io
import warnings
import zipfile
from collections.abc import Iterable
from typing import NamedTuple

import openpyxl
from django.utils.translation import gettext as _

from tournament.refused import Refused, refuse

from .header import Row, find_header, says_something

# 1,000 rows unpack to some 300 kB. What unpacks to more than this was made to fill a memory.
MOST_UNPACKED = 30_000_000
MOST_PARTS = 500


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
    check_unpacked_size(content)
    try:
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
            raise refuse(
                "file-unpacks-too-big",
                _(
                    "This workbook unpacks to far more than a roster needs. Please save only the roster's sheet."
                ),
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
            # The size a sheet announces is often wrong; without it every row is read as it is written.
            sheet.reset_dimensions()
            rows = filled_rows(sheet.iter_rows(values_only=True), most_rows, most_columns)
            if find_header(rows):
                return Found(rows, sheet.title, titles)
            if rows and not first_filled.rows:
                first_filled = Found(rows, sheet.title, titles)
        return first_filled
    finally:
        book.close()


def filled_rows(written: Iterable[tuple[object, ...]], most_rows: int, most_columns: int) -> tuple[Row, ...]:
    """The first rows that say something, at most so many."""
    rows: list[Row] = []
    for line, values in enumerate(written, 1):
        cells = tuple(as_text(value) for value in values[:most_columns])
        if says_something(cells):
            rows.append((line, cells))
        if len(rows) == most_rows:
            break
    return tuple(rows)


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
