from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from rules.ranking import SECOND_TOTAL, rank
from scoring.models import Adjustment
from scoring.standings.tie_breaks import TieBreaks
from tournament.models import Block, BonusRound, TieBreak, numbered_round
from ui.texts import in_points

ON_THE_PODIUM = 3


@dataclass(frozen=True)
class AdjustedPoints:
    """Points given or taken outside a game that count; `round` is None where they belong to no round."""

    round: int | None
    points: int
    kind: str
    is_said: bool = True
    """Whether everybody is told what a penalty was for."""

    @property
    def label(self) -> str:
        if not self.is_said and self.kind != Adjustment.Kind.RULING:
            return gettext("penalty")
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
    second_total: int = 0
    """Where the system has two; the second one decides between equal ones."""
    average: int | None = None
    """Hundredths of a point for each game played, rounded, where places go by the exact average."""
    tie_break: str = ""
    """The tie-break that decided between rows of the same total."""
    adjustments: tuple[AdjustedPoints, ...] = ()
    is_disqualified: bool = False
    category: str = ""
    part: str = ""
    """The category that `rank` is a place of, where it ends before the event; "" for the final standings."""
    blocks: tuple[int | None, ...] = ()
    """The total of each block begun, adjustments of its rounds included; None where nothing of it counts."""

    @property
    def has_rank(self) -> bool:
        return self.rank is not None

    @property
    def tie_break_label(self) -> str:
        if self.tie_break == SECOND_TOTAL:
            return gettext("the second total")
        return str(TieBreak(self.tie_break).label) if self.tie_break else ""

    @property
    def adjusted(self) -> int:
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

    @property
    def in_words(self) -> str:
        return self.bonus.in_words if self.bonus else numbered_round(self.number)

    @property
    def counts(self) -> bool:
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
class PointsColumn:
    """A column of points: a round's, or a block's total behind its rounds; bonus rounds come last."""

    round: RoundCount
    block: Block | None = None
    """Where it is the total of a block, whose last round is `round`."""

    @property
    def name(self) -> str:
        return self.block.name if self.block else self.round.name


