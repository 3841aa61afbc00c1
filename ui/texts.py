"""Numbers as people read and type them, and texts without signs that nobody sees.

Points are whole numbers of a system's smallest unit inside, money is whole cents.
"""

import re
import unicodedata
from decimal import Decimal

import msgspec
from django.utils.formats import number_format

Number = int | Decimal


def in_points(number: Number, unit: int) -> Number:
    """174 of a unit of 10 are 17.4 points."""
    return number if unit == 1 else Decimal(number) / unit


def shown(number: Number, unit: int = 1, *, grouped: bool = False) -> str:
    """Points as people read them: "−10", "17.4"."""
    places = len(str(unit)) - 1
    figures = number_format(
        in_points(-number if number < 0 else number, unit), places or None, force_grouping=grouped
    )
    return f"{'−' if number < 0 else ''}{figures}"


def number_or_0(text: str, digits: int = 8) -> int:
    """The whole number of at most so many digits; 0 for any other text."""
    return int(text) if text.isdecimal() and len(text) <= digits else 0


def isolated(name: str) -> str:
    """A name within a sentence: one that is written from right to left leaves the words beside it where they are."""
    leads = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if leads else name


JSON = msgspec.json.Encoder(decimal_format="number")
"""Writes decimals as numbers."""


SIGNS = {"USD": "$", "CAD": "$", "AUD": "$", "NZD": "$", "GBP": "£", "EUR": "€"}
LARGEST_CENTS = 100_000_000
AMOUNT = re.compile(r"[$£€]?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*[$£€]?")


def in_money(cents: int, currency: str) -> str:
    """An amount as people write it: "$12.50", "$1,200", with a minus before the sign."""
    whole, rest = divmod(abs(cents), 100)
    figures = number_format(whole + rest / 100 if rest else whole, 2 if rest else 0, force_grouping=True)
    return f"{'−' if cents < 0 else ''}{SIGNS.get(currency, '')}{figures}"


def read_cents(text: str) -> int | None:
    """The cents of "12", "12.50", "$1,200"; None where it is no amount of money."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None:
        return None
    cents = int(match[1].replace(",", "")) * 100 + int((match[2] or "").ljust(2, "0"))
    return cents if cents <= LARGEST_CENTS else None


FORMULA_SIGNS = frozenset("=+-@\N{MINUS SIGN}")


def harmless(text: str) -> str:
    """The text for a cell, so that no spreadsheet takes it for a formula: nor in full-width signs, nor after spaces
    or signs that nobody sees.
    """
    signs = unicodedata.normalize("NFKC", text)
    first = next((sign for sign in signs if unicodedata.category(sign)[0] not in "CZ"), "")
    is_formula = first in FORMULA_SIGNS or text.startswith(("\t", "\r", "\n"))
    return f"'{text}" if is_formula else text


# These reorder the text around them: a name with one could show another name on the page.
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def has_control_characters(text: str) -> bool:
    return any(unicodedata.category(sign) in {"Cc", "Cs"} or sign in _REORDERING for sign in text)
