"""Text in a cell of a file that other people open in a spreadsheet."""

from __future__ import annotations

import unicodedata


def harmless(text: str) -> str:
    """The text for a cell, so that no spreadsheet takes it for a formula: nor in full-width signs or after spaces."""
    begins = unicodedata.normalize("NFKC", text).lstrip()
    is_formula = begins.startswith(("=", "+", "-", "@", "\N{MINUS SIGN}")) or text.startswith(
        ("\t", "\r", "\n")
    )
    return f"'{text}" if is_formula else text
