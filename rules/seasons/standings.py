"""The standings of a season from the scores of its events: what counts of each person, who has a place, and where."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec

from rules.seasons.event import Attendance, EventScores
from rules.seasons.rule import CountsRow, SeasonRule, exact


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
    rank: int | None
    tied: bool
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
    return list(_ranked(places, rule.ties))


def _place(
    person: str, events: Sequence[EventScores], rule: SeasonRule, brought: BroughtIn | None
) -> SeasonPlace:
    attended = [(event, event.people[person]) for event in events if person in event.people]
    chosen = _chosen(attended, len(events), rule.counts)
    before = brought or BroughtIn(person=person, points=0)
    missed = len(events) - len(attended)
    if rule.points.most_absences is not None:
        missed = min(missed, rule.points.most_absences)
    absences = exact(rule.points.absent) * missed
    points = sum((attended[index][1].points for index in chosen), exact(before.points))
    games = sum(attendance.games for _event, attendance in attended) + before.games
    if rule.counts.together == "average":
        points /= len(chosen) + before.events or 1
    number = len(attended) + before.events
    return SeasonPlace(
        person=person,
        rank=None,
        tied=False,
        points=points + absences,
        parts=tuple(
            Part(event.name, attendance, index in chosen)
            for index, (event, attendance) in enumerate(attended)
        ),
        absences=absences,
        brought_in=brought,
        attended=number,
        games=games,
        needs=tuple(_needs(rule, number, games, len(events) + before.events)),
    )


def _chosen(
    attended: Sequence[tuple[EventScores, Attendance]], number_of_events: int, counts: CountsRow
) -> set[int]:
    """Which of them count, by index; of equal ones the earlier."""
    most = {
        "all": number_of_events,
        "best": counts.number,
        "drop": max(number_of_events - counts.number, 0),
        "share": -(-number_of_events * counts.number // 100),
    }[counts.which]
    chosen: set[int] = set()
    for _period, group in groupby(range(len(attended)), lambda index: _period_of(attended[index][0], counts)):
        best = sorted(group, key=lambda index: attended[index][1].points, reverse=True)
        chosen.update(best[:most])
    return chosen


def _period_of(event: EventScores, counts: CountsRow) -> Any:
    if counts.each == "week":
        return date.fromisoformat(event.date).isocalendar()[:2]
    return event.date[:7] if counts.each == "month" else None


def _needs(rule: SeasonRule, events: int, games: int, number_of_events: int) -> Iterator[Need]:
    least = max(rule.qualifies.events, -(-number_of_events * rule.qualifies.share // 100))
    if events < least:
        yield Need(least, events, "events")
    if games < rule.qualifies.games:
        yield Need(rule.qualifies.games, games, "games")


def _merit(place: SeasonPlace, ties: Sequence[str]) -> tuple[Fraction, ...]:
    """Smaller is better."""
    attendances = [part.attendance for part in place.parts]
    steps: Mapping[str, Fraction] = {
        "most-wins": Fraction(-sum(attendance.wins for attendance in attendances)),
        "fewest-thrown": Fraction(sum(attendance.thrown for attendance in attendances)),
        "most-attended": Fraction(-place.attended),
        "best-event": -max((attendance.points for attendance in attendances), default=Fraction()),
    }
    return (-place.points, *(steps[step] for step in ties))


def _ranked(places: Sequence[SeasonPlace], ties: Sequence[str]) -> Iterator[SeasonPlace]:
    def merit(place: SeasonPlace) -> tuple[bool, tuple[Fraction, ...]]:
        return bool(place.needs), _merit(place, ties)

    position = 1
    for (unqualified, _merit_of), group in groupby(sorted(places, key=merit), merit):
        tied = list(group)
        for place in tied:
            yield place if unqualified else msgspec.structs.replace(place, rank=position, tied=len(tied) > 1)
        position += len(tied)
