"""The standings: totals of what counts, ranks, and how much of each round is accepted."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.core.cache import cache
from django.db.models import Exists, Max, OuterRef, Q, Sum
from django.utils.translation import gettext

from scoring.models import Adjustment, CardSet, CorrectionWindow, WrittenOff
from scoring.sets.tables import seated
from scoring.standings.counted import (
    counted_adjustments,
    counted_lines,
    counting,
    disqualified,
    shown_until,
    up_to,
)
from scoring.standings.tie_breaks import TieBreaks, Wins, tie_breaks_of
from tournament.models import Block, BonusRound, Category, Entry, Table, TieBreak, Tournament


@dataclass(frozen=True)
class Adjusted:
    """Points given or taken outside a game that count; `round` is None where they belong to no round."""

    round: int | None
    points: int
    kind: str

    @property
    def label(self) -> str:
        """The short name of the reason, in the reader's language."""
        return str(Adjustment.Kind(self.kind).label)


@dataclass(frozen=True)
class Standing:
    """One row. `rounds` has the points of each published round, bonus rounds too; None where nothing counts yet.

    `rank` is None until the first card counts, and of a disqualified player who keeps no place; `is_withdrawn`: the
    player left the tournament. `total` is the sum of `rounds`, but for bonus rounds that do not count, and of
    `adjustments`.
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
    tie_break: str = ""
    """The tie-break that put the row before or behind another of the same total."""
    adjustments: tuple[Adjusted, ...] = ()
    is_disqualified: bool = False
    category: str = ""
    blocks: tuple[int | None, ...] = ()
    """The total of each block begun, adjustments of its rounds included; None where nothing of it counts."""

    @property
    def has_rank(self) -> bool:
        return self.rank is not None

    @property
    def tie_break_label(self) -> str:
        return str(TieBreak(self.tie_break).label) if self.tie_break else ""

    @property
    def adjusted(self) -> int:
        """What was given and taken outside games."""
        return sum(adjustment.points for adjustment in self.adjustments)


@dataclass(frozen=True)
class RoundCount:
    """The number of a published round's tables that count; the numbers of those still waited for and of those
    written off. `bonus`: what a bonus round is.
    """

    number: int
    accepted: int
    tables: int
    open: tuple[int, ...] = ()
    written_off: tuple[int, ...] = ()
    bonus: BonusRound | None = None

    @property
    def name(self) -> str:
        return self.bonus.name if self.bonus else gettext("Round %(number)s") % {"number": self.number}

    def said(self, sentence: str) -> str:
        """A sentence about it in which a bonus round is called so."""
        return self.bonus.named_in(sentence) if self.bonus else sentence

    @property
    def counts(self) -> bool:
        """Whether its points are part of the total."""
        return self.bonus is None or self.bonus.counts

    @property
    def is_complete(self) -> bool:
        return self.accepted + len(self.written_off) == self.tables


@dataclass(frozen=True)
class BlockCount:
    """A block of the standings. `winners` are the entries with the highest total once every table of it counts."""

    block: Block
    is_complete: bool
    winners: tuple[int, ...] = ()
    total: int = 0

    @property
    def name(self) -> str:
        return self.block.name


@dataclass(frozen=True)
class CategoryCount:
    """A category whose rounds are all played and counted, and its entries with the highest total."""

    name: str
    winners: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Column:
    """A column of points: a round's, or a block's total behind its rounds; bonus rounds come last."""

    round: RoundCount
    block: Block | None = None
    """Where it is the total of a block, whose last round is `round`."""

    @property
    def name(self) -> str:
        return self.block.name if self.block else self.round.name


Cells = tuple[tuple[int | None, bool], ...]
SHOWN_OF_ENTRY = "number", "state", "shows_initials", "tournament", "person__name", "person__town", "category"
"""What is read of each player: the rest of a row takes longer to read than to use."""


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament at one version.

    Rows are ordered by rank, then player number; those who have no rank yet come last.
    """

    version: int
    as_of: datetime | None
    places: list[Standing]
    rounds: list[RoundCount]
    blocks: tuple[BlockCount, ...] = ()
    """Those of which a round is published; none where the rounds are not divided."""
    categories: tuple[CategoryCount, ...] = ()
    """Those that went home, with who won them, once every table of their rounds counts."""
    until: int | None = None
    """The last round that is in them, where they end before what counts by now."""

    withheld_from: int | None = None
    """The first round that everybody else is not shown, in standings that are shown whole."""

    tie_breaks: TieBreaks = field(default_factory=TieBreaks)
    """Nothing where equal totals share a place."""

    @property
    def shown_to_everybody(self) -> int:
        """The last round that everybody else is shown, 0 for none."""
        return (self.withheld_from or 1) - 1

    @property
    def rounds_counted(self) -> int:
        """The number of rounds of which at least one table counts, without bonus rounds."""
        return sum(1 for round_ in self.announced if round_.accepted)

    @property
    def announced(self) -> list[RoundCount]:
        """The rounds without the bonus rounds."""
        return [round_ for round_ in self.rounds if round_.bonus is None]

    @property
    def bonus(self) -> list[RoundCount]:
        return [round_ for round_ in self.rounds if round_.bonus is not None]

    def points_of(self, place: Standing, rounds: Sequence[RoundCount]) -> list[int | None]:
        """A row's points of these rounds."""
        points = dict(zip((round_.number for round_ in self.rounds), place.rounds, strict=True))
        return [points[round_.number] for round_ in rounds]

    def bonus_of(self, place: Standing) -> int | None:
        """A row's points of all bonus rounds; None where nothing of them counts yet."""
        played = [points for points in self.points_of(place, self.bonus) if points is not None]
        return sum(played) if played else None

    @property
    def current(self) -> RoundCount | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def columns(self) -> list[Column]:
        """The columns of points in their order."""
        columns = []
        announced = self.announced
        for round_ in announced:
            columns.append(Column(round_))
            for count in self.blocks:
                last = min(count.block.last, announced[-1].number)
                if round_.number == last:
                    columns.append(Column(round_, count.block))
        return [*columns, *(Column(round_) for round_ in self.bonus)]

    def cells(self, place: Standing) -> Cells:
        """A row's points by column, and whether they stand out: a block's total, a bonus round that counts."""
        return self._cells([place])[0]

    def _cells(self, places: Sequence[Standing]) -> list[Cells]:
        rounds = {round_.number: index for index, round_ in enumerate(self.rounds)}
        blocks = {count.block: index for index, count in enumerate(self.blocks)}
        where = [
            (True, blocks[column.block], True)
            if column.block
            else (False, rounds[column.round.number], column.round.bonus is not None and column.round.counts)
            for column in self.columns
        ]
        return [
            tuple(
                ((place.blocks if of_block else place.rounds)[index], stands_out)
                for of_block, index, stands_out in where
            )
            for place in places
        ]

    @property
    def rows(self) -> list[tuple[Standing, Cells, tuple[tuple[str, int | None], ...]]]:
        """The places with their cells, and with what stands apart."""
        apart = [tuple(self.apart_of(place)) for place in self.places] if self.blocks or self.bonus else []
        return list(zip(self.places, self._cells(self.places), apart or [()] * len(self.places), strict=True))

    def apart_of(self, place: Standing) -> list[tuple[str, int | None]]:
        """What stands beside a row's total: its blocks and its bonus rounds, each with its name."""
        points = self.points_of(place, self.bonus)
        bonus = [(round_.name, total) for round_, total in zip(self.bonus, points, strict=True)]
        return self.blocks_of(place) + bonus

    def blocks_of(self, place: Standing) -> list[tuple[str, int | None]]:
        """The name of each block, and a row's total of it."""
        return [(count.name, total) for count, total in zip(self.blocks, place.blocks, strict=True)]

    @property
    def has_categories(self) -> bool:
        return any(place.category for place in self.places)

    @property
    def won_categories(self) -> list[tuple[CategoryCount, list[Standing]]]:
        """Each category that went home, with those who won it."""
        by_entry = {place.entry: place for place in self.places}
        return [(count, [by_entry[entry] for entry in count.winners]) for count in self.categories]

    @property
    def won_blocks(self) -> list[tuple[BlockCount, list[Standing]]]:
        """Each block that is complete, with those who won it."""
        by_entry = {place.entry: place for place in self.places}
        return [
            (count, [by_entry[entry] for entry in count.winners]) for count in self.blocks if count.winners
        ]

    @property
    def ranked(self) -> list[Standing]:
        """The rows with a rank."""
        return [place for place in self.places if place.rank is not None]

    @property
    def has_disqualified(self) -> bool:
        return any(place.is_disqualified for place in self.places)

    @property
    def has_adjustments(self) -> bool:
        return any(place.adjustments for place in self.places)

    @property
    def earlier_open(self) -> list[RoundCount]:
        """The rounds before the current one with tables still waited for."""
        return [round_ for round_ in self.rounds[:-1] if round_.open]

    @property
    def with_written_off(self) -> list[RoundCount]:
        return [round_ for round_ in self.rounds if round_.written_off]


