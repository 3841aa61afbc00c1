"""Opens spreadsheet files: CSV in any encoding and separator, and workbooks. Limits are checked first."""

import csv
import io
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from record.refused import Refused, refuse

from .columns import MOST_TITLES, RosterSheet, best_heading, says_something
from .quotes import cut_rows
from .workbook import is_workbook, read_workbook

MOST_BYTES = 2_000_000
MOST_ROWS = 1_000
MOST_COLUMNS = 40
# Enough of a file to see that it is too long.
MOST_READ = MOST_ROWS + MOST_TITLES + 2

ENCODINGS = {
    "utf-8": gettext_lazy("Unicode (UTF-8)"),
    "utf-16": gettext_lazy("Unicode text (UTF-16)"),
    "cp1252": gettext_lazy("Windows, Western European"),
    "mac-roman": gettext_lazy("Macintosh, Western European"),
    "cp1250": gettext_lazy("Windows, Central European"),
    "cp1255": gettext_lazy("Windows, Hebrew"),
    "cp1256": gettext_lazy("Windows, Arabic"),
    "gb18030": gettext_lazy("Chinese, simplified"),
    "big5": gettext_lazy("Chinese, traditional"),
    "shift_jis": gettext_lazy("Japanese"),
}
SEPARATORS = {
    ",": gettext_lazy("Comma"),
    ";": gettext_lazy("Semicolon"),
    "\t": gettext_lazy("Tab"),
    "|": gettext_lazy("Vertical bar"),
}
_WINDOWS_QUOTES = frozenset(b"\x91\x92\x93\x94")
_MACINTOSH_QUOTES = frozenset(b"\xd0\xd1\xd2\xd3\xd4\xd5")
# A slip may leave a stray control character in a cell: that line is refused, not the file.
MOST_CONTROL_CHARACTERS = 8


def read_sheet(content: bytes, *, encoding: str = "", separator: str = "", title: str = "") -> RosterSheet:
    """The table in a file; encoding and separator, or the sheet of a workbook, are guessed unless given.

    Raises Refused with one sentence for the field `file` when it is too big, empty, or no table.
    """
    check_size(len(content))
    refuse_foreign(content)
    if is_workbook(content):
        workbook = read_workbook(content, title, most_rows=MOST_READ, most_columns=MOST_COLUMNS)
        if not workbook.rows and title:
            raise refuse("sheet-empty", _("There is nothing on this sheet."), "title")
        if not workbook.rows:
            raise nothing_in_it()
        return checked_length(workbook)
    encoding = encoding or guess_encoding(content)
    text = decode(content, encoding)
    text, announced = without_announcement(text)
    separator = separator or announced or guess_separator(text)
    cut = cut_rows(text, separator, first_line=2 if announced else 1)
    filled = ((line, tuple(cells[:MOST_COLUMNS])) for line, cells in cut if says_something(cells))
    sheet = checked_length(RosterSheet(tuple(islice(filled, MOST_READ)), encoding, separator))
    if not sheet.rows:
        raise nothing_in_it()
    return sheet


def check_size(size: int) -> None:
    """Refuses a file over the limit; called with its announced size before it is opened."""
    if size > MOST_BYTES:
        raise refuse(
            "file-too-big",
            _(
                "This file is over %(limit)s MB. A roster of a thousand players is far smaller: is it the right one?"
            )
            % {"limit": MOST_BYTES // 1_000_000},
            "file",
        )


def nothing_in_it() -> Refused:
    return refuse("file-empty", _("There is nothing in this file."), "file")


def refuse_foreign(content: bytes) -> None:
    """Refuses files of other kinds by their first bytes, whatever their name."""
    start = content[:512].lstrip()
    if start.startswith(b"%PDF"):
        kind = _("This is a PDF document, whatever its name says.")
    elif content.startswith(b"PK") and not is_workbook(content):
        kind = _("This is a packed file, but not a workbook.")
    elif start[:15].lower().startswith((b"<!doctype", b"<html", b"<?xml")):
        kind = _("This is a web page or XML file, not a table.")
    elif looks_binary(content):
        kind = _("This is not a table of text.")
    else:
        return
    raise refuse(
        "file-foreign",
        kind + " " + _("Please save the roster as CSV or as an Excel workbook (.xlsx)."),
        "file",
    )


def looks_binary(content: bytes) -> bool:
    if is_workbook(content) or guess_utf_16(content):
        return False
    sample = content[:4096]
    strange = sum(byte < 32 and byte not in b"\t\n\r\x0b\x0c\x1a" for byte in sample)
    return 0 in sample or strange > MOST_CONTROL_CHARACTERS


def guess_utf_16(content: bytes) -> str:
    """The codec of UTF-16 text, with or without a mark; empty for anything else."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    sample = content[:400]
    if len(sample) < 4 or len(content) % 2:
        return ""
    for position, codec in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros = sample[position::2].count(0)
        if zeros * 4 > len(sample) and sample[1 - position :: 2].count(0) == 0:
            return codec
    return ""


def guess_encoding(content: bytes) -> str:
    if guess_utf_16(content):
        return "utf-16"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8"
    # Accented letters lie above 0xC0 on Windows, and nearly all of them below 0xA0 on a Macintosh.
    windows = sum(byte >= 0xC0 and byte not in _MACINTOSH_QUOTES for byte in content)
    macintosh = sum(0x80 <= byte < 0xA0 and byte not in _WINDOWS_QUOTES for byte in content)
    return "mac-roman" if macintosh > windows else "cp1252"


def decode(content: bytes, encoding: str) -> str:
    codec = {"utf-8": "utf-8-sig", "utf-16": guess_utf_16(content) or "utf-16-le"}.get(encoding, encoding)
    try:
        return content.decode(codec)
    except UnicodeDecodeError:
        raise refuse(
            "file-encoding",
            _("This file is not written in the encoding “%(encoding)s”. Please choose another.")
            % {"encoding": ENCODINGS.get(encoding, encoding)},
            "encoding",
        ) from None


def without_announcement(text: str) -> tuple[str, str]:
    """The text after a first line such as "sep=;", which Excel writes, and the separator it names."""
    first, _break, remainder = text.partition("\n")
    mark = first.rstrip("\r").strip('"')
    if mark.lower().startswith("sep=") and mark[4:] in SEPARATORS:
        return remainder, mark[4:]
    return text, ""


def guess_separator(text: str) -> str:
    """The separator that cuts the first rows into the same and the largest number of cells."""

    def score(separator: str) -> tuple[int, int]:
        try:
            reader = csv.reader(io.StringIO(text[:20_000], newline=""), delimiter=separator)
            widths = [len(cells) for cells, _ in zip(reader, range(20), strict=False) if any(cells)]
        except csv.Error:
            return 0, 0
        usual = max(set(widths), key=widths.count) if widths else 0
        return (widths.count(usual) if usual > 1 else 0), usual

    return max(SEPARATORS, key=score)


def checked_length(sheet: RosterSheet) -> RosterSheet:
    """Refuses more rows than players are allowed, besides headings and titles."""
    if len(sheet.rows) > MOST_ROWS + max(best_heading(sheet.rows)[0], 1):
        raise refuse(
            "file-too-long",
            _("This file has more than %(limit)s rows. Please divide it.") % {"limit": f"{MOST_ROWS:,}"},
            "file",
        )
    return sheet
