"""Writes and verifies the journal.

Each entry's hash covers its content and the hash before it, under a key that is not in the database, so a changed,
removed or inserted entry shows, and writing in the database alone cannot make it fit. The last entry has a seal under
the same key, which covers entries older than the key too. There is a chain for each tournament, and one for each club
for what belongs to no tournament.

`settings.JOURNAL_KEYS` has the current key first, then earlier ones, which verify older entries. A key is named by its
mark, which reveals nothing of it.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Club, JournalEntry, Tournament, User
from tournament.verbs import Verb

FIRST_HASH = "0" * 64
CHANNEL = "charleston"


def lock(tournament: Tournament) -> Tournament:
    """The tournament's row, locked until the transaction ends: one change at a time per tournament.

    Whoever needs the club's row as well takes it first (`lock_club`). `no_key` lets others write rows that refer to
    the locked one: a journal entry of any tournament names its club, and would else wait for that lock while its
    holder waits for the tournament. SQLite has no row locks; its IMMEDIATE transactions admit one writer at a time.
    """
    return Tournament.everything.select_for_update(no_key=True).get(pk=tournament.pk)


def lock_club(club: int) -> Club:
    """The row of the club with this key, locked until the transaction ends."""
    return Club.objects.select_for_update(no_key=True).get(pk=club)


def mark_of(key: str) -> str:
    return hashlib.sha256(f"charleston journal key {key}".encode()).hexdigest()[:12]


def current_mark() -> str:
    return mark_of(settings.JOURNAL_KEYS[0])


def is_known(mark: str) -> bool:
    return any(mark_of(key) == mark for key in settings.JOURNAL_KEYS)


def keyed_hash(mark: str, text: str) -> str:
    """The text's HMAC under the key with this mark. Raises LookupError for an unknown mark."""
    for key in settings.JOURNAL_KEYS:
        if mark_of(key) == mark:
            return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
    raise LookupError(mark)


def seal_of(where: Tournament | Club, length: int, head: str, mark: str = "") -> str:
    """ "mark:hash", which proves that the program wrote the last entry of this chain, and of no other."""
    mark = mark or current_mark()
    chain = f"{where._meta.label_lower} {where.pk}"
    return f"{mark}:{keyed_hash(mark, f'{chain} {length} {head}')}"


def content_hash(entry: JournalEntry) -> str:
    """Raises LookupError for an entry under an unknown key."""
    text = content_of(entry)
    if entry.hashed_with:
        return keyed_hash(entry.hashed_with, text)
    return hashlib.sha256(text.encode()).hexdigest()


def content_of(entry: JournalEntry) -> str:
    """What an entry's hash covers."""
    content = {
        **keys_hashed(entry.hashed_as, entry.club_id, entry.tournament_id, entry.actor_id),
        "sequence": entry.sequence,
        "at": entry.at,
        "actor_name": entry.actor_name,
        "verb": entry.verb,
        "subject": entry.subject,
        "old": entry.old,
        "new": entry.new,
        "reason": entry.reason,
        "previous_hash": entry.previous_hash,
    }
    if entry.hashed_with:
        content["hashed_with"] = entry.hashed_with
    return json.dumps(content, cls=DjangoJSONEncoder, sort_keys=True, ensure_ascii=True)


def erasure_seal(entry: JournalEntry, mark: str = "") -> str:
    """ "mark:hash", which proves that the program took words out of an entry that had this hash, and left these."""
    mark = mark or current_mark()
    return f"{mark}:{keyed_hash(mark, f'erased {entry.hash} {content_of(entry)}')}"


def keys_hashed(
    hashed_as: dict[str, int | None] | None, club: int, tournament: int | None, actor: int | None
) -> dict[str, int | None]:
    """The keys that an entry's hash holds: its own, or, of one that came from an archive, those of its origin."""
    return hashed_as or {"club": club, "tournament": tournament, "actor": actor}


def record(
    where: Tournament | Club,
    verb: Verb,
    subject: str,
    *,
    by: User | None,
    old: Any = None,
    new: Any = None,
    reason: str = "",
    standings: bool = False,
    seats: bool = False,
    **about: Model,
) -> JournalEntry:
    """Adds one entry to the chain of `where`; `tournament.change` calls it inside the change's transaction.

    `old` and `new` are JSON values; `about` has the rows the change is about, by the entry's own foreign keys. For a
    tournament the version that browsers watch rises, with `standings` the version of its standings too, and with
    `seats` the revision of its seats.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError(
            "A journal entry belongs to the transaction of its change."
        )
    # Truncated to what both databases store, so that the hash can be computed again from the row.
    now = timezone.now().replace(microsecond=0)
    entry = JournalEntry(
        club_id=where.club_id if isinstance(where, Tournament) else where.pk,
        tournament=where if isinstance(where, Tournament) else None,
        at=now,
        actor=by,
        actor_name=str(by) if by else "Charleston",
        verb=verb,
        **about,
        subject=subject[:200],
        old=json.loads(json.dumps(old, cls=DjangoJSONEncoder)),
        new=json.loads(json.dumps(new, cls=DjangoJSONEncoder)),
        reason=reason,
        hashed_with=current_mark(),
    )
    changes = raised(standings=standings, seats=seats) if isinstance(where, Tournament) else {}
    while not append(entry, where, changes):
        # A change inside this one has added entries since `where` was locked.
        where.refresh_from_db(fields=["journal_head", "journal_length"])
    if isinstance(where, Tournament):
        tell_streams(where)
    return entry


def append(entry: JournalEntry, where: Tournament | Club, changes: dict[str, Any]) -> bool:
    """Stores an entry at the end of the chain, and `changes` of its owner; False, and nothing stored, if `where` was
    read before the last entry.
    """
    length = where.journal_length + 1
    entry.sequence, entry.previous_hash = length, where.journal_head or FIRST_HASH
    entry.hash = content_hash(entry)
    seal = seal_of(where, length, entry.hash)
    rows = type(where)._base_manager.filter(pk=where.pk, journal_head=where.journal_head)
    if not rows.update(journal_head=entry.hash, journal_length=length, journal_seal=seal, **changes):
        return False
    entry.save(force_insert=True)
    where.journal_head, where.journal_length, where.journal_seal = entry.hash, length, seal
    return True


def seal(where: Tournament | Club) -> None:
    """Seals a chain that came from an archive: from here on it is held by this installation's key."""
    head, length = type(where)._base_manager.values_list("journal_head", "journal_length").get(pk=where.pk)
    if head:
        own = seal_of(where, length, head)
        type(where)._base_manager.filter(pk=where.pk).update(journal_seal=own)