def standings_for(role: str | None, tournament: Tournament) -> Standings:
    """The standings that somebody with this role is shown: everybody's are without what is withheld."""
    return standings_of(tournament, until=shown_until(tournament, role))


def standings_of(tournament: Tournament, *, until: int | None = None) -> Standings:
    """The standings up to round `until`, cached per process until the next journal entry. None: all that counts."""
    key = f"standings-{tournament.pk}-{tournament.journal_head}-{until}"
    standings: Standings | None = cache.get(key)
    if standings is None:
        standings = calculate(tournament, until=until)
        cache.set(key, standings, 3600)
    return standings


def calculate(tournament: Tournament, *, until: int | None = None) -> Standings:
    """The standings computed from what is stored, up to round `until`."""
    by_round: dict[int, dict[int, int]] = defaultdict(dict)
    lines = counted_lines(tournament, until=until)
    sums = lines.values_list("entry", "round__number").annotate(Sum("points")).order_by()
    for entry, number, points in sums:
        by_round[entry][number] = points
    adjusted: dict[int, list[Adjusted]] = defaultdict(list)
    rows = counted_adjustments(tournament, until=until)
    for entry, number, points, kind in rows.values_list("entry", "round__number", "points", "kind"):
        adjusted[entry].append(Adjusted(number, points, kind))
    rounds = round_counts(tournament, until=until)
    # What is withheld changes on, and would show here that it did.
    as_of = tournament.standings_at if until is None else last_counted_at(tournament, until)
    return assembled(tournament, by_round, adjusted, rounds, as_of=as_of, until=until)


