"""The standings of a season from the scores of its events: what counts of each person, who has a place, and where."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.seasons.event import Attendance, EventScores
from rules.seasons.rule import CountsRow, SeasonRule, TieStep, exact


class BroughtIn(msgspec.Struct, frozen=True, kw_only=True):
    """Points of the part of a season that was reckoned elsewhere: their sum, and of how many events and games."""

    person: str
    points: float
    events: int = 0
    games: int = 0


class Part(msgspec.Struct, frozen=True):
    """One event of a person's season; ``counts``: it is part of the points."""

    event: str
    attendance: Attendance
    counts: bool


class Need(msgspec.Struct, frozen=True):
    """What somebody lacks for a place: ``has`` of ``of`` events or games."""

    of: int
    has: int
    what: str


class SeasonPlace(msgspec.Struct, frozen=True, kw_only=True):
    """``rank`` counts from 1, None for whoever does not qualify yet (``needs`` says why); ``parts`` are the events
    attended, in their order; ``absences`` are points for events missed.
    """

    person: str
    rank: int | None = None
    tied: bool = False
    points: Fraction
    parts: tuple[Part, ...]
    absences: Fraction
    brought_in: BroughtIn | None
    attended: int
    games: int
    needs: tuple[Need, ...]


def season_standings(
    events: Sequence[EventScores], rule: SeasonRule, brought_in: Sequence[BroughtIn] = ()
) -> list[SeasonPlace]:
    """Places by falling points, then by the rule's steps; whoever does not qualify comes behind, without a place.

    ``events`` are in the order of their days; those that do not count are left out of everything.
    """
    counting = [event for event in events if event.counts]
    brought = {row.person: row for row in brought_in}
    people = dict.fromkeys(person for event in counting for person in event.people) | dict.fromkeys(brought)
    places = [_place(person, counting, rule, brought.get(person)) for person in people]

    def merit(place: SeasonPlace) -> tuple[Any, ...]:
        """Smaller is better."""
        figures = tie_figures(place)
        steps = (figures[step] if step == "fewest-thrown" else -figures[step] for step in rule.ties)
        return (bool(place.needs), -place.points, *steps)

    ranked: list[SeasonPlace] = []
    for (unqualified, *_steps), group in groupby(sorted(places, key=merit), merit):
        equal = list(group)
        if not unqualified:
            equal = [replace(place, rank=len(ranked) + 1, tied=len(equal) > 1) for place in equal]
        ranked += equal
    return ranked


def tie_figures(place: SeasonPlace) -> dict[TieStep, Fraction | int]:
    """What somebody has to show where points are equal."""
    attendances = [part.attendance for part in place.parts]
    return {
        "most-wins": sum(attendance.wins for attendance in attendances),
        "fewest-thrown": sum(attendance.thrown for attendance in attendances),
        "most-attended": place.attended,
        "best-event": max((attendance.points for attendance in attendances), default=0),
    }


def _place(person: str, events: list[EventScores], rule: SeasonRule, row: BroughtIn | None) -> SeasonPlace:
    before = row or BroughtIn(person=person, points=0)
    parts = tuple(_parts(person, events, rule.counts))
    counted = [part.attendance.points for part in parts if part.counts]
    points = sum(counted, exact(before.points))
    if rule.counts.together == "average":
        points /= len(counted) + before.events or 1
    missed, most = len(events) - len(parts), rule.points.most_absences
    absences = exact(rule.points.absent) * (missed if most is None else min(missed, most))
    attended = len(parts) + before.events
    games = sum(part.attendance.games for part in parts) + before.games
    least = max(rule.qualifies.events, -(-(len(events) + before.events) * rule.qualifies.share // 100))
    needs = Need(least, attended, "events"), Need(rule.qualifies.games, games, "games")
    return SeasonPlace(
        person=person,
        points=points + absences,
        parts=parts,
        absences=absences,
        brought_in=row,
        attended=attended,
        games=games,
        needs=tuple(need for need in needs if need.has < need.of),
    )


def _parts(person: str, events: list[EventScores], counts: CountsRow) -> Iterator[Part]:
    """Of events that are worth the same the earlier counts."""
    there = [event for event in events if person in event.people]
    most = {
        "all": len(events),
        "best": counts.number,
        "drop": max(len(events) - counts.number, 0),
        "share": -(-len(events) * counts.number // 100),
    }[counts.which]
    chosen: set[int] = set()
    for _days, group in groupby(range(len(there)), lambda index: _period(there[index].date, counts.each)):
        best = sorted(group, key=lambda index: there[index].people[person].points, reverse=True)
        chosen.update(best[:most])
    for index, event in enumerate(there):
        yield Part(event.name, event.people[person], index in chosen)


def _period(day: str, each: str) -> object:
    if each == "week":
        return date.fromisoformat(day).isocalendar()[:2]
    return day[:7] if each == "month" else None
