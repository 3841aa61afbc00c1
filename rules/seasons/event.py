"""What one event of a season is worth to everybody who was there. Depends on that event and its rule alone."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import msgspec

from rules.ranking import rank
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
    totals = _sums(event.other.items(), *(table.points.items() for table in event.tables))
    games = _sums(*(dict.fromkeys(table.points, table.games).items() for table in event.tables))
    wins = _sums(*(table.wins.items() for table in event.tables))
    thrown = _sums(*(table.thrown.items() for table in event.tables))
    people = {person: total for person, total in totals.items() if person in games}
    places = {place.entry: place.rank for place in rank(people)}
    worth = _WORTH[rule.by](event, rule, people, games)
    weight, attending = exact(event.weight), exact(rule.attending)
    members = [person for person in people if person not in event.guests]
    return EventScores(
        event.name,
        event.date,
        len(members) >= rule.least_members,
        {
            person: Attendance(
                (worth[person] + attending) * weight,
                people[person],
                places[person],
                games[person],
                wins.get(person, 0),
                thrown.get(person, 0),
            )
            for person in members
        },
    )


def _sums(*parts: Iterable[tuple[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for part in parts:
        for person, number in part:
            sums[person] = sums.get(person, 0) + number
    return sums


Totals = Mapping[str, int]


def _by_total(event: SeasonEvent, _rule: PointsRow, totals: Totals, _games: Totals) -> dict[str, Fraction]:
    return {person: Fraction(total, event.unit) for person, total in totals.items()}


def _by_average(event: SeasonEvent, _rule: PointsRow, totals: Totals, games: Totals) -> dict[str, Fraction]:
    return {person: Fraction(total, event.unit * games[person]) for person, total in totals.items()}


def _by_place(_event: SeasonEvent, rule: PointsRow, totals: Totals, _games: Totals) -> dict[str, Fraction]:
    rest = [rule.below] * max(0, len(totals) - len(rule.places))
    return _shared(totals, list(map(exact, (*rule.places, *rest))), rule)


def _by_table(event: SeasonEvent, rule: PointsRow, totals: Totals, _games: Totals) -> dict[str, Fraction]:
    worth = dict.fromkeys(totals, Fraction())
    for table in event.tables:
        size = len(table.points)
        if str(size) not in rule.tables:
            raise UnknownTableError(event.name, size)
        for person, points in _shared(table.points, list(map(exact, rule.tables[str(size)])), rule).items():
            worth[person] += points
    return worth


def _linear(_event: SeasonEvent, rule: PointsRow, totals: Totals, _games: Totals) -> dict[str, Fraction]:
    last = max(len(totals) - 1, 1)
    points = [exact(rule.top) * (last - index) / last for index in range(len(totals))]
    return _shared(totals, points, rule)


def _shared(totals: Totals, points: list[Fraction], rule: PointsRow) -> dict[str, Fraction]:
    """The points of each place; ``points`` has at least one for everybody."""
    places = rank(totals)
    sharing: dict[int, int] = {}
    for place in places:
        sharing[place.rank] = sharing.get(place.rank, 0) + 1
    return {
        place.entry: points[place.rank - 1]
        if rule.ties == "high"
        else sum(points[place.rank - 1 : place.rank - 1 + sharing[place.rank]], Fraction())
        / sharing[place.rank]
        for place in places
    }


_WORTH: dict[str, Callable[[SeasonEvent, PointsRow, Totals, Totals], dict[str, Fraction]]] = {
    "total": _by_total,
    "average": _by_average,
    "place": _by_place,
    "table": _by_table,
    "linear": _linear,
}
