"""The geometry of the charts of points. The templates in scoring/pictures/ draw them as SVG.

Each chart also has its numbers, so that its template can show them as a table. Lengths are in units of the chart's
own `viewBox`; y runs downwards.
"""

import math
import textwrap
from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate
from statistics import median_low

from club.names import name_with_number, shared_names
from rules.ranking import rank
from scoring.standings.standing import RoundCount, Standing, Standings
from tournament.models import BonusRound
from ui.texts import shown

LEADERS = 3
LEADERS_ROUNDS = 6  # more would be too small to read on a phone
ROW = 34
NAME_WIDTH = 172
NAME_LETTERS = 19
NAME_LINE = 16


@dataclass(frozen=True)
class PictureSpot:
    x: int
    y: int
    rank: int
    total: int


@dataclass(frozen=True)
class PictureLine:
    """The line of one player. `look` chooses its color."""

    player: Standing
    look: int
    spots: list[PictureSpot]
    is_alike: bool = False
    """Whether somebody else has the name, so that the number stands beside it."""

    @property
    def name_lines(self) -> list[str]:
        """The name as it stands beside the last round: whole, in as many lines as it needs."""
        return name_lines(self.player, is_alike=self.is_alike)

    @property
    def name_top(self) -> int:
        """The y of its first line; all of them stand around the last spot."""
        return self.spots[-1].y + 6 - (len(self.name_lines) - 1) * NAME_LINE // 2

    @property
    def path(self) -> str:
        first, *following = self.spots
        path, last = f"M{first.x} {first.y}", first
        for spot in following:
            middle = (last.x + spot.x) // 2
            path += f"C{middle} {last.y} {middle} {spot.y} {spot.x} {spot.y}"
            last = spot
        return path


def name_lines(player: Standing, *, is_alike: bool) -> list[str]:
    return textwrap.wrap(
        name_with_number(player.name, player.number, {player.name} if is_alike else ()), NAME_LETTERS
    )


@dataclass(frozen=True)
class Leaders:
    """The current leaders and their ranks after each round. `rounds` has each round and its x.

    At most the last `LEADERS_ROUNDS` rounds; `is_cut` if earlier ones are left out.
    """

    width: int
    height: int
    rounds: list[tuple[RoundCount, int]]
    lines: list[PictureLine]
    is_cut: bool


def leaders(standings: Standings) -> Leaders | None:
    """The first three; None before a second round counts."""
    counted = [index for index, round_ in enumerate(standings.rounds) if round_.accepted and round_.counts]
    if len(counted) < 2:
        return None
    totals = {
        place.number: totals_after(place, [standings.rounds[index].number for index in counted], counted)
        for place in standings.in_final
    }
    is_cut = len(counted) > LEADERS_ROUNDS
    counted = counted[-LEADERS_ROUNDS:]
    listed = standings.in_final[:LEADERS]
    step = max(44, 170 // (len(counted) - 1))
    alike = shared_names(place.name for place in standings.places)
    heights = {
        place.number: len(name_lines(place, is_alike=place.name in alike)) * NAME_LINE + 10
        for place in listed
    }
    spots: dict[int, list[PictureSpot]] = defaultdict(list)
    for column in range(len(counted)):
        by_total = rank({number: sums[column] for number, sums in totals.items()})
        ranks = {place.entry: place.rank for place in by_total}
        if column == len(counted) - 1 and standings.tie_breaks.names:  # as the list beside it
            ranks = {place.number: place.rank or 0 for place in standings.in_final}
        lowest, above = -ROW, 0
        for place in sorted(listed, key=lambda place: ranks[place.number]):
            # Names stand beside the last column alone, where a long one takes more than a row.
            height = heights[place.number] if column == len(counted) - 1 else ROW
            lowest = max(height_of(ranks[place.number]), lowest + max(ROW, (above + height) // 2))
            above = height
            total = totals[place.number][column]
            spots[place.number].append(
                PictureSpot(24 + column * step, 62 + lowest, ranks[place.number], total)
            )
    lines = [
        PictureLine(place, look, spots[place.number], place.name in alike)
        for look, place in enumerate(listed, start=1)
    ]
    rounds = [standings.rounds[index] for index in counted]
    return Leaders(
        width=24 + (len(counted) - 1) * step + NAME_WIDTH,
        height=max(
            *(spot.y + 22 for line in lines for spot in line.spots),
            *(line.name_top + len(line.name_lines) * NAME_LINE for line in lines),
        ),
        rounds=[(round_, 24 + column * step) for column, round_ in enumerate(rounds)],
        lines=lines,
        is_cut=is_cut,
    )


def totals_after(place: Standing, numbers: list[int], counted: list[int]) -> list[int]:
    """The totals after the last counted rounds: `numbers` are theirs, `counted` their places in `place.rounds`.

    What was given or taken outside games counts with its round; what belongs to no counted round, at the end.
    """
    sums = {number: place.rounds[index] or 0 for number, index in zip(numbers, counted, strict=True)}
    for adjustment in place.adjustments:
        number = adjustment.round if adjustment.round in sums else numbers[-1]
        sums[number] += adjustment.points
    return list(accumulate(sums.values()))[-LEADERS_ROUNDS:]


def height_of(place: int) -> int:
    """The y of a rank: a row for each of the first three, a logarithmic scale below them."""
    if place <= LEADERS:
        return (place - 1) * ROW
    return round((LEADERS - 1 + 1.2 * math.log2(place / LEADERS) + 0.5) * ROW)


@dataclass(frozen=True)
class ChartBar:
    number: int
    points: int
    middle: int
    x: int
    y: int
    height: int
    label_y: int
    middle_y: int
    bonus: BonusRound | None = None
    unit: int = 1

    @property
    def written(self) -> str:
        return shown(self.points, self.unit)


@dataclass(frozen=True)
class OwnRounds:
    width: int
    height: int
    zero_y: int
    bars: list[ChartBar]


BAR, BAR_STEP, BAR_TOP, BAR_REACH = 44, 72, 28, 130


def own_rounds(standings: Standings, own_place: Standing) -> OwnRounds | None:
    """The counted rounds of a player with the field's median (the lower of two); None if there are none."""
    counted = [
        (round_, points, median_low([p.rounds[index] or 0 for p in standings.ranked]))
        for index, (round_, points) in enumerate(zip(standings.rounds, own_place.rounds, strict=True))
        if points is not None
    ]
    if not counted:
        return None
    numbers = [number for _round, points, middle in counted for number in (points, middle)]
    highest, lowest = max(0, *numbers), min(0, *numbers)
    unit = BAR_REACH / max(highest - lowest, 40)
    zero = BAR_TOP + round(highest * unit)
    bars = []
    for column, (round_, points, middle) in enumerate(counted):
        length = round(abs(points) * unit)
        middle_y = zero - round(middle * unit)
        top = zero - length
        if top - 30 < middle_y <= top:
            top = middle_y  # keeps the number off the dashed line
        bars.append(
            ChartBar(
                number=round_.number,
                bonus=round_.bonus,
                unit=standings.unit,
                points=points,
                middle=middle,
                x=14 + column * BAR_STEP,
                y=zero - length if points > 0 else zero,
                height=length,
                label_y=top - 7 if points >= 0 else zero + length + 19,
                middle_y=middle_y,
            )
        )
    foot = zero - round(lowest * unit) + (26 if lowest < 0 else 0)
    return OwnRounds(width=28 + len(bars) * BAR_STEP, height=foot + 28, zero_y=zero, bars=bars)
