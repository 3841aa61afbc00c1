"""Amounts of money: whole cents inside, words and figures for people."""

from __future__ import annotations

import re

from django.utils.formats import number_format

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
