"""The standings: totals of what counts, their ranks, and how much of each round is accepted."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, Sum

from rules.ranking import rank
from scoring.models import CardSet, WrittenOff
from scoring.sets.tables import seated
from scoring.standings.counted import counted_lines, counting
from tournament.models import Entry, Table, Tournament


@dataclass(frozen=True)
class Standing:
    """One row. `rounds` has the points of each published round, None where nothing counts yet.

    `rank` is None until the first card counts, and `is_withdrawn` is said of somebody who plays no more.
    """

    entry: int
    number: int
    name: str
    full_name: str
    shows_initials: bool
    rank: int | None
    tied: bool
    total: int
    rounds: list[int | None]
    is_withdrawn: bool = False
    town: str = ""
    """Tells two of one name apart; not of somebody who shows initials."""


@dataclass(frozen=True)
class RoundCount:
    """How many of a published round's tables count; the numbers of those still waited for, and of those written off."""

    number: int
    accepted: int
    tables: int
    open: tuple[int, ...] = ()
    written_off: tuple[int, ...] = ()

    @property
    def is_complete(self) -> bool:
        return self.accepted + len(self.written_off) == self.tables


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament at one version.

    Rows are ordered by rank, then player number; those who have no rank yet come last.
    """

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

    @property
    def ranked(self) -> list[Standing]:
        """The rows of those who have a rank."""
        return [place for place in self.places if place.rank is not None]

    @property
    def earlier_open(self) -> list[RoundCount]:
        """The rounds before the current one that tables are still waited for of."""
        return [round_ for round_ in self.rounds[:-1] if round_.open]

    @property
    def with_written_off(self) -> list[RoundCount]:
        return [round_ for round_ in self.rounds if round_.written_off]


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
    rounds = round_counts(tournament)
    by_round: dict[int, dict[int, int]] = defaultdict(dict)
    sums = counted_lines(tournament).values_list("entry", "round__number").annotate(Sum("points")).order_by()
    for entry, number, points in sums:
        by_round[entry][number] = points
    entries = (
        tournament.entries.filter(
            Q(start_table__isnull=False) | Q(seats__round__published_at__isnull=False) | Q(pk__in=by_round)
        )
        .distinct()
        .select_related("person")
        .order_by("number")
    )
    ranks = {
        place.entry: place for place in rank({pk: sum(points.values()) for pk, points in by_round.items()})
    }
    places = [
        Standing(
            entry=entry.pk,
            number=entry.number,
            name=entry.public_name,
            full_name=entry.name,
            shows_initials=entry.shows_initials,
            rank=ranks[entry.pk].rank if entry.pk in ranks else None,
            tied=entry.pk in ranks and ranks[entry.pk].tied,
            total=ranks[entry.pk].total if entry.pk in ranks else 0,
            rounds=[by_round[entry.pk].get(round_.number) for round_ in rounds],
            is_withdrawn=entry.state == Entry.State.WITHDRAWN,
            town="" if entry.shows_initials else entry.person.town,
        )
        for entry in entries
    ]
    return Standings(
        version=tournament.standings_version,
        as_of=tournament.standings_at,
        places=sorted(places, key=lambda place: (place.rank is None, place.rank)),
        rounds=rounds,
    )


def round_counts(tournament: Tournament) -> list[RoundCount]:
    """How far each published round is, by number. One query."""
    tables = (
        seated(Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False))
        .annotate(
            counts=Exists(CardSet.objects.filter(counting(tournament, ""), table=OuterRef("pk"))),
            is_written_off=Exists(WrittenOff.objects.filter(table=OuterRef("pk"))),
        )
        .order_by("round__number", "number")
        .values_list("round__number", "number", "counts", "is_written_off")
    )
    by_round: dict[int, list[tuple[int, bool, bool]]] = defaultdict(list)
    for round_, number, counts, is_written_off in tables:
        by_round[round_].append((number, counts, is_written_off))
    return [
        RoundCount(
            number,
            accepted=sum(counts for _table, counts, _off in by_round[number]),
            tables=len(by_round[number]),
            open=tuple(table for table, counts, off in by_round[number] if not counts and not off),
            written_off=tuple(table for table, _counts, off in by_round[number] if off),
        )
        for number in by_round
    ]
