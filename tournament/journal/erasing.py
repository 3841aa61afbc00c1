"""Takes words out of entries of the journal, so that its chain still holds.

An entry keeps its hash, which the next one follows from, and gets a seal under the installation's key over that hash
and the words that are left. Who can write in the database alone can make neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournament.journal import chain, erasure_seal, verify_content
from tournament.models import Club, JournalEntry, Tournament

FIELDS = ("subject", "old", "new", "reason", "actor_name")
BATCH = 200


@dataclass(frozen=True)
class Words:
    subject: str
    old: Any
    new: Any
    reason: str
    actor_name: str


def words_of(entry: JournalEntry) -> Words:
    return Words(*(getattr(entry, name) for name in FIELDS))


def rewrite(where: Tournament | Club, words_left: Callable[[JournalEntry], Words]) -> int:
    """Gives the entries of a chain the words that are left of them; returns how many have changed.

    An entry that did not hold before is given no seal, so that it still shows.
    """
    changed = []
    for entry in chain(where).order_by("sequence").iterator():
        words = words_left(entry)
        if words == words_of(entry):
            continue
        holds = all(place.cannot_tell for place in verify_content(entry, ""))
        for name in FIELDS:
            setattr(entry, name, getattr(words, name))
        if holds:
            entry.erasure = erasure_seal(entry)
        changed.append(entry)
    JournalEntry.objects.bulk_update(changed, [*FIELDS, "erasure"], batch_size=BATCH)
    return len(changed)
