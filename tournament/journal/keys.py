"""The keys of the journal's chains: secrets outside the database, so that writing there cannot make a chain valid.

`settings.JOURNAL_KEYS` has the current key first, then earlier ones, which verify older entries. A key is named by
its mark, which reveals nothing of it.
"""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings


def mark_of(key: str) -> str:
    return hashlib.sha256(f"charleston journal key {key}".encode()).hexdigest()[:12]


def current() -> str:
    """The mark of the current key."""
    return mark_of(settings.JOURNAL_KEYS[0])


def is_known(mark: str) -> bool:
    return any(mark_of(key) == mark for key in settings.JOURNAL_KEYS)


def keyed_hash(mark: str, text: str) -> str:
    """The text's HMAC under the key with this mark. Raises LookupError for an unknown mark."""
    for key in settings.JOURNAL_KEYS:
        if mark_of(key) == mark:
            return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
    raise LookupError(mark)


def seal(chain: str, length: int, head: str, mark: str = "") -> str:
    """ "mark:hash", which proves that the program wrote the last entry of a chain ("tournament 3")."""
    mark = mark or current()
    return f"{mark}:{keyed_hash(mark, f'{chain} {length} {head}')}"


def name_of(label: str, key: int) -> str:
    """A chain's name, which its seal covers, so that seals cannot be exchanged."""
    return f"{label} {key}"
