"""Reads one sheet of a workbook: Excel (.xlsx and .xls) or OpenDocument (.ods)."""

import io
import json
import subprocess
import zipfile
from typing import Any

from django.utils.translation import gettext as _

from machine import processes
from record.refused import Refused, refuse

from . import open_workbook
from .columns import RosterSheet, best_heading, says_something

# 1,000 rows unpack to some 300 kB. What unpacks to more than this was made to fill a memory.
MOST_UNPACKED = 30_000_000
MOST_PARTS = 500
LONGEST = 30  # seconds by the clock, on a machine that has other things to do

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"


def is_workbook(content: bytes) -> bool:
    """Whether the content is a workbook; a protected one looks like an old one."""
    if content.startswith(OLD_WORKBOOK):
        return True
    if not content.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = packed.namelist()
            return "xl/workbook.xml" in names or {"mimetype", "content.xml"} <= set(names)
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def read_workbook(content: bytes, title: str = "", *, most_rows: int, most_columns: int) -> RosterSheet:
    """The sheet with this title; without one, the sheet that names the most columns, else the first that is not
    empty.

    Limited to these numbers of rows and columns. Raises Refused.
    """
    if content.startswith(b"PK"):
        # The archive announces the size of each part, and reading one never yields more than announced.
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise unpacks_too_big()
    sheets = read_sheets(content, most_rows, most_columns)
    titles = tuple(sheet["title"] for sheet in sheets)
    best, most = RosterSheet((), titles=titles), -1
    # What somebody hid comes last.
    for sheet in sorted(sheets, key=lambda sheet: not sheet["visible"]):
        rows = tuple((line, tuple(cells)) for line, cells in sheet["rows"] if says_something(cells))
        _place, columns = best_heading(rows) if sheet["visible"] or most < 1 else (0, 0)
        if rows and title in {"", sheet["title"]} and columns > most:
            best, most = RosterSheet(rows, title=sheet["title"], titles=titles), columns
    return best


def read_sheets(content: bytes, most_rows: int, most_columns: int) -> list[dict[str, Any]]:
    arguments = ["-P", open_workbook.__file__, str(most_rows), str(most_columns)]
    try:
        reader = processes.run(*arguments, given=content, seconds=LONGEST)
    except subprocess.TimeoutExpired as error:
        raise unpacks_too_big() from error
    if reader.returncode not in (0, 1):  # TOO_BIG, or a number of the system, which ended it
        raise unpacks_too_big()
    if reader.returncode:
        raise refuse(
            "file-broken",
            _(
                "This workbook cannot be opened: it is damaged or protected by a password. Please save it again."
            ),
            "file",
        )
    sheets: list[dict[str, Any]] = json.loads(reader.stdout)
    return sheets


def unpacks_too_big() -> Refused:
    return refuse(
        "file-unpacks-too-big",
        _("This workbook unpacks to far more than a roster needs. Please save only the roster's sheet."),
        "file",
    )
