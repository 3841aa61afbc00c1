"""When each round is to start: set for all rounds at once, and how far off the next start is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time

from django.db.models import Q
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import User
from record.change import change
from record.refused import FieldFault, Refused
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import BonusRound, StartingTime, Table, Tournament, numbered_round
from tournament.seams import above

SOON_SECONDS = 12 * 60 * 60
"""A start further off is told with its date alone."""
LATE_SECONDS = 2 * 60 * 60
"""Nor does a start that is longer ago say how long: the round was left for another hour or day."""

Start = tuple[int, int]
"""Day of the tournament from 1, and minutes after midnight."""


@dataclass(frozen=True)
class NextStart:
    round: int
    bonus: BonusRound | None
    at: datetime

    @property
    def round_in_words(self) -> str:
        return self.bonus.in_words if self.bonus else numbered_round(self.round)

    def seconds(self, now: datetime) -> int:
        """Seconds until the start, negative after it."""
        return int((self.at - now).total_seconds())

    @property
    def words(self) -> str:
        values = {"round": self.round_in_words, "time": time_format(self.at, "TIME_FORMAT")}
        return capfirst(_("%(round)s starts at %(time)s") % values)

    def sentence(self, now: datetime) -> str:
        """ "Round 2 starts at 10:15, in 7 minutes." """
        minutes = round(self.seconds(now) / 60)
        if not -LATE_SECONDS <= minutes * 60 <= SOON_SECONDS:
            return f"{self.words}."
        if minutes == 0:
            return _("%(start)s: now.") % {"start": self.words}
        words = (
            ngettext("%(start)s, in %(count)d minute.", "%(start)s, in %(count)d minutes.", minutes)
            if minutes > 0
            else ngettext("%(start)s: %(count)d minute late.", "%(start)s: %(count)d minutes late.", -minutes)
        )
        return words % {"start": self.words, "count": abs(minutes)}


def starts(tournament: Tournament) -> dict[int, StartingTime]:
    rows = {row.number: row for row in tournament.starting_times.order_by("number")}
    for row in rows.values():
        row.tournament = tournament
    return rows


def in_words_by_round(tournament: Tournament) -> dict[int, str]:
    """When each round starts, for a line about it: "10:15 AM", "9:00 AM on day 2"."""
    return {number: in_words((row.day, row.minute)) for number, row in starts(tournament).items()}


def rounds_begun(tournament: Tournament) -> list[int]:
    """The rounds that have begun, whose times stay: the clock was started, scores came in, or a later round is out."""
    played = above.played(Table.objects.filter(round__tournament=tournament)).values("round")
    published = tournament.rounds.published()
    last = published.order_by("number").values_list("number", flat=True).last() or 0
    rows = published.filter(Q(started_at__isnull=False) | Q(pk__in=played) | Q(number__lt=last))
    return list(rows.values_list("number", flat=True))


def round_numbers(tournament: Tournament) -> range:
    last = tournament.rounds.values_list("number", flat=True).last() or 0
    return range(1, max(tournament.rounds_planned, last) + 1)


def next_start(tournament: Tournament) -> NextStart | None:
    """The start of the first round after those that began; None where it has no time, or all is over."""
    rows = {} if tournament.finished_at is not None else starts(tournament)
    number = max(rounds_begun(tournament), default=0) + 1 if rows else 0
    if number not in rows:
        return None
    return NextStart(number, tournament.bonus_rounds.get(number), rows[number].moment)


def in_words(start: Start) -> str:
    day, minute = start
    at = time_format(time(minute // 60, minute % 60), "TIME_FORMAT")
    return at if day == 1 else _("%(time)s on day %(day)d") % {"time": at, "day": day}


def times_in_english(times: Mapping[int, Start]) -> dict[str, str]:
    """The times as stamps and the journal have them: {"1": "8:30", "3": "day 2, 9:00"}."""
    return {str(number): in_english(start) for number, start in sorted(times.items())}


def in_english(start: Start) -> str:
    day, minute = start
    at = f"{minute // 60}:{minute % 60:02}"
    return at if day == 1 else f"day {day}, {at}"


def values_of_form(starting_times: Mapping[int, StartingTime], has_begun: list[int]) -> dict[str, object]:
    return {
        "times": times_in_english({number: (row.day, row.minute) for number, row in starting_times.items()}),
        "begun": has_begun,
    }


def set_starting_times(
    tournament: Tournament, times: Mapping[int, Start], *, by: User | None, stamp: Stamp | None = None
) -> None:
    """Sets the starting times of these rounds and clears the rest. Rounds that began keep theirs.

    Raises Conflict if the times, or the rounds that began, are no longer those of the page.
    """
    with change(
        tournament, Verb.STARTING_TIMES_SET, by=by, stamp=stamp, content=times_in_english(times)
    ) as act:
        tournament = act.where
        has_begun = rounds_begun(tournament)
        starting_times = starts(tournament)
        old = {number: (row.day, row.minute) for number, row in starting_times.items()}
        fixed_starts = {number: start for number, start in old.items() if number in has_begun}
        new = fixed_starts | {number: start for number, start in times.items() if number not in has_begun}
        if new == old:
            return
        act.compare(values_of_form(starting_times, has_begun))
        faults: list[FieldFault] = []
        latest = 0
        for number in sorted(new):
            if latest and new[number] <= new[latest]:
                message = _("%(round)s has to start after %(earlier)s, which starts at %(time)s.") % {
                    "round": tournament.round_in_words(number),
                    "earlier": tournament.round_in_words(latest),
                    "time": in_words(new[latest]),
                }
                faults.append(FieldFault("not-ascending", f"time_{number}", capfirst(message)))
            else:
                latest = number
        if faults:
            raise Refused(faults)
        tournament.starting_times.exclude(number__in=new).delete()
        for number, (day, minute) in new.items():
            tournament.starting_times.update_or_create(number=number, defaults={"day": day, "minute": minute})
        act.record(old=times_in_english(old), new=times_in_english(new))
