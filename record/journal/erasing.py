"""Takes words out of entries of the journal, so that its chain still holds.

An entry keeps its hash, which the next one follows from, and gets a seal under the installation's key over that hash
and the words that are left. Who can write in the database alone can make neither.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from record.journal import erasure_seal, verify_content
from record.models import Chained, JournalEntry

FIELDS = ("subject", "old", "new", "reason", "actor_name")
BATCH = 200


@dataclass(frozen=True)
class EntryWords:
    subject: str
    old: Any
    new: Any
    reason: str
    actor_name: str


def words_of(entry: JournalEntry) -> EntryWords:
    return EntryWords(*(getattr(entry, name) for name in FIELDS))


def rewrite(where: Chained, words_left: Callable[[JournalEntry], EntryWords]) -> int:
    """Stores the words that are left of a chain's entries; returns how many changed.

    An entry that did not hold before is given no seal, so that it still shows.
    """
    changed = []
    for entry in where.chain().order_by("sequence").iterator():
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
