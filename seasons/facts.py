"""What a season sees of one event, kept in the process for each state of its tournament: what a change costs grows with
the events that changed, not with the season. People are the keys of their records as texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
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
    """An event before any merge. `seats`: its tables with the points of each seat under whoever sat down first, where a
    substitute went on.
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
    entries = tournament.entries.values_list("pk", "person", "shows_initials")
    people = {entry: str(person) for entry, person, _short in entries}
    out = {people[entry] for entry, keeps in disqualified(tournament).items() if not keeps}
    for left in out:
        other[left] -= BEHIND_ALL
    return EventFacts(
        tuple(tables.values()),
        tuple(seats.values()),
        other,
        frozenset(out),
        frozenset(str(person) for _entry, person, short in entries if short),
        frozenset(person for table in tables.values() for person in table.points),
    )


@lru_cache(MOST_EVENTS)
def wins_at(key: int, _state: str) -> list[dict[str, int]]:
    """Mah jonggs and winning tiles thrown, by person; only of cards that carry the facts of their games."""
    tournament = Tournament.everything.get(pk=key)
    people = dict(tournament.entries.values_list("pk", "person"))
    wins = wins_of(tournament)
    return [{str(people[entry]): count for entry, count in row.items()} for row in (wins.all, wins.thrown)]


@lru_cache(MOST_EVENTS)
def scores_at(
    key: int,
    state: str,
    *,
    rule: bytes,
    weight: float,
    needs_wins: bool,
    guests: frozenset[str],
    merged: frozenset[tuple[str, str]],
) -> EventScores:
    """What the event is worth to everybody; its name is its key. `rule` is a `PointsRow` as JSON, `merged` has records
    that are merged into another one, each with that one. Raises UnknownTableError.
    """
    tournament = Tournament.everything.get(pk=key)
    facts, mains, points = facts_at(key, state), dict(merged), msgspec.json.decode(rule, type=PointsRow)

    def named(counts: Mapping[str, int]) -> dict[str, int]:
        return {mains.get(person, person): count for person, count in counts.items()}

    tables = facts.seats if points.by == "table" else facts.tables
    tables = tuple(msgspec.structs.replace(table, points=named(table.points)) for table in tables)
    if needs_wins and tables:
        wins, thrown = map(named, wins_at(key, state))
        tables = (msgspec.structs.replace(tables[0], wins=wins, thrown=thrown), *tables[1:])
    event = ReckonedEvent(
        name=str(key),
        date=tournament.date.isoformat(),
        tables=tables,
        other=named(facts.other),
        guests=tuple(guests | {mains.get(person, person) for person in facts.out}),
        weight=weight,
        unit=tournament.unit,
    )
    return event_scores(event, points)


def forget() -> None:
    for kept in (facts_at, wins_at, scores_at):
        kept.cache_clear()
