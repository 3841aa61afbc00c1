from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from club.models import User
from record.change import Change, change
from record.refused import Refused, conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.clock.actions import add_minutes, not_started, published_round, turn
from tournament.clock.queries import MOST_EXTRA, unseated
from tournament.models import Round, Table, Tournament
from tournament.words import no_table


def mark_seated(
    tournament: Tournament,
    *,
    number: int,
    tables: Collection[int] | None = None,
    is_seated: bool = True,
    by: User | None,
    stamp: Stamp | None = None,
) -> list[int]:
    """Everybody sits at these tables of the round, or at every table of it; or not after all. Gives those where it was
    otherwise before.
    """
    wanted = None if tables is None else sorted(tables)
    verb = Verb.TABLES_SEATED if is_seated else Verb.TABLES_NOT_SEATED
    with change(tournament, verb, by=by, stamp=stamp, content=[number, wanted]) as act:
        round_ = published_round(act.where, number)
        rows = unseated(round_) if is_seated else round_.tables.filter(seated_at__isnull=False)
        if wanted is not None:
            there = set(round_.tables.values_list("number", flat=True))
            for table in wanted:
                if table not in there:
                    raise no_such_table(round_, table)
            rows = rows.filter(number__in=wanted)
        changed = sorted(rows.values_list("number", flat=True))
        if changed:
            round_.tables.filter(number__in=changed).update(seated_at=act.at if is_seated else None)
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
    """Adds `minutes` to those of one table, beside what the round has; below 0 takes them back. Raises Conflict if the
    table has other extra minutes than on the page, which are in the stamp's `extra`.
    """
    verb = Verb.TABLE_SHORTENED if minutes < 0 else Verb.TABLE_EXTENDED
    with change(tournament, verb, by=by, stamp=stamp, content=[number, table, minutes]) as act:
        row = published_table(act.where, number, table)
        if already_has(act, row):
            return row
        if row.called_at is not None and minutes > 0:
            message = _("Time was called at table %d: take that back first.") % table
            raise conflict("called", message)
        too_few = _("Table %(table)d has %(extra)d extra minutes; no more can be taken back.")
        too_few %= {"table": table, "extra": row.extra_minutes}
        too_many = _("A table can be given 1 to %d extra minutes in all.") % MOST_EXTRA
        add_minutes(act, row, minutes, too_few=too_few, too_many=too_many)
    return row


def call_time(
    tournament: Tournament,
    *,
    number: int,
    table: int,
    is_called: bool = True,
    by: User | None,
    stamp: Stamp | None = None,
) -> Table:
    verb = Verb.TIME_CALLED if is_called else Verb.TIME_CALL_TAKEN_BACK
    with change(tournament, verb, by=by, stamp=stamp, content=[number, table]) as act:
        row = published_table(act.where, number, table)
        if row.round.started_at is None:
            raise not_started(row.round)
        if (row.called_at is not None) != is_called:
            turn(act, row, called_at=act.at if is_called else None)
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
