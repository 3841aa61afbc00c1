"""Text in a cell of a file that other people open in a spreadsheet."""

from __future__ import annotations

import unicodedata

FORMULA_SIGNS = frozenset("=+-@\N{MINUS SIGN}")


def harmless(text: str) -> str:
    """The text for a cell, so that no spreadsheet takes it for a formula: nor in full-width signs, nor after spaces
    or signs that nobody sees.
    """
    signs = unicodedata.normalize("NFKC", text)
    first = next((sign for sign in signs if unicodedata.category(sign)[0] not in "CZ"), "")
    is_formula = first in FORMULA_SIGNS or text.startswith(("\t", "\r", "\n"))
    return f"'{text}" if is_formula else text