def last_counted_at(tournament: Tournament, until: int) -> datetime | None:
    """When the last set or adjustment came in that is in the standings up to a round."""
    sets = CardSet.objects.filter(
        counting(tournament, ""), *up_to(until, "round__"), round__tournament=tournament
    ).aggregate(at=Max("accepted_at"))
    adjustments = counted_adjustments(tournament, until=until).aggregate(at=Max("at"))
    return max(filter(None, (sets["at"], adjustments["at"])), default=None)


def assembled(
    tournament: Tournament,
    by_round: Mapping[int, Mapping[int, int]],
    adjusted: Mapping[int, Sequence[Adjusted]],
    rounds: list[RoundCount],
    *,
    as_of: datetime | None,
    until: int | None = None,
    out: Mapping[int, bool | None] | None = None,
    wins_then: Callable[[], Wins] | None = None,
) -> Standings:
    """The standings of points by entry and round, of every entry that was seated or has a result or an adjustment.

    `out` and `wins_then`: who was disqualified and who had won games, where that is not as it is now.
    """
    outside = {entry: sum(row.points for row in rows) for entry, rows in adjusted.items()}
    entries = (
        tournament.entries.filter(
            Q(start_table__isnull=False)
            | Q(seats__round__published_at__isnull=False)
            | Q(pk__in=by_round)
            | Q(pk__in=adjusted)
        )
        .distinct()
        .select_related("person", "category")
        .only(*SHOWN_OF_ENTRY)
        .order_by("number")
    )
    out = disqualified(tournament, until=until) if out is None else out
    withdrawn = {entry.pk for entry in entries if entry.state == Entry.State.WITHDRAWN}
    if withdrawn - out.keys():
        # A disqualification withdraws: where it does not show, that mark would tell of it.
        withdrawn -= disqualified(tournament).keys() - out.keys()
    beside = {number for number, bonus in tournament.bonus_rounds.items() if not bonus.counts}
    counting_points = {
        entry: {number: value for number, value in points.items() if number not in beside}
        for entry, points in by_round.items()
        if points.keys() - beside
    }
    totals = {
        entry: sum(points.values()) + outside.get(entry, 0) for entry, points in counting_points.items()
    }
    penalties = {entry: sum(row.points < 0 for row in rows) for entry, rows in adjusted.items()}
    tie_breaks = tie_breaks_of(tournament, counting_points, penalties, until=until, wins_then=wins_then)
    ranked = tie_breaks.ranked({pk: total for pk, total in totals.items() if out.get(pk, True)})
    decided_by = tie_breaks.decided_by(ranked)
    ranks = {place.entry: place for place in ranked}
    begun = blocks_begun(tournament, rounds)
    of_blocks = {
        entry: tuple(block_total(block, points, adjusted.get(entry, ())) for block in begun)
        for entry, points in by_round.items()
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
            tie_break=decided_by.get(entry.pk, ""),
            total=totals.get(entry.pk, outside.get(entry.pk, 0)),
            rounds=[by_round.get(entry.pk, {}).get(round_.number) for round_ in rounds],
            is_withdrawn=entry.pk in withdrawn,
            town="" if entry.shows_initials else entry.person.town,
            adjustments=tuple(adjusted.get(entry.pk, ())),
            is_disqualified=entry.pk in out,
            category=entry.category.name if entry.category else "",
            blocks=of_blocks.get(entry.pk, (None,) * len(begun)),
        )
        for entry in entries
    ]
    return Standings(
        version=tournament.standings_version,
        as_of=as_of,
        places=sorted(places, key=lambda place: (place.rank is None, place.rank)),
        rounds=rounds,
        categories=tuple(categories_won(rounds, entries, {pk: totals[pk] for pk in ranks})),
        blocks=tuple(
            block_count(block, rounds, {entry: of_blocks[entry][index] for entry in ranks})
            for index, block in enumerate(begun)
        ),
        until=until,
        withheld_from=tournament.withheld_from,
        tie_breaks=tie_breaks,
    )


