"""What one event of a season is worth to everybody who was there. Depends on that event and its rule alone."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

import msgspec

from rules.ranking import Place, rank
from rules.seasons.rule import PointsRow, exact


class SeasonTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table of one round: the points of each person there, and how many games they played.

    ``wins`` and ``thrown`` are mah jonggs and winning tiles thrown, for rules that break ties by them.
    """

    points: dict[str, int]
    games: int = 4
    wins: dict[str, int] = {}
    thrown: dict[str, int] = {}


class SeasonEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament or an evening. ``date`` is YYYY-MM-DD; ``other`` has points outside the games, ``guests`` who takes
    a place in the event and none in the season; points are of ``unit`` parts of one point.
    """

    name: str
    date: str
    tables: tuple[SeasonTable, ...]
    other: dict[str, int] = {}
    guests: tuple[str, ...] = ()
    weight: float = 1
    unit: int = 1


class Attendance(msgspec.Struct, frozen=True):
    """What an event is worth to one person; ``place`` counts from 1, equal totals share it."""

    points: Fraction
    total: int
    place: int
    games: int
    wins: int
    thrown: int


class EventScores(msgspec.Struct, frozen=True):
    """``people`` are those of the season, without guests; ``counts``: enough members were there."""

    name: str
    date: str
    counts: bool
    people: Mapping[str, Attendance]


class UnknownTableError(ValueError):
    """The rule has no points for a table of so many people."""

    def __init__(self, event: str, size: int) -> None:
        super().__init__(event, size)
        self.event, self.size = event, size


def event_scores(event: SeasonEvent, rule: PointsRow) -> EventScores:
    """Raises UnknownTableError."""
    totals, games, wins, thrown = Counter(event.other), Counter[str](), Counter[str](), Counter[str]()
    for table in event.tables:
        totals.update(table.points)
        games.update(dict.fromkeys(table.points, table.games))
        wins.update(table.wins)
        thrown.update(table.thrown)
    people = {person: total for person, total in totals.items() if person in games}
    ranking = rank(people)
    places = {place.entry: place.rank for place in ranking}
    worth = _worth(event, rule, ranking, games)
    attending, weight = exact(rule.attending), exact(event.weight)
    points = {person: (worth[person] + attending) * weight for person in people}
    members = {
        person: Attendance(points[person], total, places[person], games[person], wins[person], thrown[person])
        for person, total in people.items()
        if person not in event.guests
    }
    return EventScores(event.name, event.date, len(members) >= rule.least_members, members)


def _worth(
    event: SeasonEvent, rule: PointsRow, ranking: list[Place[str]], games: Counter[str]
) -> dict[str, Fraction]:
    if rule.by == "total":
        return {place.entry: Fraction(place.total, event.unit) for place in ranking}
    if rule.by == "average":
        return {place.entry: Fraction(place.total, event.unit * games[place.entry]) for place in ranking}
    worth = {place.entry: Fraction() for place in ranking}
    rankings = [rank(table.points) for table in event.tables] if rule.by == "table" else [ranking]
    for places in rankings:
        points = _points_by_place(event, rule, len(places))
        for first, group in groupby(places, lambda place: place.rank):
            equal = [place.entry for place in group]
            shared = points[first - 1 : first - 1 + len(equal)]
            is_whole = rule.ties == "high" or len(equal) == 1
            share = shared[0] if is_whole else sum(shared, Fraction()) / len(equal)
            for person in equal:
                worth[person] += share
    return worth


def _points_by_place(event: SeasonEvent, rule: PointsRow, size: int) -> list[Fraction]:
    """At least as many as ``size``, from the first place on."""
    if rule.by == "linear":
        last = max(size - 1, 1)
        return [exact(rule.top) * (last - index) / last for index in range(size)]
    if rule.by == "place":
        return [*map(exact, rule.places), *[exact(rule.below)] * (size - len(rule.places))]
    if str(size) not in rule.tables:
        raise UnknownTableError(event.name, size)
    return list(map(exact, rule.tables[str(size)]))