Cells = tuple[tuple[int | None, bool], ...]


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament at one version.

    Rows are ordered by rank, then player number; rows without a rank come last.
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
    """The last round included, where later rounds count already."""

    withheld_from: int | None = None
    """The first round that everybody else is not shown, in standings that are shown whole."""

    unit: int = 1
    """How many of the unit of its points make one."""

    second_total_title: str = ""
    """What the second total is called in English; "" where there is one total alone."""

    tie_breaks: TieBreaks = field(default_factory=TieBreaks)
    """Nothing where equal totals share a place."""

    @property
    def in_points(self) -> Standings:
        if self.unit == 1:
            return self

        def converted(numbers: Iterable[int | None]) -> list[Any]:
            return [None if number is None else in_points(number, self.unit) for number in numbers]

        places = [
            replace(
                place,
                total=converted([place.total])[0],
                rounds=converted(place.rounds),
                blocks=tuple(converted(place.blocks)),
                adjustments=tuple(
                    replace(row, points=converted([row.points])[0]) for row in place.adjustments
                ),
            )
            for place in self.places
        ]
        blocks = tuple(replace(count, total=converted([count.total])[0]) for count in self.blocks)
        categories = tuple(replace(count, total=converted([count.total])[0]) for count in self.categories)
        return replace(self, places=places, blocks=blocks, categories=categories, unit=1)

    @property
    def by_average(self) -> bool:
        return bool(self.tie_breaks.games)

    @property
    def second_total(self) -> str:
        """What the second total is called, in the reader's language; "" where there is one total alone."""
        return gettext(self.second_total_title) if self.second_total_title else ""

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
        return [round_ for round_ in self.rounds if round_.bonus is None]

    @property
    def bonus(self) -> list[RoundCount]:
        return [round_ for round_ in self.rounds if round_.bonus is not None]

    def points_of(self, place: Standing, rounds: Sequence[RoundCount]) -> list[int | None]:
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
    def columns(self) -> list[PointsColumn]:
        columns = []
        announced = self.announced
        for round_ in announced:
            columns.append(PointsColumn(round_))
            for count in self.blocks:
                last = min(count.block.last, announced[-1].number)
                if round_.number == last:
                    columns.append(PointsColumn(round_, count.block))
        return [*columns, *(PointsColumn(round_) for round_ in self.bonus)]

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
        apart = [tuple(self.apart_of(place)) for place in self.places] if self.blocks or self.bonus else []
        return list(zip(self.places, self._cells(self.places), apart or [()] * len(self.places), strict=True))

    def apart_of(self, place: Standing) -> list[tuple[str, int | None]]:
        """What stands beside a row's total: its blocks and its bonus rounds, each with its name."""
        points = self.points_of(place, self.bonus)
        bonus = [(round_.name, total) for round_, total in zip(self.bonus, points, strict=True)]
        return self.blocks_of(place) + bonus

    def blocks_of(self, place: Standing) -> list[tuple[str, int | None]]:
        return [(count.name, total) for count, total in zip(self.blocks, place.blocks, strict=True)]

    @property
    def has_categories(self) -> bool:
        return any(place.category for place in self.places)

    @property
    def won_categories(self) -> list[tuple[CategoryCount, list[Standing]]]:
        by_entry = {place.entry: place for place in self.places}
        return [(count, [by_entry[entry] for entry in count.winners]) for count in self.categories]

    @property
    def won_blocks(self) -> list[tuple[BlockCount, list[Standing]]]:
        by_entry = {place.entry: place for place in self.places}
        return [
            (count, [by_entry[entry] for entry in count.winners]) for count in self.blocks if count.winners
        ]

    @property
    def ranked(self) -> list[Standing]:
        """Everybody with a place, be it in the final standings or in those of a part of the event."""
        return [place for place in self.places if place.rank is not None]

    @property
    def in_final(self) -> list[Standing]:
        """Those with a place in the final standings: not who is entered for a part of the event alone."""
        return [place for place in self.ranked if not place.part]

    @property
    def podium(self) -> list[Standing]:
        """Those on the first three places; more where they tie."""
        return [place for place in self.in_final if (place.rank or 0) <= ON_THE_PODIUM]

    @property
    def parts(self) -> dict[int, str]:
        return {place.entry: place.part for place in self.places}

    @property
    def of_categories(self) -> dict[str, list[Standing]]:
        members: dict[str, list[Standing]] = defaultdict(list)
        for place in self.ranked:
            if place.category:
                members[place.category].append(place)
        return {name: self.by_themselves(places) for name, places in sorted(members.items())}

    def by_themselves(self, places: Sequence[Standing]) -> list[Standing]:
        rows = {place.entry: place for place in places}
        ranked = self.tie_breaks.ranked({place.entry: place.total for place in places})
        return [replace(rows[place.entry], rank=place.rank, tied=place.tied) for place in ranked]

    def of_block(self, block: Block) -> list[Standing]:
        """Who has a total in the block, with the place and the total of it."""
        index = next(index for index, count in enumerate(self.blocks) if count.block == block)
        totals = {place.entry: total for place in self.ranked if (total := place.blocks[index]) is not None}
        rows = {place.entry: place for place in self.ranked}
        return [
            replace(rows[place.entry], rank=place.rank, tied=place.tied, total=place.total)
            for place in rank(totals)
        ]

    @property
    def has_disqualified(self) -> bool:
        return any(place.is_disqualified for place in self.places)

    @property
    def has_adjustments(self) -> bool:
        return any(place.adjustments for place in self.places)

    @property
    def earlier_open(self) -> list[RoundCount]:
        return [round_ for round_ in self.rounds[:-1] if round_.open]

    @property
    def with_written_off(self) -> list[RoundCount]:
        return [round_ for round_ in self.rounds if round_.written_off]
