"""The tables of a published round: who sits, extra minutes for one table, time called at one table."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.models import User
from record.change import Change, change
from record.refused import Refused, conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.clock.actions import not_started, published_round, turn
from tournament.clock.queries import MOST_EXTRA, unseated
from tournament.models import Round, Table, Tournament
from tournament.words import no_table


def mark_seated(
    tournament: Tournament,
    *,
    number: int,
    tables: Collection[int] | None = None,
    by: User | None,
    stamp: Stamp | None = None,
) -> list[int]:
    """Everybody sits at these tables of the round, or at every table of it. Gives those that were not marked yet."""
    wanted = None if tables is None else sorted(tables)
    with change(tournament, Verb.TABLES_SEATED, by=by, stamp=stamp, content=[number, wanted]) as act:
        round_ = published_round(act.where, number)
        return mark(act, round_, unseated(round_), wanted, seated_at=act.at)


def mark_not_seated(
    tournament: Tournament,
    *,
    number: int,
    tables: Collection[int],
    by: User | None,
    stamp: Stamp | None = None,
) -> list[int]:
    """Returns the tables that had the mark."""
    with change(
        tournament, Verb.TABLES_NOT_SEATED, by=by, stamp=stamp, content=[number, sorted(tables)]
    ) as act:
        round_ = published_round(act.where, number)
        marked = round_.tables.filter(seated_at__isnull=False)
        return mark(act, round_, marked, sorted(tables), seated_at=None)


def mark(
    act: Change[Tournament],
    round_: Round,
    rows: QuerySet[Table],
    wanted: list[int] | None,
    *,
    seated_at: datetime | None,
) -> list[int]:
    """Sets the mark of the tables among `rows` that are `wanted` (None: all), and records their numbers."""
    if wanted is not None:
        numbers_of_round = set(round_.tables.filter(number__in=wanted).values_list("number", flat=True))
        for table in wanted:
            if table not in numbers_of_round:
                raise no_such_table(round_, table)
        rows = rows.filter(number__in=wanted)
    changed = sorted(rows.values_list("number", flat=True))
    if changed:
        round_.tables.filter(number__in=changed).update(seated_at=seated_at)
        act.record(about=round_, new={"tables": changed})
    return changed


def extend_table(
    tournament: Tournament,
    *,
    number: int,
    table: int,
    minutes: int,
    by: User | None,
    stamp: Stamp | None = None,
) -> Table:
    """Adds `minutes` to those of one table, beside what the round has. Raises Conflict if the table has other extra
    minutes than on the page, which are in the stamp's `extra`.
    """
    with change(tournament, Verb.TABLE_EXTENDED, by=by, stamp=stamp, content=[number, table, minutes]) as act:
        row = published_table(act.where, number, table)
        if already_has(act, row):
            return row
        extra = row.extra_minutes + minutes
        if minutes < 1 or extra > MOST_EXTRA:
            message = _("A table can be given 1 to %d extra minutes in all.") % MOST_EXTRA
            raise refuse("bad-minutes", message, "minutes")
        if row.called_at is not None:
            message = _("Time was called at table %d: take that back first.") % table
            raise conflict("called", message)
        turn(act, row, extra_minutes=extra)
        act.answer = extra
    return row


def shorten_table(
    tournament: Tournament,
    *,
    number: int,
    table: int,
    minutes: int,
    by: User | None,
    stamp: Stamp | None = None,
) -> Table:
    """Takes `minutes` of a table's own extra time back; Conflict as for `extend_table`."""
    with change(
        tournament, Verb.TABLE_SHORTENED, by=by, stamp=stamp, content=[number, table, minutes]
    ) as act:
        row = published_table(act.where, number, table)
        if already_has(act, row):
            return row
        if not 1 <= minutes <= row.extra_minutes:
            message = _("Table %(table)d has %(extra)d extra minutes; no more can be taken back.")
            raise refuse("bad-minutes", message % {"table": table, "extra": row.extra_minutes}, "minutes")
        turn(act, row, extra_minutes=row.extra_minutes - minutes)
        act.answer = row.extra_minutes
    return row


def call_time(
    tournament: Tournament, *, number: int, table: int, by: User | None, stamp: Stamp | None = None
) -> Table:
    """Time is up at this table from now on, whatever the clock says; twice changes nothing."""
    with change(tournament, Verb.TIME_CALLED, by=by, stamp=stamp, content=[number, table]) as act:
        row = published_table(act.where, number, table)
        if row.round.started_at is None:
            raise not_started(row.round)
        if row.called_at is None:
            turn(act, row, called_at=act.at)
    return row


def take_back_call(
    tournament: Tournament, *, number: int, table: int, by: User | None, stamp: Stamp | None = None
) -> Table:
    with change(tournament, Verb.TIME_CALL_TAKEN_BACK, by=by, stamp=stamp, content=[number, table]) as act:
        row = published_table(act.where, number, table)
        if row.called_at is not None:
            turn(act, row, called_at=None)
    return row


def published_table(tournament: Tournament, number: int, table: int) -> Table:
    round_ = published_round(tournament, number)
    row = round_.tables.select_related("round").filter(number=table, seats__isnull=False).first()
    if row is None:
        raise no_such_table(round_, table)
    return row


def no_such_table(round_: Round, table: int) -> Refused:
    return refuse("no-such-table", no_table(round_.tournament, round_.number, table), "table")


def already_has(act: Change[Tournament], table: Table) -> bool:
    """Whether a repeat of this form finds its own extra time. Raises Conflict for any other."""
    if act.repeated and act.answer == table.extra_minutes:
        return True
    message = _("Somebody else changed the time of table %(table)d; it now has %(extra)d extra minutes.")
    message %= {"table": table.number, "extra": table.extra_minutes}
    act.compare_among("extra", table.number, table.extra_minutes or None, message)
    return False
