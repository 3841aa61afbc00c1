"""The one way to change something: a unit of work.

    with change(tournament, Verb.PLAYER_WITHDRAWN, by=user, stamp=stamp, about=entry) as act:
        entry = still_there(Entry.objects, entry.pk)
        if entry.state == Entry.State.WITHDRAWN:
            return entry
        act.compare({"state": entry.state})
        ...
        act.record(old={...}, new={...}, reason=reason)

It runs in one transaction and in this order: locks the club (only where people change) and the tournament; refuses
what may not change after the finish; looks up whether the same form was sent before; lets the action compare what the
page was made from with what stands there now; writes one journal entry; raises the versions, which tells the streams
when the transaction is committed; keeps the answer for a repeat.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Generic, TypeVar

import msgspec
from django.core.exceptions import ObjectDoesNotExist
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from record import backups, journal
from record.archive.files import store_archive
from record.models import Chained, Decision, JournalEntry, Sent
from record.refused import conflict, overtaken, refuse
from record.stamps import Stamp, half_sent
from record.verbs import Verb

C = TypeVar("C", bound=Chained)
Row = TypeVar("Row", bound=models.Model)
About = models.Model | tuple[models.Model, ...]
Decided = TypeVar("Decided", bound=Decision)


class ChangeOutcome(Enum):
    NOTHING = "nothing was stored"
    UNKNOWN = "the commit failed under way"
    STORED = "stored"


# Set anew for each request; a page that has to tell of an error says what is true of the change.
outcome: ContextVar[ChangeOutcome] = ContextVar("outcome", default=ChangeOutcome.NOTHING)


@contextmanager
def change(
    where: C,
    verb: Verb,
    *,
    by: Any,
    stamp: Stamp | None = None,
    about: About = (),
    content: object = None,
    people: bool = False,
    after_finish: bool = False,
    though_deleted: bool = False,
) -> Iterator[Change[C]]:
    """One change of a tournament or a club; see the module. Raises Refused and Conflict, also where `where` is gone.

    `stamp` comes from the form; None where no page was looked at (a command, a change inside another one). `about`
    names the rows the change is about: an entry, a round, a table, two entries. `content` is whatever else the form
    said; a repeat has the same key, verb, `about` and `content`. `people`: it changes people, who belong to the club,
    so the club is locked first. `after_finish`: it may be done when the standings are final,
    `though_deleted`: to a tournament that is hidden.
    """
    inside_another = transaction.get_connection().in_atomic_block
    with transaction.atomic():
        try:
            if people:
                where.lock_people()
            locked = journal.lock(where)
        except ObjectDoesNotExist as gone:
            raise overtaken() from gone
        locked.check_open(after_finish=after_finish, though_deleted=though_deleted)
        rows = about if isinstance(about, tuple) else (about,)
        act = Change(locked, verb, by, stamp, rows, _digest(verb, (locked, *rows), content))
        act.find_first_answer()
        yield act
        act.keep_answer()
        if not inside_another and act.entry is not None:
            outcome.set(ChangeOutcome.UNKNOWN)
    if not inside_another and act.entry is not None:
        outcome.set(ChangeOutcome.STORED)


def still_there(rows: models.QuerySet[Row] | models.Manager[Row], key: object) -> Row:
    """The row as it is under the lock. Raises Conflict where it is gone.

    Its tournament went back to a copy meanwhile, which makes all rows anew, or it was removed.
    """
    row = rows.filter(pk=key).first()
    if row is None:
        raise overtaken()
    return row


@dataclass
class Change(Generic[C]):
    """An open change. `repeated`: the same form was sent before, and `answer` is the answer it got.

    An action whose answer is more than the rows it changed sets `answer`, a JSON value, and returns it on a repeat.
    Other actions need not ask for a repeat: an action that finds its result already there does nothing, and `record`
    refuses to redo what was taken back meanwhile.
    """

    where: C
    verb: Verb
    by: Any
    stamp: Stamp | None
    about: tuple[models.Model, ...]
    digest: str
    at: datetime = field(default_factory=lambda: timezone.now())  # looked up anew: tests set the clock
    answer: Any = None
    repeated: bool = False
    entry: JournalEntry | None = None

    def find_first_answer(self) -> None:
        if self.stamp is None:
            return
        first = Sent.objects.filter(key=self.stamp.key, digest=self.digest).first()
        if first is not None:
            if first.user_id != (self.by.pk if self.by else None):
                raise half_sent()
            self.repeated, self.answer = True, first.answer

    def keep_answer(self) -> None:
        if self.stamp is None or self.repeated or (self.entry is None and self.answer is None):
            return
        Sent.objects.create(
            key=self.stamp.key,
            digest=self.digest,
            verb=self.verb,
            user=self.by,
            answer=self.answer,
            at=self.at,
        )

    def refuse_repeat(self) -> None:
        """Raises Conflict on a repeat whose effect was taken back since: it is not redone without asking."""
        if self.repeated:
            raise overtaken()

    def compare(
        self, now: Mapping[str, object], message: str = "", *, code: str = "", field: str = ""
    ) -> None:
        """Raises Conflict when a value under one of these names differs `now` from what the page showed.

        Raises Refused when the page did not say what it showed.
        """
        if self.stamp is None:
            return
        current = json.loads(json.dumps(dict(now), cls=DjangoJSONEncoder))
        if any(name not in self.stamp.seen for name in current):
            raise half_sent()
        if any(self.stamp.seen[name] != value for name, value in current.items()):
            raise conflict(
                code or "changed-meanwhile",
                message or changed_meanwhile(),
                field,
            )

    def compare_among(self, name: str, key: object, now: object, message: str = "") -> None:
        """Raises Conflict when the page's value under `key` in the mapping `name` differs from `now`; None for
        a key that the page did not show. Changes under other keys do not matter.
        """
        if self.stamp is None:
            return
        values_on_page = self.stamp.seen.get(name)
        if not isinstance(values_on_page, Mapping):
            raise half_sent()
        if values_on_page.get(str(key)) != now:
            raise conflict("changed-meanwhile", message or changed_meanwhile())

    def end(self, row: Decided, *, reason: str, missing: str) -> Decided | None:
        """The decision as it stands now, ended; None where it was ended before, which changes nothing.

        Raises Refused without a reason, in the words of `missing`, and Conflict on a repeat.
        """
        now = still_there(type(row)._default_manager, row.pk)
        if now.ended_at is not None:
            return None
        self.refuse_repeat()
        if not reason:
            raise refuse("reason-missing", missing, "reason")
        now.end(by=self.by, at=self.at, reason=reason)
        return now

    def copy_first(self, reason: str) -> None:
        """Copies the database before a risky action. Raises Refused where that is impossible."""
        self.refuse_repeat()
        backups.copy(reason, self.where if self.where.is_archived else None)
        if self.where.is_archived:
            store_archive(reason, self.where)

    def record(
        self,
        subject: str = "",
        *,
        verb: Verb | None = None,
        about: About | None = None,
        old: object = None,
        new: object = None,
        reason: str = "",
        standings: bool = False,
        seats: bool = False,
    ) -> JournalEntry:
        """Writes the journal entry, once, after the changes, and raises the versions. Raises Conflict on a repeat.

        `subject` says in words what the change is about; without it the rows of `about` do. `verb` and `about` where
        they are known only now. `standings`: what counts has changed. `seats`: somebody's seat in some round, or how
        somebody stands on a list, has changed, so that printed slips are out of date.
        """
        self.refuse_repeat()
        if self.entry is not None:
            raise RuntimeError("A change writes one journal entry.")
        rows = self.about if about is None else about if isinstance(about, tuple) else (about,)
        self.entry = journal.record(
            self.where,
            verb or self.verb,
            subject or _in_words(rows) or str(self.where),
            by=self.by,
            old=old,
            new=new,
            reason=reason,
            standings=standings,
            seats=seats,
            **_keys(rows),
        )
        return self.entry


def changed_meanwhile() -> str:
    return _(
        "Somebody else changed this while you had it open. What is saved now is shown above the form. "
        "Saving again replaces it with yours."
    )


def _digest(verb: Verb, about: tuple[models.Model, ...], content: object) -> str:
    text = msgspec.json.encode(
        [verb.value, [[row._meta.label, row.pk] for row in about], content],
        enc_hook=str,
        order="deterministic",
    )
    return hashlib.sha256(text).hexdigest()


def _keys(about: tuple[models.Model, ...]) -> dict[str, models.Model]:
    """The rows by the foreign keys of a journal entry, as their models name them."""
    keys: dict[str, models.Model] = {}
    for row in about:
        for name, value in getattr(row, "journal_keys", dict)().items():
            keys[f"other_{name}" if name == "entry" and name in keys else name] = value
    return keys


def _in_words(about: tuple[models.Model, ...]) -> str:
    """The rows as the journal names them. Stored in English; the page translates them from the keys."""
    if not about:
        return ""
    first, *others = about
    in_words: Callable[..., str] | None = getattr(first, "in_journal", None)
    return in_words(*others) if in_words else str(first) if not others else ""
