"""The rows of a sheet's list as a spreadsheet has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournament.spreadsheet import Cell


def cells(columns: Sequence[dict[str, Any]], rows: Sequence[Sequence[str]]) -> list[list[Cell]]:
    """The rows with numbers as numbers, in those columns that have them to the right."""
    return [
        [
            number if column["side"] == "right" and (number := number_in(text)) is not None else text
            for column, text in zip(columns, row, strict=True)
        ]
        for row in rows
    ]


def number_in(text: str) -> int | None:
    """The whole number that a text is; a minus may be typographic. None where it is something else."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None
