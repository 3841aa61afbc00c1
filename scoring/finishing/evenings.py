"""The end of a club's evening: the same finish, and nobody has to tidy up before it."""

from contextlib import suppress

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import User
from record.change import change
from record.refused import Refused
from record.stamps import Stamp
from record.verbs import Verb
from scoring.finishing.actions import finish
from scoring.finishing.reports import open_reports
from scoring.sets.queries import desk_table_of
from scoring.sets.tables import waited_for
from scoring.sets.writing_off import write_off
from tournament.models import Table, Tournament
from tournament.models.event import evening_of
from tournament.rounds.actions import has_begun, take_back_publication


def end_evening(tournament: Tournament, *, by: User | None, stamp: Stamp | None = None) -> None:
    """Makes the standings of an evening final. Where somebody ends it, a round after the first that nobody began is
    taken back; tables whose cards never came in are written off. Both on record, and opened again with the finish.

    Ending twice changes nothing. Raises Conflict where another round was published meanwhile, and Refused for what
    prevents a finish and is nobody's to tidy up, such as a number that a player reported.
    """
    with change(tournament, Verb.EVENING_ENDED, by=by, stamp=stamp, after_finish=True) as act:
        if act.where.finished_at is not None:
            return
        act.refuse_repeat()
        latest = act.where.rounds.published().last()
        number = latest.number if latest else 0
        act.compare({"round": number}, _("Somebody published a round meanwhile. Look at it first."))
        # Where nobody ends the evening, a club without a clock may have played that round and not typed it.
        if by is not None and latest is not None and number > 1 and not has_begun(latest):
            take_back_publication(tournament, number=latest.number, reason=_("Nobody played it."), by=by)
        tables = Table.objects.filter(round__tournament=tournament)
        off = [tables.get(round__number=row.round, number=row.number) for row in waited_for(act.where)]
        for table in off:
            reason = _("The evening ended without these cards.")
            write_off(desk_table_of(tournament, table), reason=reason, by=by, with_evening=True)
        act.record(new={"written_off": [[table.round.number, table.number] for table in off]})
        finish(tournament, by=by, early=True)


def end_over(tournament: Tournament) -> None:
    """Ends an evening that nobody ended, if it was played and this day has seen no work on it: whatever opened it
    again or brought it back. Else nothing changes.
    """
    last = tournament.chain().last()
    worked_at = [moment for moment in (last and last.at, tournament.restored_at) if moment]
    today, *worked_on = (evening_of(moment, tournament.time_zone) for moment in (timezone.now(), *worked_at))
    if (
        today <= max(worked_on, default=tournament.date)
        or not tournament.rounds.published().exists()
        or open_reports(tournament)
    ):
        return
    with suppress(Refused), transaction.atomic():
        end_evening(tournament, by=None)