def raised(*, standings: bool, seats: bool) -> dict[str, Any]:
    """The versions of a tournament that a change raises, as an update."""
    changes: dict[str, Any] = {"version": F("version") + 1}
    if standings:
        changes |= {"standings_version": F("standings_version") + 1, "standings_at": timezone.now()}
    if seats:
        changes["seats_revision"] = F("seats_revision") + 1
    return changes


def tell_streams(tournament: Tournament) -> None:
    """Notifies every process of the new versions on commit; on SQLite the hub polls instead."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_notify(%s, concat_ws(' ', id, version, standings_version, slug))"
                " FROM tournament_tournament WHERE id = %s",
                [CHANNEL, tournament.pk],
            )


def chain(where: Tournament | Club) -> QuerySet[JournalEntry]:
    """The entries of one chain, oldest first."""
    if isinstance(where, Tournament):
        return where.journal.all()  # whose entries know their tournament
    return JournalEntry.objects.filter(club=where, tournament=None)


@dataclass(frozen=True)
class Break:
    """A place where a chain is broken, and how. `cannot_tell`: the key to verify it is missing."""

    sequence: int
    message: str
    cannot_tell: bool = False


def verify(where: Tournament | Club) -> Iterator[Break]:
    """Every break in the chain of `where`; none when it is intact.

    Entries written during the verification are no breaks.
    """
    expected_hash, expected_sequence, key = FIRST_HASH, 1, ""
    for entry in chain(where).order_by("sequence").iterator():
        if entry.sequence != expected_sequence:
            missing = {"first": expected_sequence, "last": entry.sequence - 1}
            yield Break(entry.sequence, _("Entries %(first)d to %(last)d are missing.") % missing)
        elif entry.previous_hash != expected_hash:
            yield Break(entry.sequence, _("It does not follow from the entry before it."))
        yield from verify_content(entry, key)
        expected_hash, expected_sequence, key = entry.hash, entry.sequence + 1, entry.hashed_with
    columns = "journal_head", "journal_length", "journal_seal"
    head, length, seal = type(where)._base_manager.values_list(*columns).get(pk=where.pk)
    last = chain(where).filter(hash=head).values_list("sequence", flat=True).first()
    if expected_sequence == 1:
        # To be founded, and to be created, is an entry.
        yield Break(1, _("Every entry is missing."))
    elif not head:
        yield Break(expected_sequence, _("It is not known which entry was the last; some may be missing."))
    elif last is None:
        yield Break(expected_sequence, _("Entries at the end are missing."))
    elif last < expected_sequence - 1:
        yield Break(last + 1, _("Entries from here on were added by somebody else than the program."))
    else:
        mark = seal.partition(":")[0]
        if mark and not is_known(mark):
            yield key_missing(last, mark)
        elif not mark or seal != seal_of(where, length, head, mark):
            message = _(
                "Its seal does not fit: somebody else than the program wrote entries, perhaps all of them."
            )
            yield Break(last, message)


def verify_content(entry: JournalEntry, key_before: str) -> Iterator[Break]:
    """Whether an entry is as it was written; `key_before` is the mark of the previous entry's key."""
    mark = entry.hashed_with
    erased_with = entry.erasure.partition(":")[0]
    if mark and not is_known(mark):
        if mark != key_before:  # said once for all that follow
            yield key_missing(entry.sequence, mark)
    elif erased_with and not is_known(erased_with):
        yield key_missing(entry.sequence, erased_with)
    elif (
        entry.erasure != erasure_seal(entry, erased_with)
        if erased_with
        else entry.hash != content_hash(entry)
    ):
        yield Break(entry.sequence, _("Its content was changed after it was written."))
    elif key_before and not mark:
        yield Break(entry.sequence, _("It was written without the key, after entries that have it."))


def key_missing(sequence: int, mark: str) -> Break:
    message = _(
        "From here on it was written with another key (%(mark)s), so it cannot be told whether it was changed. Put the"
        " file journal_key back that lay beside the database, or name that key with CHARLESTON_JOURNAL_KEY."
    )
    return Break(sequence, message % {"mark": mark}, cannot_tell=True)


def search(where: Tournament | Club, words: str) -> QuerySet[JournalEntry]:
    """Entries of a chain, newest first, whose subject, verb, reason or actor contains `words`.

    Verbs, rounds, tables and players are found by their words in the reader's language.
    """
    rows = ("round", "table__round", "entry", "other_entry")
    entries = chain(where).select_related(*rows).order_by("-sequence")
    if words:
        from tournament.journal.words import in_stored_words  # which stands on models that write the journal

        verbs = [verb for verb in Verb if words.casefold() in str(verb.label).casefold()]
        entries = entries.filter(
            Q(subject__icontains=words)
            | Q(subject__icontains=in_stored_words(words))
            | Q(verb__in=verbs)
            | Q(reason__icontains=words)
            | Q(actor_name__icontains=words)
        )
    return entries
