"""The key of the journal's chains: a secret that is not in the database, so that writing there makes no chain whole.

`settings.JOURNAL_KEYS` has the one that is used first, then earlier ones, with which older entries are still verified.
A key is named by its mark, which tells nothing of it.
"""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings


def mark_of(key: str) -> str:
    return hashlib.sha256(f"charleston journal key {key}".encode()).hexdigest()[:12]


def current() -> str:
    """The mark of the key that is used now."""
    return mark_of(settings.JOURNAL_KEYS[0])


def is_known(mark: str) -> bool:
    return any(mark_of(key) == mark for key in settings.JOURNAL_KEYS)


def keyed_hash(mark: str, text: str) -> str:
    """The text's HMAC under the key with this mark. Raises LookupError where we do not have it."""
    for key in settings.JOURNAL_KEYS:
        if mark_of(key) == mark:
            return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
    raise LookupError(mark)


def seal(chain: str, length: int, head: str, mark: str = "") -> str:
    """What shows that the program itself wrote the last entry of a chain ("tournament 3"): "mark:hash"."""
    mark = mark or current()
    return f"{mark}:{keyed_hash(mark, f'{chain} {length} {head}')}"


def name_of(label: str, key: int) -> str:
    """A chain's own name, which its seal holds: seals cannot change places."""
    return f"{label} {key}"
