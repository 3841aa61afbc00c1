"""Rosters from spreadsheets: reading the file, naming its columns, comparing it with who is known.

Nothing here touches the database: a file and what is known go in, a difference comes out.
"""

from .columns import FIELDS, Layout, Lines, guess_layout, read_lines
from .compare import Answer, Change, Difference, Known, New, Question, compare
from .file import ENCODINGS, MOST_BYTES, MOST_ROWS, SEPARATORS, Sheet, read_sheet
from .line import RefusedLine, RosterLine

__all__ = [
    "ENCODINGS",
    "FIELDS",
    "MOST_BYTES",
    "MOST_ROWS",
    "SEPARATORS",
    "Answer",
    "Change",
    "Difference",
    "Known",
    "Layout",
    "Lines",
    "New",
    "Question",
    "RefusedLine",
    "RosterLine",
    "Sheet",
    "compare",
    "guess_layout",
    "read_lines",
    "read_sheet",
]
