"""The standings: totals of what counts, their ranks, and how much of each round is accepted."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Q, Sum

from rules.ranking import rank
from scoring.standings.counted import counted_lines, counting
from tournament.models import Tournament


@dataclass(frozen=True)
class Standing:
    """One row. `rounds` has the points of each published round, None where nothing counts yet."""

    entry: int
    number: int
    name: str
    full_name: str
    shows_initials: bool
    rank: int
    tied: bool
    total: int
    rounds: list[int | None]


@dataclass(frozen=True)
class RoundCount:
    """How many of a published round's tables count."""

    number: int
    accepted: int
    tables: int

    @property
    def is_complete(self) -> bool:
        return self.accepted == self.tables


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament at one version. Rows are ordered by rank, then player number."""

    version: int
    as_of: datetime | None
    places: list[Standing]
    rounds: list[RoundCount]

    @property
    def rounds_counted(self) -> int:
        """Rounds of which at least one table counts."""
        return sum(1 for round_ in self.rounds if round_.accepted)

    @property
    def current(self) -> RoundCount | None:
        return self.rounds[-1] if self.rounds else None


def standings_of(tournament: Tournament) -> Standings:
    """The standings, cached per process until the next journal entry."""
    key = f"standings-{tournament.pk}-{tournament.journal_head}"
    standings: Standings | None = cache.get(key)
    if standings is None:
        standings = calculate(tournament)
        cache.set(key, standings, 3600)
    return standings


def calculate(tournament: Tournament) -> Standings:
    """The standings computed from the stored lines, of every entry that was seated or has a result."""
    rounds = [
        RoundCount(*row)
        for row in tournament.rounds.published()
        .annotate(
            accepted=Count("tables", filter=counting(tournament, "tables__card_set")),
            all_tables=Count("tables"),
        )
        .order_by("number")
        .values_list("number", "accepted", "all_tables")
    ]
    by_round: dict[int, dict[int, int]] = defaultdict(dict)
    sums = counted_lines(tournament).values_list("entry", "round__number").annotate(Sum("points")).order_by()
    for entry, number, points in sums:
        by_round[entry][number] = points
    entries = {
        entry.pk: entry
        for entry in tournament.entries.filter(
            Q(start_table__isnull=False) | Q(seats__round__published_at__isnull=False) | Q(pk__in=by_round)
        )
        .distinct()
        .select_related("person")
    }
    numbers = {entry.number: entry for entry in entries.values()}
    places = [
        Standing(
            entry=numbers[place.entry].pk,
            number=place.entry,
            name=numbers[place.entry].public_name,
            full_name=numbers[place.entry].name,
            shows_initials=numbers[place.entry].shows_initials,
            rank=place.rank,
            tied=place.tied,
            total=place.total,
            rounds=[by_round[numbers[place.entry].pk].get(round_.number) for round_ in rounds],
        )
        for place in rank({entry.number: sum(by_round[pk].values()) for pk, entry in entries.items()})
    ]
    return Standings(
        version=tournament.standings_version,
        as_of=tournament.standings_at,
        places=places,
        rounds=rounds,
    )
