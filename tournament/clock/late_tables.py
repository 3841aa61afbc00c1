"""Which tables are waited for, when the time of a table is up, and how late its cards are then."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext

from tournament.models import Round, Table, Tournament
from tournament.seams import above

HOURS_FROM = 120
"""From so many minutes on lateness is said in hours."""


def time_up(round_: Round, table: Table, now: datetime) -> datetime | None:
    """When the time of one table is up, seen from `now`; None before the round's clock is started.

    When it was called there; else its own extra minutes after the end of the clock, or after a director ended it.
    """
    if table.called_at is not None:
        return table.called_at
    due = clock_end(round_, now)
    return due and due + timedelta(minutes=table.extra_minutes)


def clock_end(round_: Round, now: datetime) -> datetime | None:
    due = round_.ends_at(now)
    return round_.ended_at if due and round_.ended_at and round_.ended_at < due else due


def minutes_late(due: datetime | None, now: datetime) -> int:
    """The whole minutes since the time was up; 0 before."""
    return max(int((now - due).total_seconds() // 60), 0) if due else 0


def is_of_today(due: datetime | None, now: datetime) -> bool:
    return due is None or timezone.localdate(due) == timezone.localdate(now)


def late_words(minutes: int, *, today: bool) -> str:
    """How late cards are: in minutes, from two hours on in hours, and on another day no more than that."""
    if not today:
        return gettext("late")
    if minutes < HOURS_FROM:
        return gettext("%(minutes)s min late") % {"minutes": minutes}
    return gettext("%(hours)s h late") % {"hours": minutes // 60}


def waited_for(tournament: Tournament) -> dict[int, list[int]]:
    """The tables that are seated and still waited for, by the number of each round that has any.

    Includes planned rounds. One query.
    """
    tables = Table.objects.filter(round__tournament=tournament)
    rows = tables.filter(seats__isnull=False).distinct().exclude(pk__in=above.settled(tables).values("pk"))
    by_round: dict[int, list[int]] = defaultdict(list)
    for round_, number in rows.order_by("round__number", "number").values_list("round__number", "number"):
        by_round[round_].append(number)
    return dict(by_round)


def complete_rounds(tournament: Tournament) -> set[int]:
    """The numbers of the published rounds without a table that is waited for. Two queries."""
    return set(tournament.rounds.published().values_list("number", flat=True)) - waited_for(tournament).keys()
