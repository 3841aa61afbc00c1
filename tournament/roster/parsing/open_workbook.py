"""A process of its own that reads one workbook: its bytes on standard input, its sheets as JSON on standard output.

The spreadsheet library makes a table as wide and as deep as the two cells furthest apart, whatever memory that
takes, and a process without memory ends at once. So it is this process that ends, and never the one that serves.
"""

import datetime
import io
import itertools
import json
import sys
from typing import Any

from python_calamine import CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from machine.limits import bound

# A roster takes some 60 MB, most of them Python’s own, and a twentieth of a second.
MOST_MEMORY = 500_000_000
MOST_SECONDS = 2
MOST_WRITTEN = 30_000_000
TOO_BIG = 3  # exit status


def main(most_rows: int, most_columns: int) -> int:
    bound(memory=MOST_MEMORY, seconds=MOST_SECONDS)
    try:
        sheets = read_sheets(sys.stdin.buffer.read(), most_rows, most_columns)
        output = json.dumps(sheets)
    except MemoryError:
        return TOO_BIG
    if len(output) > MOST_WRITTEN:
        return TOO_BIG
    print(output)
    return 0


def read_sheets(content: bytes, most_rows: int, most_columns: int) -> list[dict[str, Any]]:
    """Title, whether it is visible, and the first filled rows of each sheet, as (row number from 1, cells)."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    return [
        {
            "title": sheet.name,
            "visible": sheet.visible == SheetVisibleEnum.Visible,
            "rows": filled_rows(book.get_sheet_by_name(sheet.name), most_rows, most_columns),
        }
        for sheet in book.sheets_metadata
        if sheet.typ == SheetTypeEnum.WorkSheet
    ]


def filled_rows(sheet: CalamineSheet, most_rows: int, most_columns: int) -> list[tuple[int, list[str]]]:
    # Rows come from the first on, cells from the first column that is not blank in all of them.
    blank = [""] * (sheet.start[1] if sheet.start else 0)
    text_rows = (
        (line, [*blank, *map(as_text, cells[:most_columns])][:most_columns])
        for line, cells in enumerate(sheet.iter_rows(), 1)
    )
    return list(itertools.islice(((line, cells) for line, cells in text_rows if any(cells)), most_rows))


def as_text(value: object) -> str:
    """A cell as a person reads it: 12.0 is "12"."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return str(value).strip()


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
