"""Rosters from spreadsheets: reading the file, naming its columns, comparing it with who is known.

Nothing here touches the database: a file and what is known go in, a difference comes out.
"""

from .columns import FIELDS, Layout, guess_layout
from .compare import compare
from .difference import Answer, ChangedEntry, Difference, Known, NewEntry, Question
from .file import ENCODINGS, MOST_BYTES, MOST_ROWS, SEPARATORS, Sheet, read_sheet
from .lines import Lines, RefusedLine, RosterLine, UnclearLine, read_lines

__all__ = [
    "ENCODINGS",
    "FIELDS",
    "MOST_BYTES",
    "MOST_ROWS",
    "SEPARATORS",
    "Answer",
    "ChangedEntry",
    "Difference",
    "Known",
    "Layout",
    "Lines",
    "NewEntry",
    "Question",
    "RefusedLine",
    "RosterLine",
    "Sheet",
    "UnclearLine",
    "compare",
    "guess_layout",
    "read_lines",
    "read_sheet",
]
