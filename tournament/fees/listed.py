"""What a roster's words about a fee mean: "yes", "check 401", "cash". Only words; a bare amount may be a price."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournament.models import Payment

_NOT_ALL = re.compile(
    r"\b(no|not|un-?paid|owes?|owed|due|pending|half|part|partly|deposit|refund\w*)\b|[-−$€£]"
)
_CHECK = re.compile(r"\b(?:check|cheque|chk|ck)\b\W*(?P<reference>\d{1,12})?")
_CASH = re.compile(r"\bcash\b")
_TRANSFER = re.compile(r"\b(?P<reference>venmo|zelle|paypal|transfer|online|card|credit|stripe|square)\b")
_YES = re.compile(r"(?:y|yes|x|✓|✔|ok|pd|paid|si|sí|pagado|paid in full|in full|true)[.!]?")


@dataclass(frozen=True)
class ListedPayment:
    """The list says that all of it was paid; `method` is "" where it does not say how."""

    method: str = ""
    reference: str = ""


def payment_listed(words: str) -> ListedPayment | None:
    """None where the words do not say that all was paid."""
    words = words.casefold().strip()
    if not words or _NOT_ALL.search(words):
        return None
    if found := _CHECK.search(words):
        return ListedPayment(Payment.Method.CHEQUE, found["reference"] or "")
    if _CASH.search(words):
        return ListedPayment(Payment.Method.CASH)
    if found := _TRANSFER.search(words):
        return ListedPayment(Payment.Method.TRANSFER, found["reference"])
    return ListedPayment() if _YES.fullmatch(words) else None
