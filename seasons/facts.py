"""What a season sees of one event, kept in the process for each state of its tournament: what a change costs grows with
the events that changed, not with the season. People are the keys of their records as texts.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from django.db.models import Sum

from rules.seasons.event import EventScores, SeasonTable, event_scores
from rules.seasons.event import SeasonEvent as ReckonedEvent
from rules.seasons.rule import SeasonRule
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
    substitute went on; `out`: who has no place.
    """

    tables: list[SeasonTable]
    seats: list[SeasonTable]
    other: Mapping[str, int]
    out: set[str]
    initials: set[str]


@lru_cache(MOST_EVENTS)
def facts_at(key: int, _state: str) -> EventFacts:
    """The facts of the tournament with this key; `_state` is the head of its journal, which every change moves."""
    tournament = Tournament.everything.get(pk=key)
    tables: dict[int, Counter[str]] = defaultdict(Counter)
    games: dict[int, int] = {}
    lines = counted_lines(tournament).exclude(round__bonus_counts=False)
    rows = lines.values_list("card_set", "round__number", "entry__person").annotate(Sum("points")).order_by()
    for card_set, number, person, total in rows.iterator():
        tables[card_set][str(person)] = total
        games[card_set] = tournament.games_in(number)
    seats = {card_set: points.copy() for card_set, points in tables.items()}
    went_on = Card.objects.filter(round__tournament=tournament, substitute__isnull=False, card_set__in=tables)
    for card_set, first, second in went_on.values_list("card_set", "entry__person", "substitute__person"):
        seats[card_set][str(first)] += seats[card_set].pop(str(second), 0)
    other: Counter[str] = Counter()
    for person, total in counted_adjustments(tournament).values_list("entry__person", "points"):
        other[str(person)] += total
    entries = tournament.entries.values_list("pk", "person", "shows_initials")
    people = {entry: str(person) for entry, person, _short in entries}
    out = {people[entry] for entry, keeps in disqualified(tournament).items() if not keeps}
    other.subtract(dict.fromkeys(out, BEHIND_ALL))
    of_people, of_seats = (
        [SeasonTable(points=points, games=games[card_set]) for card_set, points in by.items()]
        for by in (tables, seats)
    )
    return EventFacts(
        of_people, of_seats, other, out, {str(person) for _entry, person, short in entries if short}
    )


@lru_cache(MOST_EVENTS)
def scores_at(
    key: int,
    state: str,
    *,
    rule: bytes,
    weight: float,
    guests: frozenset[str],
    merged: frozenset[tuple[str, str]],
) -> EventScores:
    """What the event is worth to everybody; its name is its address. `rule` is a `SeasonRule` as JSON, `merged` has
    records that are merged into another one, each with that one. Raises UnknownTableError.
    """
    tournament = Tournament.everything.get(pk=key)
    facts, mains, by = facts_at(key, state), dict(merged), msgspec.json.decode(rule, type=SeasonRule)

    def named(counts: Mapping[str, int]) -> dict[str, int]:
        return {mains.get(person, person): count for person, count in counts.items()}

    tables = [
        msgspec.structs.replace(table, points=named(table.points))
        for table in (facts.seats if by.points.by == "table" else facts.tables)
    ]
    if {"most-wins", "fewest-thrown"} & set(by.ties) and tables:
        wins, people = wins_of(tournament), dict(tournament.entries.values_list("pk", "person"))
        won, thrown = (
            named({str(people[entry]): count for entry, count in row.items()})
            for row in (wins.all, wins.thrown)
        )
        tables[0] = msgspec.structs.replace(tables[0], wins=won, thrown=thrown)
    event = ReckonedEvent(
        name=tournament.slug,
        date=tournament.date.isoformat(),
        tables=tuple(tables),
        other=named(facts.other),
        guests=tuple(guests | {mains.get(person, person) for person in facts.out}),
        weight=weight,
        unit=tournament.unit,
    )
    return event_scores(event, by.points)


def forget() -> None:
    for kept in (facts_at, scores_at):
        kept.cache_clear()
