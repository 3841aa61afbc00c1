"""What one event of a season is worth to everybody who was there. Depends on that event and its rule alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
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
    totals = _sums([event.other, *(table.points for table in event.tables)])
    games = _sums(dict.fromkeys(table.points, table.games) for table in event.tables)
    wins, thrown = _sums(table.wins for table in event.tables), _sums(table.thrown for table in event.tables)
    people = {person: total for person, total in totals.items() if person in games}
    places = {place.entry: place.rank for place in rank(people)}
    worth = _worth(event, rule, people, games)
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
                wins[person],
                thrown[person],
            )
            for person in members
        },
    )


def _sums(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for part in parts:
        sums.update(part)
    return sums


Totals = Mapping[str, int]


def _worth(event: SeasonEvent, rule: PointsRow, totals: Totals, games: Totals) -> Mapping[str, Fraction]:
    match rule.by:
        case "total":
            return {person: Fraction(total, event.unit) for person, total in totals.items()}
        case "average":
            return {person: Fraction(total, event.unit * games[person]) for person, total in totals.items()}
        case "place":
            rest = [exact(rule.below)] * max(0, len(totals) - len(rule.places))
            return _shared(totals, [*map(exact, rule.places), *rest], rule)
        case "linear":
            last = max(len(totals) - 1, 1)
            steps = [exact(rule.top) * (last - index) / last for index in range(len(totals))]
            return _shared(totals, steps, rule)
    worth = dict.fromkeys(totals, Fraction())
    for table in event.tables:
        size = len(table.points)
        if str(size) not in rule.tables:
            raise UnknownTableError(event.name, size)
        for person, points in _shared(table.points, list(map(exact, rule.tables[str(size)])), rule).items():
            worth[person] += points
    return worth


def _shared(totals: Totals, points: list[Fraction], rule: PointsRow) -> dict[str, Fraction]:
    """The points of each place; ``points`` has at least one for everybody."""
    places = rank(totals)
    sharing = Counter(place.rank for place in places)
    shares = {
        first: points[first - 1]
        if rule.ties == "high" or many == 1
        else sum(points[first - 1 : first - 1 + many], Fraction()) / many
        for first, many in sharing.items()
    }
    return {place.entry: shares[place.rank] for place in places}
