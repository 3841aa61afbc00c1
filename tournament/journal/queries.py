from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from record.models import Chained, JournalEntry
from record.verbs import Verb
from tournament.journal.words import in_stored_words
from tournament.models import Tournament
from tournament.seams import RecordedEntry, above


def search(where: Chained, words: str) -> QuerySet[JournalEntry]:
    """Entries of a chain, newest first, whose subject, verb, reason or actor contains `words`.

    Verbs, rounds, tables and players are found by their words in the reader's language.
    """
    rows = ("round", "table__round", "entry", "other_entry")
    entries = where.chain().select_related(*rows).order_by("-sequence")
    if words:
        verbs = [verb for verb in Verb if words.casefold() in str(verb.label).casefold()]
        entries = entries.filter(
            Q(subject__icontains=words)
            | Q(subject__icontains=in_stored_words(words))
            | Q(verb__in=verbs)
            | Q(reason__icontains=words)
            | Q(actor_name__icontains=words)
        )
    return entries


def contradictions(where: Chained) -> Iterator[str]:
    if isinstance(where, Tournament):
        names = "sequence", "verb", "subject", "new", "reason", "old"
        entries = where.chain().order_by("sequence").values_list(*names)
        yield from above.contradictions(where, (RecordedEntry(*entry) for entry in entries.iterator()))
