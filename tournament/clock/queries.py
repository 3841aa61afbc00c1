from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from record.refused import refuse
from tournament.clock.late_tables import waited_for
from tournament.models import Round, Table, Tournament

ClockState = Literal["waiting", "running", "warning", "paused", "over", "ended"]
COMES_TO: tuple[ClockState, ...] = ("running", "warning", "over")
"""What a running clock comes to by itself."""
MOST_EXTRA = 240
OFFERED = (*range(1, 16), 20, 25, 30, 45, 60, 90, 120, 180, MOST_EXTRA)
USUAL = 5


@dataclass(frozen=True)
class Clock:
    """A round's clock at a given time; `ends_at` moves on while it is paused."""

    round: int
    state: ClockState
    seconds_left: int
    warning_seconds: int
    ends_at: datetime | None
    round_in_words: str

    @property
    def words(self) -> str:
        return self.words_of(self.state)

    def words_of(self, state: ClockState) -> str:
        words = {
            "waiting": _("%(round)s has not started"),
            "running": _("left in %(round)s"),
            "warning": _("left in %(round)s: last minutes"),
            "paused": _("left in %(round)s, stopped for now"),
            "over": _("over time in %(round)s"),
            "ended": _("%(round)s has ended"),
        }
        return words[state] % {"round": self.round_in_words}

    @property
    def runs(self) -> bool:
        return self.state in ("running", "warning", "over")

    def left(self, now: datetime) -> float:
        """The seconds left, to the hundredth while it runs: every screen then turns its digits at the same moment."""
        return (
            round((self.ends_at - now).total_seconds(), 2)
            if self.runs and self.ends_at
            else self.seconds_left
        )

    def to_data(self, now: datetime) -> dict[str, object]:
        """The clock for a script that counts down by itself, with the text of each state it can reach."""
        return {
            "round": self.round,
            "state": self.state,
            "seconds_left": self.left(now),
            "warning_seconds": self.warning_seconds,
            "runs": self.runs,
            "words": {state: self.words_of(state) for state in (COMES_TO if self.runs else (self.state,))},
        }


def milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def clock_of_round(round_: Round, now: datetime, *, warning_minutes: int) -> Clock:
    seconds = round_.seconds_left(now)
    warning = warning_minutes * 60
    state: ClockState
    if round_.ended_at is not None:
        state = "ended"
    elif round_.started_at is None:
        state = "waiting"
    elif round_.paused_at is not None:
        state = "paused"
    elif seconds < 0:
        state = "over"
    else:
        state = "warning" if seconds <= warning else "running"
    seconds = min(seconds, 0) if state == "ended" else seconds
    return Clock(round_.number, state, seconds, warning, round_.ends_at(now), round_.in_words)


def clock_of(tournament: Tournament, now: datetime) -> Clock | None:
    """The clock that the hall shows: of the running round, else of the last published one.

    A clock that nobody ended is dropped once a later round is published and no table of its round is waited for.
    """
    published = list(tournament.rounds.published())
    if not published:
        return None
    last = published[-1]
    running = next((round_ for round_ in published if is_running(round_)), last)
    if running.number < last.number and running.number not in waited_for(tournament):
        running = last
    return clock_of_round(running, now, warning_minutes=tournament.warning_minutes)


def unseated(round_: Round) -> QuerySet[Table]:
    return round_.tables.filter(seats__isnull=False, seated_at=None).distinct()


def refuse_unless_seated(round_: Round) -> None:
    """A bonus round begins only when everybody sits, any other round when the director says so."""
    if words := why_not_begun(round_):
        raise refuse("not-seated", words)


def why_not_begun(round_: Round) -> str:
    """Why a bonus round cannot begin yet, as a sentence; "" where it can, and of other rounds."""
    if not round_.is_bonus or round_.started_at is not None:
        return ""
    tables = ", ".join(str(number) for number in unseated(round_).values_list("number", flat=True))
    if not tables:
        return ""
    message = _("A bonus round begins when everybody is seated. Not marked as seated yet: table %(tables)s.")
    return message % {"tables": tables}


def is_running(round_: Round) -> bool:
    return round_.started_at is not None and round_.ended_at is None


def other_running(tournament: Tournament, round_: Round) -> int | None:
    others = tournament.rounds.running().exclude(number=round_.number)
    return others.values_list("number", flat=True).first()


@dataclass(frozen=True)
class TimeChange:
    """A change by some minutes: the end it gives (None before the start) and the length of the round."""

    minutes: int
    ends_at: datetime | None
    total: int


def extensions(round_: Round, now: datetime) -> list[TimeChange]:
    most = MOST_EXTRA - round_.extra_minutes
    return [changed(round_, now, minutes, minutes) for minutes in OFFERED if minutes <= most]


def shortenings(round_: Round, now: datetime) -> list[TimeChange]:
    fewer = [minutes for minutes in OFFERED if minutes < round_.extra_minutes]
    return [
        changed(round_, now, minutes, -minutes)
        for minutes in (round_.extra_minutes, *fewer)
        if round_.extra_minutes
    ]


def changed(round_: Round, now: datetime, minutes: int, difference: int) -> TimeChange:
    ends_at = round_.ends_at(now)
    return TimeChange(
        minutes,
        ends_at and ends_at + timedelta(minutes=difference),
        round_.minutes + round_.extra_minutes + difference,
    )
