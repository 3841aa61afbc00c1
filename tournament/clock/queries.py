"""The clock of a round at a moment, and the one that the hall looks at."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _

from tournament.complete import waited_for
from tournament.models import Round, Tournament

ClockState = Literal["waiting", "running", "warning", "paused", "over", "ended"]
COMES_TO: tuple[ClockState, ...] = ("running", "warning", "over")
"""What a running clock comes to by itself."""


@dataclass(frozen=True)
class Clock:
    """The clock of one round at one moment; `ends_at` moves on while it is paused."""

    round: int
    state: ClockState
    seconds_left: int
    warning_seconds: int
    ends_at: datetime | None

    @property
    def words(self) -> str:
        """What stands beside the time."""
        return self.words_of(self.state)

    def words_of(self, state: ClockState) -> str:
        words = {
            "waiting": _("round %d has not started"),
            "running": _("left in round %d"),
            "warning": _("left in round %d: last minutes"),
            "paused": _("left in round %d, stopped for now"),
            "over": _("over time in round %d"),
            "ended": _("round %d has ended"),
        }
        return words[state] % self.round

    @property
    def runs(self) -> bool:
        return self.state in ("running", "warning", "over")

    def to_data(self) -> dict[str, object]:
        """The clock for a script that counts down by itself, with the words of every state it may come to."""
        return {
            "round": self.round,
            "state": self.state,
            "seconds_left": self.seconds_left,
            "warning_seconds": self.warning_seconds,
            "runs": self.runs,
            "words": {state: self.words_of(state) for state in (COMES_TO if self.runs else (self.state,))},
        }


def milliseconds(moment: datetime) -> int:
    """A moment as scripts count: milliseconds since 1970."""
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
    return Clock(round_.number, state, seconds, warning, round_.ends_at(now))


def clock_of(tournament: Tournament, now: datetime) -> Clock | None:
    """The clock that the hall looks at: of the round that is running, else of the last one published.

    One that nobody ended is not looked at any more once a later round is published and nobody waits for a table.
    """
    published = list(tournament.rounds.published())
    if not published:
        return None
    last = published[-1]
    running = next((round_ for round_ in published if is_running(round_)), last)
    if running.number < last.number and running.number not in waited_for(tournament):
        running = last
    return clock_of_round(running, now, warning_minutes=tournament.warning_minutes)


def is_running(round_: Round) -> bool:
    return round_.started_at is not None and round_.ended_at is None


def other_running(tournament: Tournament, round_: Round) -> int | None:
    """The number of another round whose clock runs: it has to end before this one's starts."""
    others = tournament.rounds.running().exclude(number=round_.number)
    return others.values_list("number", flat=True).first()
