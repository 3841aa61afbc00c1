"""A list of a page as a file for spreadsheets, CSV or XLSX.

No text in it is a formula. Equal rows make equal bytes: a file that everybody gets must not tell that something was
entered since which is withheld.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import chain, islice
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.writer.excel import ExcelWriter

from record.refused import refuse
from ui.tables import ListTable
from ui.texts import harmless

if TYPE_CHECKING:
    from tournament.models import Entry

Cell = int | str | Decimal | date | datetime | None
"""A decimal is money, a time is said in the zone of the installation; nothing is an empty cell."""
Columns = Sequence[tuple[str, Callable[[Any], Cell]]]
"""The head of each column, and its cell for a record."""
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
MOST_ROWS = 20_000
"""In a list as a file: Excel takes 1,048,576, but making them would keep the desk waiting for minutes."""
MEASURED = 200
"""The rows that the width of a column is made for."""
WIDEST = 50
LONGEST_TITLE = 31
WRITTEN = datetime(2000, 1, 1)  # noqa: DTZ001 (a workbook has no zone)
"""The time that every workbook says it was made at, so that equal data are equal bytes."""
FORMATS: list[tuple[type, str]] = [
    (Decimal, "0.00"),
    (datetime, "yyyy-mm-dd hh:mm:ss"),
    (date, "yyyy-mm-dd"),
]


@dataclass(frozen=True)
class Worksheet:
    name: str
    title: str
    heads: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def worksheet(name: str, title: str, records: Collection[Any], columns: Columns) -> Worksheet | None:
    """A worksheet with a row for each record; None without records."""
    if not records:
        return None
    rows = ([cell_of(record) for _head, cell_of in columns] for record in records)
    return Worksheet(name, title, [head for head, _cell_of in columns], rows)


def worksheet_of(table: ListTable) -> Worksheet:
    return Worksheet("all", str(table.label), table.heads(), table.cells())


def player_columns(entry_of: Callable[[Any], Entry], *, names_people: bool = True) -> Columns:
    """Who a record is about; `names_people`: for directors, who see town and member number too."""
    columns: Columns = [
        (_("No."), lambda record: entry_of(record).number),
        (_("Name"), lambda record: entry_of(record).name),
    ]
    details: Columns = [
        (_("Town"), lambda record: entry_of(record).person.town),
        (_("Member number"), lambda record: entry_of(record).person.member_number),
    ]
    return [*columns, *details] if names_people else columns


def page_or_file(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *worksheets: Worksheet | None,
    file_name: str,
    status: int = 200,
) -> HttpResponse:
    """The page, which offers its lists as files with `ui/_spreadsheet.html`; in its place such a file.

    `?export=csv` is the first list, or that of `&list=NAME`; `?export=xlsx` has all of them, a sheet for each.
    """
    offered = [sheet for sheet in worksheets if sheet]
    kind = request.GET.get("export") if request.method in ("GET", "HEAD") else ""
    if not kind:
        return render(request, template, {**context, "worksheets": offered}, status=status)
    listed = request.GET.get("list")
    chosen = [sheet for sheet in offered if listed in (None, sheet.name)]
    if kind not in CONTENT_TYPES or not chosen:
        raise Http404(_("There is no such file."))
    if kind == "xlsx":
        return file_of(kind, file_name, *chosen)
    part = f"-{listed}" if listed and len(offered) > 1 else ""
    return file_of(kind, file_name + part, chosen[0])


def file_of(kind: str, name: str, *worksheets: Worksheet) -> HttpResponse:
    """The answer with the lists as a file, as CSV only the first; `name` is the file's, without its ending."""
    content = as_csv(worksheets[0]) if kind == "csv" else as_workbook(worksheets)
    response = HttpResponse(content, content_type=CONTENT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def in_units(cents: int) -> Decimal:
    """Money as a cell: 1250 cents are 12.50."""
    return Decimal(cents).scaleb(-2)


def bounded(rows: Iterable[Sequence[Cell]]) -> Iterator[Sequence[Cell]]:
    """The rows. Raises Refused at the first one too many."""
    for count, row in enumerate(rows):
        if count == MOST_ROWS:
            message = _("A file takes %(most)s rows at most, and this list is longer. Search for fewer.")
            raise refuse("too-many-rows", message % {"most": f"{MOST_ROWS:,}"})
        yield row


def in_text(cell: Cell) -> Cell:
    """What CSV has: numbers as they are, dates and times as ISO 8601 says them, text without formulas."""
    if cell is None or isinstance(cell, int | Decimal):
        return cell
    if isinstance(cell, datetime):
        return f"{localtime(cell):%Y-%m-%d %H:%M:%S}"
    return cell.isoformat() if isinstance(cell, date) else harmless(str(cell))


def as_csv(worksheet: Worksheet) -> bytes:
    """In UTF-8 with a byte order mark, without which a spreadsheet takes accents for another encoding."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    for row in chain([worksheet.heads], bounded(worksheet.rows)):
        writer.writerow([in_text(cell) for cell in row])
    return b"\xef\xbb\xbf" + buffer.getvalue().encode()


def as_workbook(worksheets: Sequence[Worksheet]) -> bytes:
    """A sheet for each list, its heads frozen. Rows go to the disk as they come, and none is kept."""
    book = Workbook(write_only=True)
    for worksheet in worksheets:
        title = "".join(sign for sign in worksheet.title if sign not in r"[]:*?/\'")[:LONGEST_TITLE]
        write_sheet(book.create_sheet(title or "1"), worksheet)
    book.properties.created = book.properties.modified = WRITTEN
    with TemporaryFile() as file:
        ExcelWriter(book, ZipFile(file, "w", ZIP_STORED)).save()
        return without_times(file)


def write_sheet(sheet: Any, worksheet: Worksheet) -> None:
    rows = bounded(worksheet.rows)
    first = list(islice(rows, MEASURED))
    sheet.freeze_panes = "A2"
    for place, column in enumerate(zip(worksheet.heads, *first, strict=True), 1):
        longest = max(len(str(in_text(cell))) for cell in column)
        sheet.column_dimensions[get_column_letter(place)].width = min(WIDEST, longest + 3)
    sheet.append([cell_for(sheet, head, font=Font(bold=True)) for head in worksheet.heads])
    for row in chain(first, rows):
        sheet.append([cell_for(sheet, value) for value in row])


def cell_for(sheet: Any, value: Cell, *, font: Font | None = None) -> Any:
    if isinstance(value, datetime):
        value = localtime(value).replace(tzinfo=None, microsecond=0)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, Decimal | date):
        cell = WriteOnlyCell(sheet, value)
        cell.number_format = next(words for kind, words in FORMATS if isinstance(value, kind))
    else:
        cell = WriteOnlyCell(sheet, "".join(sign for sign in harmless(str(value)) if sign >= " "))
        cell.data_type = "s"
    if font:
        cell.font = font
    return cell


def without_times(file: IO[bytes]) -> bytes:
    """The same parts, packed, in a file that does not say when each was written."""
    packed = io.BytesIO()
    with ZipFile(file) as parts, ZipFile(packed, "w") as fixed:
        for part in parts.infolist():
            entry = ZipInfo(part.filename, WRITTEN.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            with parts.open(part) as source, fixed.open(entry, "w") as target:
                copyfileobj(source, target)
    return packed.getvalue()
