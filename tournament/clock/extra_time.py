"""The possible changes of a round's time, and their results."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.models import Round

MOST_EXTRA = 240
OFFERED = (*range(1, 16), 20, 25, 30, 45, 60, 90, 120, 180, MOST_EXTRA)
USUAL = 5


@dataclass(frozen=True)
class TimeChange:
    """A change by some minutes: the end it gives (None before the start) and the length of the round."""

    minutes: int
    ends_at: datetime | None
    total: int


def extensions(round_: Round, now: datetime) -> list[TimeChange]:
    """The minutes that can be added to a round."""
    most = MOST_EXTRA - round_.extra_minutes
    return [changed(round_, now, minutes, minutes) for minutes in OFFERED if minutes <= most]


def shortenings(round_: Round, now: datetime) -> list[TimeChange]:
    """The extra minutes that can be taken back, all of them first."""
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
