"""A table as a file for spreadsheets, CSV or XLSX: the one exporter of every list on a page.

No text in it is a formula, and equal rows make equal bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.writer.excel import ExcelWriter

from tournament.cells import harmless

Cell = int | str | Decimal | None
"""A decimal is money; nothing is an empty cell."""
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
WIDEST = 50
LONGEST_TITLE = 31
WRITTEN = datetime(2000, 1, 1)  # noqa: DTZ001 (a workbook has no zone)
"""The time that every workbook says it was made at, so that equal data are equal bytes."""


def file_asked(request: HttpRequest) -> str:
    """The kind of file that `?export=` asks for in place of the page, csv or xlsx; "" for the page."""
    kind = request.GET.get("export", "")
    if kind and kind not in CONTENT_TYPES:
        raise Http404(_("There is no such file."))
    return kind


def file_of(
    kind: str, name: str, title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> HttpResponse:
    """The answer with the table as a file; `name` is the file's, without its ending."""
    table = [list(row) for row in rows]
    content = as_csv(heads, table) if kind == "csv" else as_workbook(title, heads, table)
    response = HttpResponse(content, content_type=CONTENT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def in_units(cents: int) -> Decimal:
    """Money as a cell: 1250 cents are 12.50."""
    return Decimal(cents).scaleb(-2)


def is_plain(cell: Cell) -> bool:
    """Whether the cell is a number or empty; whatever else there is, is text."""
    return cell is None or isinstance(cell, int | Decimal)


def as_csv(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """In UTF-8 with a byte order mark, without which a spreadsheet takes accents for another encoding."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    for row in [heads, *rows]:
        writer.writerow([cell if is_plain(cell) else harmless(str(cell)) for cell in row])
    return b"\xef\xbb\xbf" + buffer.getvalue().encode()


def as_workbook(title: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """One sheet, its heads frozen; every text is stored as text, and none as a formula."""
    book = Workbook()
    sheet = book.active
    sheet.title = "".join(sign for sign in title if sign not in r"[]:*?/\'")[:LONGEST_TITLE] or "1"
    for line, row in enumerate([heads, *rows], 1):
        for place, value in enumerate(row, 1):
            cell = sheet.cell(line, place)
            if is_plain(value):
                cell.value = value
                cell.number_format = "0.00" if isinstance(value, Decimal) else "General"
            else:
                cell.value = "".join(sign for sign in harmless(str(value)) if sign >= " ")
                cell.data_type = "s"
            if line == 1:
                cell.font = Font(bold=True)
    for place, head in enumerate(heads, 1):
        longest = max(len(str(row[place - 1])) for row in [heads, *rows]) if rows else len(head)
        sheet.column_dimensions[get_column_letter(place)].width = min(WIDEST, longest + 3)
    sheet.freeze_panes = "A2"
    book.properties.created = book.properties.modified = WRITTEN
    file = io.BytesIO()
    ExcelWriter(book, ZipFile(file, "w", ZIP_DEFLATED)).save()
    return without_times(file)


def without_times(file: io.BytesIO) -> bytes:
    """The same parts in a file that does not say when each was packed."""
    packed = io.BytesIO()
    with ZipFile(file) as parts, ZipFile(packed, "w") as fixed:
        for part in parts.infolist():
            entry = ZipInfo(part.filename, WRITTEN.timetuple()[:6])
            fixed.writestr(entry, parts.read(part), ZIP_DEFLATED)
    return packed.getvalue()
