"""Cuts CSV text into rows and cells, and refuses every quotation mark that could have swallowed players.

Python's reader takes an unclosed quotation mark for a cell that runs on to the next one, over whole rows. Here such a
mark is reported with its line. Cells with line breaks that a spreadsheet wrote are read.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from record.refused import Refused, refuse

# A name fills one line, an address a few; a cell of more lines was opened by a mark that nobody closed.
MOST_BREAKS_IN_A_CELL = 4

_BREAK = re.compile(r"\r\n|\r|\n")


class _Cell(NamedTuple):
    text: str
    end: int
    breaks: int = 0


class _Patterns(NamedTuple):
    """The patterns of one separator. `quoted` runs from the mark to its closing one, `after` is what may follow
    that.
    """

    stop: re.Pattern[str]
    quoted: re.Pattern[str]
    after: re.Pattern[str]


@cache
def _patterns(separator: str) -> _Patterns:
    sign = re.escape(separator)
    return _Patterns(
        stop=re.compile(rf"[{sign}\r\n]"),
        quoted=re.compile(r' *+"([^"]*+(?:""[^"]*+)*+)"'),
        after=re.compile(rf" *+(?={sign}|\r|\n|\Z)"),
    )


def cut_rows(text: str, separator: str, *, first_line: int = 1) -> Iterator[tuple[int, list[str]]]:
    """Yields (first line, cells) of each row. Raises Refused for a mark that is not closed, or where it is
    uncertain which rows it encloses.
    """
    at, line, width = 0, first_line, 0
    while at < len(text):
        began, opened, cells, broken = at, line, [], []
        while True:
            cell = cut_cell(text, at, separator, line)
            cells.append(cell.text)
            if cell.breaks:
                broken.append((line, line + cell.breaks))
            at, line = cell.end, line + cell.breaks
            if text[at : at + 1] != separator:
                break
            at += 1
        width = max(width, len(cells))
        if broken and could_be_rows(text[began:at], separator, width=width, cells=len(cells)):
            raise swallowed(*broken[0])
        yield opened, cells
        line_break = _BREAK.match(text, at)
        at, line = (line_break.end() if line_break else len(text)), line + 1


def cut_cell(text: str, at: int, separator: str, line: int) -> _Cell:
    """The cell that begins at `at`, on `line`.

    A mark inside a cell, as in Robert "Bob" Ray or 6", is an ordinary character.
    """
    patterns = _patterns(separator)
    stop = patterns.stop.search(text, at)
    unquoted_cell = _Cell(text[at : stop.start()] if stop else text[at:], stop.start() if stop else len(text))
    if not unquoted_cell.text.lstrip(" ").startswith('"'):
        return unquoted_cell
    quoted = patterns.quoted.match(text, at)
    after = patterns.after.match(text, quoted.end()) if quoted else None
    breaks = len(_BREAK.findall(quoted[1])) if quoted else 0
    if unquoted_cell.text.startswith(" ") and (breaks or not after):
        # A person typed that space: the mark after it opens nothing that its line does not close.
        return unquoted_cell
    if quoted is None:
        raise refuse(
            "file-quote",
            _("On line %(line)s a quotation mark is opened that nothing closes.") % {"line": line},
            "file",
        )
    if after and breaks <= MOST_BREAKS_IN_A_CELL:
        return _Cell(quoted[1].replace('""', '"'), after.end(), breaks)
    if breaks:
        raise swallowed(line, line + breaks)
    if unquoted_cell.text.count('"') == 2:
        # "Bob" Ray: the marks do not go around all of the cell.
        return unquoted_cell
    raise refuse(
        "file-quote",
        _(
            "On line %(line)s a cell goes on after its closing quotation mark. Please take the quotation marks"
            " out of that cell, or write each one inside it twice."
        )
        % {"line": line},
        "file",
    )


def could_be_rows(text: str, separator: str, *, width: int, cells: int) -> bool:
    """Whether a row with line breaks in its quoted cells may as well be several rows with two marks too many.

    `width` is the number of cells of the widest row so far, `cells` of this one.
    """
    first, *others = [piece.split(separator) for piece in _BREAK.split(text)]
    if width == 1:
        # Only names: two or more words on each line are as many people.
        return all(len(piece[0].split()) > 1 for piece in (first, *others))
    if len(first) == 1:
        return False
    numbered = is_number(first[0])
    return any(
        is_whole(piece)
        and (
            len(piece) >= width or (len(piece) > 1 and (cells < width or (numbered and is_number(piece[0]))))
        )
        for piece in others
    )


def is_whole(piece: list[str]) -> bool:
    """Whether a line by itself has no mark besides the possible mistake."""
    return sum(cell.count('"') % 2 for cell in piece) <= 1


def is_number(cell: str) -> bool:
    return cell.strip().strip('"#').isdigit()


def swallowed(line: int, last: int) -> Refused:
    return refuse(
        "file-quote",
        _(
            "On line %(line)s a quotation mark is opened that is closed only on line %(last)s, and what lies"
            " between may be players of their own. Please close it on its own line, or take the line breaks out"
            " of that cell."
        )
        % {"line": line, "last": last},
        "file",
    )