def categories_won(
    rounds: Sequence[RoundCount], entries: Iterable[Entry], totals: Mapping[int, int]
) -> Iterator[CategoryCount]:
    """Who has the most points of each category that has a last round, once every round until then is complete."""
    members: dict[Category, dict[int, int]] = defaultdict(dict)
    for entry in entries:
        if entry.category and entry.category.last_round and entry.pk in totals:
            members[entry.category][entry.pk] = totals[entry.pk]
    for category, of_members in sorted(members.items(), key=lambda item: item[0].pk):
        played = [round_ for round_ in rounds if round_.number <= (category.last_round or 0)]
        if len(played) == category.last_round and all(round_.is_complete for round_ in played):
            best = max(of_members.values())
            winners = tuple(pk for pk, total in of_members.items() if total == best)
            yield CategoryCount(category.name, winners, best)


def blocks_begun(tournament: Tournament, rounds: Sequence[RoundCount]) -> list[Block]:
    """The blocks of which a round is published; none where all rounds are one block."""
    blocks = tournament.blocks
    if len(blocks) < 2:
        return []
    return [block for block in blocks if any(block.holds(round_.number) for round_ in rounds)]


def block_total(block: Block, points: Mapping[int, int], adjusted: Iterable[Adjusted]) -> int | None:
    """A player's total of a block; None where none of its rounds counts."""
    counted = [points[round_] for round_ in points if block.holds(round_)]
    if not counted:
        return None
    return sum(counted) + sum(row.points for row in adjusted if block.holds(row.round))


def block_count(block: Block, rounds: Sequence[RoundCount], totals: Mapping[int, int | None]) -> BlockCount:
    """Whether every round of the block was played and counts, and then who has the most points of it."""
    inside = [round_ for round_ in rounds if block.holds(round_.number)]
    is_complete = len(inside) == len(block.rounds) and all(round_.is_complete for round_ in inside)
    played = {entry: total for entry, total in totals.items() if total is not None}
    if not is_complete or not played:
        return BlockCount(block, is_complete)
    best = max(played.values())
    return BlockCount(block, True, tuple(entry for entry in played if played[entry] == best), best)


def round_counts(tournament: Tournament, *, until: int | None = None) -> list[RoundCount]:
    """The progress of each published round up to `until`, by number. One query."""
    rounds = tournament.rounds.published().filter(*up_to(until))
    tables = (
        seated(Table.objects.filter(round__in=rounds))
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
            bonus=tournament.bonus_rounds.get(number),
        )
        for number in by_round
    ]


def window_of(tournament: Tournament) -> CorrectionWindow | None:
    """The time for corrections that was set and not ended; what is left of it depends on the hour."""
    return CorrectionWindow.objects.filter(tournament=tournament, ended_at__isnull=True).first()
