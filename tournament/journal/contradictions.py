"""Whether what is stored of a tournament is what its journal says."""

from __future__ import annotations

from collections.abc import Iterator

from tournament import journal
from tournament.models import Club, Tournament
from tournament.seams import RecordedEntry, above


def contradictions(where: Tournament | Club) -> Iterator[str]:
    """A sentence for each difference between a tournament's cards, lines and history and its journal."""
    if isinstance(where, Tournament):
        names = "sequence", "verb", "subject", "new", "reason", "old"
        entries = journal.chain(where).order_by("sequence").values_list(*names)
        yield from above.contradictions(where, (RecordedEntry(*entry) for entry in entries.iterator()))
