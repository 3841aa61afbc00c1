"""What a season sees of one event, kept in the process for each state of its tournament and of the records merged in
it: what a correction costs grows with the events that changed, not with the season. People are keys as texts.
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
    """An event as it was played. `seats`: its tables with the points of each seat under whoever sat down first, where a
    substitute went on; `out`: who has no place; `people`: entry -> person.
    """

    tournament: Tournament
    tables: list[SeasonTable]
    seats: list[SeasonTable]
    other: dict[str, int]
    out: set[str]
    initials: set[str]
    people: Mapping[int, str]


Merged = frozenset[tuple[int, int | None]]
"""Entries of records that are merged into another one, each with that one."""


@lru_cache(MOST_EVENTS)
def facts_at(key: int, _state: str, merged: Merged) -> EventFacts:
    """The facts of the tournament with this key; `_state` is the head of its journal, which every change moves."""
    tournament = Tournament.everything.get(pk=key)
    entries, mains = tournament.entries.values_list("pk", "person", "shows_initials"), dict(merged)
    people = {entry: str(mains.get(entry, person)) for entry, person, _short in entries}
    tables: dict[int, Counter[str]] = defaultdict(Counter)
    games: dict[int, int] = {}
    lines = counted_lines(tournament).exclude(round__bonus_counts=False)
    rows = lines.values_list("card_set", "round__number", "entry").annotate(Sum("points")).order_by()
    for card_set, number, entry, total in rows.iterator():
        tables[card_set][people[entry]] += total
        games[card_set] = tournament.games_in(number)
    seats = {card_set: points.copy() for card_set, points in tables.items()}
    went_on = Card.objects.filter(round__tournament=tournament, substitute__isnull=False, card_set__in=tables)
    for card_set, first, second in went_on.values_list("card_set", "entry", "substitute"):
        points = seats[card_set].pop(people[second], 0)
        seats[card_set][people[first]] += points
    out = {people[entry] for entry, keeps in disqualified(tournament).items() if not keeps}
    other = Counter(dict.fromkeys(out, -BEHIND_ALL))
    for entry, total in counted_adjustments(tournament).values_list("entry", "points"):
        other[people[entry]] += total
    of_people, of_seats = (
        [SeasonTable(points=points, games=games[card_set]) for card_set, points in by.items()]
        for by in (tables, seats)
    )
    short = {people[entry] for entry, _person, short in entries if short}
    return EventFacts(tournament, of_people, of_seats, other, out, short, people)


@lru_cache(MOST_EVENTS)
def scores_at(
    key: int, state: str, merged: Merged, *, rule: bytes, weight: float, guests: frozenset[str]
) -> EventScores:
    """What the event is worth to everybody; its name is its address. `rule` is a `SeasonRule` as JSON. Raises
    UnknownTableError.
    """
    facts, by = facts_at(key, state, merged), msgspec.json.decode(rule, type=SeasonRule)
    tables = facts.seats if by.points.by == "table" else facts.tables
    if {"most-wins", "fewest-thrown"} & set(by.ties) and tables:
        wins = wins_of(facts.tournament)
        won, thrown = Counter[str](), Counter[str]()
        for entry, person in facts.people.items():
            won[person] += wins.all[entry]
            thrown[person] += wins.thrown[entry]
        tables = [msgspec.structs.replace(tables[0], wins=won, thrown=thrown), *tables[1:]]
    event = ReckonedEvent(
        name=facts.tournament.slug,
        date=facts.tournament.date.isoformat(),
        tables=tuple(tables),
        other=facts.other,
        guests=(*guests, *facts.out),
        weight=weight,
        unit=facts.tournament.unit,
    )
    return event_scores(event, by.points)
