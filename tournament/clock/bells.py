"""The bells of a round: before the end of its clock, at the end, and at the end of a table's own time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.utils.translation import gettext as _

from tournament.clock.late_tables import time_up
from tournament.models import Round, Table, Tournament
from tournament.seams import above

Kind = Literal["warning", "final", "table"]


@dataclass(frozen=True)
class Bell:
    """A bell and the seconds until it rings, negative after it. A device rings each `key` once.

    The key has the length of the round: a bell that an extension moved rings again, one that a pause moved does not.
    """

    kind: Kind
    key: str
    seconds: float
    words: str

    def to_data(self) -> dict[str, object]:
        return {"kind": self.kind, "key": self.key, "in": round(self.seconds, 2), "words": self.words}


def bells(tournament: Tournament, number: int, now: datetime) -> list[Bell]:
    """The bells of a round at `now`; none while its clock stands still. One query for all tables."""
    round_ = tournament.rounds.get(number=number)
    if round_.started_at is None or (round_.paused_at is not None and round_.ended_at is None):
        return []
    return [*of_the_clock(tournament, round_, now), *of_tables(tournament, round_, now)]


def of_the_clock(tournament: Tournament, round_: Round, now: datetime) -> list[Bell]:
    end = round_.ends_at(now)
    if end is None or round_.ended_at is not None:
        return []
    name = tournament.round_name(round_.number)
    minutes, length = tournament.warning_minutes, round_.minutes + round_.extra_minutes
    key = f"{start_key(tournament, round_)} {length}"
    final = _("%(round)s: time is up.") % {"round": name}
    all_of_them = [Bell("final", f"{key} final", (end - now).total_seconds(), final)]
    if 0 < minutes < length:
        warning = _("%(round)s: %(minutes)d minutes left.")
        all_of_them.append(
            Bell(
                "warning",
                f"{key} warning {minutes}",
                (end - timedelta(minutes=minutes) - now).total_seconds(),
                warning % {"round": name, "minutes": minutes},
            )
        )
    return sorted(all_of_them, key=lambda bell: bell.seconds)


def of_tables(tournament: Tournament, round_: Round, now: datetime) -> list[Bell]:
    key = start_key(tournament, round_)
    return [
        Bell(
            "table",
            f"{key} {round_.minutes + round_.extra_minutes} table {table.number} {table.extra_minutes}",
            (end - now).total_seconds(),
            _("Table %d: time is up.") % table.number,
        )
        for table in own_time(round_)
        if (end := time_up(round_, table, now))
    ]


def own_time(round_: Round) -> list[Table]:
    """The tables that play longer than the round: with extra minutes, not called, and without cards at the desk."""
    rows = round_.tables.filter(extra_minutes__gt=0, called_at=None)
    return list(rows.exclude(pk__in=above.with_cards(rows).values("pk")).order_by("number"))


def start_key(tournament: Tournament, round_: Round) -> str:
    """Identifies this start of the round; after a copy is restored the round may start again."""
    assert round_.started_at is not None  # noqa: S101  (for the type checker)
    return f"{tournament.slug} {round_.number} {int(round_.started_at.timestamp())}"
