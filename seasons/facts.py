"""What a season sees of one event, kept in the process for each state of its tournament: what a change costs grows with
the events that changed, not with the season.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec
from django.db.models import Sum

from rules.seasons.event import EventScores, SeasonTable, event_scores
from rules.seasons.event import SeasonEvent as ReckonedEvent
from rules.seasons.rule import PointsRow
from scoring.models import Card
from scoring.standings.counted import counted_adjustments, counted_lines, disqualified
from scoring.standings.tie_breaks import wins_of
from tournament.models import Tournament

MOST_EVENTS = 256
BEHIND_ALL = 10**9
"""Points taken from whoever was disqualified without a place: those behind them move up, as in the event."""


@dataclass(frozen=True)
class EventFacts:
    """People are the keys of their records as texts, as the event has them: before any merge.

    `seats`: the tables with the points of each seat under whoever sat down first, where a substitute went on.
    """

    tables: tuple[SeasonTable, ...]
    seats: tuple[SeasonTable, ...]
    other: Mapping[str, int]
    out: frozenset[str]
    initials: frozenset[str]
    people: frozenset[str]


@lru_cache(MOST_EVENTS)
def facts_at(key: int, _state: str) -> EventFacts:
    """The facts of the tournament with this key; `_state` is the head of its journal, which every change moves."""
    tournament = Tournament.everything.get(pk=key)
    points: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    lines = counted_lines(tournament).exclude(round__bonus_counts=False)
    rows = lines.values_list("card_set", "round__number", "entry__person").annotate(Sum("points")).order_by()
    for card_set, number, person, total in rows.iterator():
        points[card_set, number][str(person)] = total
    tables = {
        card_set: SeasonTable(points=of_table, games=tournament.games_in(number))
        for (card_set, number), of_table in points.items()
    }
    seats = dict(tables)
    went_on = Card.objects.filter(round__tournament=tournament, substitute__isnull=False, card_set__in=tables)
    for card_set, first, second in went_on.values_list("card_set", "entry__person", "substitute__person"):
        of_seats = dict(seats[card_set].points)
        of_seats[str(first)] = of_seats.get(str(first), 0) + of_seats.pop(str(second), 0)
        seats[card_set] = msgspec.structs.replace(seats[card_set], points=of_seats)
    other: Counter[str] = Counter()
    for person, total in counted_adjustments(tournament).values_list("entry__person", "points"):
        other[str(person)] += total
    people = dict(tournament.entries.values_list("pk", "person"))
    out = {str(people[entry]) for entry, keeps in disqualified(tournament).items() if not keeps}
    for person in out:
        other[person] -= BEHIND_ALL
    short = tournament.entries.filter(shows_initials=True).values_list("person", flat=True)
    return EventFacts(
        tuple(tables.values()),
        tuple(seats.values()),
        other,
        frozenset(out),
        frozenset(map(str, short)),
        frozenset(person for table in tables.values() for person in table.points),
    )


@lru_cache(MOST_EVENTS)
def wins_at(key: int, _state: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Mah jonggs and winning tiles thrown, by person; only of cards that carry the facts of their games."""
    tournament = Tournament.everything.get(pk=key)
    people = dict(tournament.entries.values_list("pk", "person"))
    wins = wins_of(tournament)
    return by_person(wins.all, people), by_person(wins.thrown, people)


def by_person(counts: Mapping[int, int], people: Mapping[int, int]) -> dict[str, int]:
    return {str(people[entry]): count for entry, count in counts.items()}


@dataclass(frozen=True)
class Asked:
    """One state of an event, and all that its worth depends on beside it. `rule` is a `PointsRow` as JSON."""

    key: int
    state: str
    date: str
    unit: int
    rule: bytes
    weight: float
    needs_wins: bool
    guests: frozenset[str]
    merged: frozenset[tuple[str, str]]
    """The records that are merged into another one, each with that one."""

    def narrowed(self) -> Asked:
        """Without people who were not there."""
        people = facts_at(self.key, self.state).people
        return replace(
            self,
            guests=self.guests & (people | {main for alias, main in self.merged if alias in people}),
            merged=frozenset(pair for pair in self.merged if pair[0] in people),
        )


def scores_of(asked: Asked) -> EventScores:
    """The event's name is its key. Raises UnknownTableError."""
    return _scores(asked.narrowed())


@lru_cache(MOST_EVENTS)
def _scores(asked: Asked) -> EventScores:
    facts, merged = facts_at(asked.key, asked.state), dict(asked.merged)
    rule = msgspec.json.decode(asked.rule, type=PointsRow)

    def named(counts: Mapping[str, int]) -> dict[str, int]:
        return {merged.get(person, person): count for person, count in counts.items()}

    tables = facts.seats if rule.by == "table" else facts.tables
    if merged:
        tables = tuple(msgspec.structs.replace(table, points=named(table.points)) for table in tables)
    if asked.needs_wins and tables:
        wins, thrown = map(named, wins_at(asked.key, asked.state))
        tables = (msgspec.structs.replace(tables[0], wins=wins, thrown=thrown), *tables[1:])
    event = ReckonedEvent(
        name=str(asked.key),
        date=asked.date,
        tables=tables,
        other=named(facts.other),
        guests=tuple(asked.guests | {merged.get(person, person) for person in facts.out}),
        weight=asked.weight,
        unit=asked.unit,
    )
    return event_scores(event, rule)


def met_by(person: str, events: Iterable[tuple[int, str]], merged: Mapping[str, str]) -> Counter[str]:
    """With whom somebody sat at a table, and how often."""
    met: Counter[str] = Counter()
    for key, state in events:
        for table in facts_at(key, state).tables:
            there = {merged.get(other, other) for other in table.points}
            if person in there:
                met.update(there - {person})
    return met


def forget() -> None:
    for kept in (facts_at, wins_at, _scores):
        kept.cache_clear()
