"""Reads rosters from spreadsheets: opens the file, names its columns, compares it with the people known.

Nothing here uses the database: a file and the people known go in, a difference comes out.
"""

from .columns import FIELDS, Layout, guess_layout
from .compare import compare
from .difference import Answer, ChangedEntry, Difference, KnownPerson, NewEntry, Question
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
    "KnownPerson",
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
