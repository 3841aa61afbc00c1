"""Writing tables off whose cards will never come in, and taking that back."""

from django.utils.translation import gettext as _

from club.models import User
from record.change import change
from record.refused import conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import CardSet, WrittenOff
from scoring.sets.accepting import copy_when_complete
from scoring.sets.queries import DeskTable, desk_table_of
from tournament.words import not_published


def write_off(
    desk_table: DeskTable,
    *,
    reason: str,
    by: User | None,
    stamp: Stamp | None = None,
    with_evening: bool = False,
) -> None:
    """Stops waiting for this table; its players have no points in its round. `with_evening`: until the evening that it
    ends with is opened again. Raises Refused, Conflict.

    What was typed for it stays as it is. Writing it off twice changes nothing. If no other table of the round is
    waited for, the database is copied, once the transaction is committed.
    """
    reason = reason.strip()
    with change(
        desk_table.tournament,
        Verb.TABLE_WRITTEN_OFF,
        by=by,
        stamp=stamp,
        about=desk_table.table,
        content=reason,
    ) as act:
        now = desk_table_of(act.where, desk_table.table)
        if now.written_off is not None:
            return
        act.refuse_repeat()
        if now.round.published_at is None:
            raise refuse("not-published", not_published(act.where, now.round.number))
        if now.state == CardSet.State.ACCEPTED:
            raise conflict("accepted", _("The cards of this table are accepted: they count."))
        if not reason:
            raise refuse("reason-missing", _("Say why this table’s cards will not come in."), "reason")
        act.compare(
            {"version": now.version}, _("The cards of this table came in meanwhile. Look at them first.")
        )
        WrittenOff.objects.create(table=now.table, reason=reason, by=by, at=act.at, with_evening=with_evening)
        act.record(old={"state": now.state}, new={"state": "written-off"}, reason=reason, standings=True)
        copy_when_complete(now.round, act.where)


def take_back_write_off(desk_table: DeskTable, *, by: User, stamp: Stamp | None = None) -> None:
    """Waits for the table again, with what was typed for it before. Taking it back twice changes nothing.

    That it was written off until now stays stored, for the standings of that time.
    """
    with change(
        desk_table.tournament, Verb.WRITE_OFF_TAKEN_BACK, by=by, stamp=stamp, about=desk_table.table
    ) as act:
        now = desk_table_of(act.where, desk_table.table)
        if now.written_off is None:
            return
        act.refuse_repeat()
        now.written_off.end(by=by, at=act.at)
        old = {"state": "written-off", "reason": now.written_off.reason}
        act.record(old=old, new={"state": now.state}, standings=True)
