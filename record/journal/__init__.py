"""Writes and verifies the journal.

Each entry's hash covers its content and the hash before it, under a key that is not in the database, so a changed,
removed or inserted entry shows, and writing in the database alone cannot make it fit. The last entry has a seal under
the same key, so that a cut end shows too. There is a chain for each tournament, and one for each club
for what belongs to no tournament.

`settings.JOURNAL_KEYS` has the current key first, then earlier ones, which verify older entries. A key is named by its
mark, which reveals nothing of it.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from record.models import Chained, JournalEntry
from record.models.journal import keys_hashed
from record.verbs import Verb

FIRST_HASH = "0" * 64
C = TypeVar("C", bound=Chained)


def lock(where: C) -> C:
    """The row, locked until the transaction ends: one change at a time per chain.

    Whoever needs the club's row as well as a tournament's takes it first (`Chained.lock_people`). `no_key` lets others
    write rows that refer to the locked one: a journal entry of any tournament names its club, and would else wait for
    that lock while its holder waits for the tournament. SQLite has no row locks; its IMMEDIATE transactions admit one
    writer at a time. Raises ObjectDoesNotExist where the row is gone.
    """
    return type(where)._base_manager.select_for_update(no_key=True).get(pk=where.pk)


def tournaments() -> QuerySet[Any]:
    """Deleted ones too: each has a chain."""
    model: Any = JournalEntry._meta.get_field("tournament").related_model
    rows: QuerySet[Any] = model._base_manager.order_by("pk")
    return rows


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


def seal_of(where: Chained, length: int, head: str, mark: str = "") -> str:
    """ "mark:hash", which proves that the program wrote the last entry of this chain, and of no other."""
    mark = mark or current_mark()
    chain = f"{where._meta.label_lower} {where.pk}"
    return f"{mark}:{keyed_hash(mark, f'{chain} {length} {head}')}"


def content_hash(entry: JournalEntry) -> str:
    return keyed_hash(entry.hashed_with, content_of(entry))


def content_of(entry: JournalEntry) -> str:
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
        "hashed_with": entry.hashed_with,
    }
    return json.dumps(content, cls=DjangoJSONEncoder, sort_keys=True, ensure_ascii=True)


def erasure_seal(entry: JournalEntry, mark: str = "") -> str:
    """ "mark:hash", which proves that the program took words out of an entry that had this hash, and left these."""
    mark = mark or current_mark()
    return f"{mark}:{keyed_hash(mark, f'erased {entry.hash} {content_of(entry)}')}"


def record(
    where: Chained,
    verb: Verb,
    subject: str,
    *,
    by: Any,
    old: Any = None,
    new: Any = None,
    reason: str = "",
    standings: bool = False,
    seats: bool = False,
    **about: Model,
) -> JournalEntry:
    """Adds one entry to the chain of `where`; `record.change` calls it inside the change's transaction.

    `old` and `new` are JSON values; `about` has the rows the change is about, by the entry's own foreign keys.
    `standings` and `seats` say what else changes (`Chained.raised`).
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError(
            "A journal entry belongs to the transaction of its change."
        )
    # Truncated to what both databases store, so that the hash can be computed again from the row.
    now = timezone.now().replace(microsecond=0)
    entry = JournalEntry(
        **where.chain_keys(),
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
    changes = where.raised(timezone.now(), standings=standings, seats=seats)
    while not append(entry, where, changes):
        # A change inside this one has added entries since `where` was locked.
        where.refresh_from_db(fields=["journal_head", "journal_length"])
    where.tell()
    return entry


def append(entry: JournalEntry, where: Chained, changes: dict[str, Any]) -> bool:
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


def seal(where: Chained) -> None:
    head, length = type(where)._base_manager.values_list("journal_head", "journal_length").get(pk=where.pk)
    if head:
        own = seal_of(where, length, head)
        type(where)._base_manager.filter(pk=where.pk).update(journal_seal=own)


@dataclass(frozen=True)
class Break:
    """A place where a chain is broken, and how. `cannot_tell`: the key to verify it is missing."""

    sequence: int
    message: str
    cannot_tell: bool = False


def verify(where: Chained) -> Iterator[Break]:
    """Every break in the chain of `where`; none when it is intact.

    Entries written during the verification are no breaks.
    """
    expected_hash, expected_sequence, key = FIRST_HASH, 1, ""
    for entry in where.chain().order_by("sequence").iterator():
        if entry.sequence != expected_sequence:
            missing = {"first": expected_sequence, "last": entry.sequence - 1}
            yield Break(entry.sequence, _("Entries %(first)d to %(last)d are missing.") % missing)
        elif entry.previous_hash != expected_hash:
            yield Break(entry.sequence, _("It does not follow from the entry before it."))
        yield from verify_content(entry, key)
        expected_hash, expected_sequence, key = entry.hash, entry.sequence + 1, entry.hashed_with
    columns = "journal_head", "journal_length", "journal_seal"
    head, length, seal = type(where)._base_manager.values_list(*columns).get(pk=where.pk)
    last = where.chain().filter(hash=head).values_list("sequence", flat=True).first()
    if expected_sequence == 1:
        # To be founded, and to be created, is an entry.
        yield Break(1, _("Every entry is missing."))
    elif not head:
        yield Break(expected_sequence, _("It is not known which entry was the last; some may be missing."))
    elif last is None:
        yield Break(expected_sequence, _("Entries at the end are missing."))
    elif last < expected_sequence - 1:
        yield Break(last + 1, _("Entries from here on were not added by the program."))
    else:
        mark = seal.partition(":")[0]
        if mark and not is_known(mark):
            yield key_missing(last, mark)
        elif not mark or seal != seal_of(where, length, head, mark):
            message = _(
                "Its seal does not match: something other than the program wrote some entries, perhaps all of them."
            )
            yield Break(last, message)


def verify_content(entry: JournalEntry, key_before: str) -> Iterator[Break]:
    """Whether an entry is as it was written; `key_before` is the mark of the previous entry's key."""
    mark = entry.hashed_with
    erased_with = entry.erasure.partition(":")[0]
    if not mark:
        yield Break(entry.sequence, _("It was written without the key."))
    elif not is_known(mark):
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


def key_missing(sequence: int, mark: str) -> Break:
    message = _(
        "From here on it was written with another key (%(mark)s), so it cannot be told whether it was changed. Put the"
        " file journal_key back that lay beside the database, or name that key with CHARLESTON_JOURNAL_KEY."
    )
    return Break(sequence, message % {"mark": mark}, cannot_tell=True)
