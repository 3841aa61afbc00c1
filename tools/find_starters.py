"""Searches for the steps and wheels in ``starters.py`` and writes that file: ``python -m
tools.find_starters rules/seating/starters.py 35``, up to 35 tables.

Takes some minutes. The result does not depend on the machine: every search is limited by its steps, not by time.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rules.seating.plan import Steps, least_residue
from rules.seating.repeat_free import MOST_ROUNDS_BY_STEPS, PAIRS, SearchEnded, StepSearch, constant_steps

MOST_ROUNDS = 12
LARGEST_WHEEL = 13
EFFORT = 300_000

Point = tuple[int, int]
Block = tuple[Point, ...]


def main(file: str, tables: str) -> None:
    """Writes the starters for fields of up to so many tables into a file."""
    largest = int(tables)
    lines = [
        '"""Starters found by find_starters.py; do not edit by hand."""',
        "",
        "from __future__ import annotations",
        "",
        "STEPS: dict[tuple[int, int], str] = {",
        *(f'    ({count}, {rounds}): "{text}",' for count, rounds, text in _all_steps(largest)),
        "}",
        '"""By (tables, rounds): the steps of B, C, D in each gap, times how many gaps in a row; A stays."""',
        "",
        "WHEELS: dict[int, str] = {",
        *(f'    {count}: "{_wrapped(blocks)}",' for count, blocks in _all_wheels(largest)),
        "}",
        '"""By tables: the blocks of one round, as ring and place; a block of three has a seat in the middle."""',
    ]
    Path(file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _all_steps(largest: int) -> Iterator[tuple[int, int, str]]:
    for tables in range(3, largest + 1):
        for rounds in range(2, min(MOST_ROUNDS, MOST_ROUNDS_BY_STEPS.get(tables, MOST_ROUNDS)) + 1):
            if constant_steps(tables, rounds) is None:
                moves = few_announcements(tables, rounds) or shortest_order(tables, rounds)
                runs = [(move, len(list(run))) for move, run in itertools.groupby(moves)]
                text = " ".join(f"{move.B},{move.C},{move.D}*{times}" for move, times in runs)
                sys.stderr.write(f"{tables} tables, {rounds} rounds: {text}\n")
                yield tables, rounds, text


def few_announcements(tables: int, rounds: int) -> tuple[Steps, ...] | None:
    """Two or three different announcements, with steps as small as can be, or None."""
    for different in (2, 3):
        for largest in range(2, min(tables // 2, 4) + 1):
            search = StepSearch(
                tables, rounds - 1, [1] * len(PAIRS), different=different, largest=largest, effort=EFFORT
            )
            try:
                moves = search.run()
            except SearchEnded:
                continue
            if moves:
                return moves
    return None


def shortest_order(tables: int, rounds: int) -> tuple[Steps, ...]:
    """Searches sets of shifts in any order, and puts the best one in the order with the smallest steps.

    The differences of a set of shifts stay all different in any order of play.
    """
    orders = (_order(list(shifts), tables) for shifts in _shift_sets(tables, rounds, sets=60))
    _, _, moves = min(orders)
    return tuple(Steps(*move) for move in moves)


def _shift_sets(tables: int, rounds: int, sets: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    for seed in range(sets):
        chance = random.Random(seed)  # noqa: S311 - repeatable from its seed
        shifts = _shifts(((0, 0, 0, 0),), 1, tables, rounds, chance)
        if shifts:
            yield shifts


def _shifts(
    chosen: tuple[tuple[int, ...], ...], step: int, tables: int, rounds: int, chance: random.Random
) -> tuple[tuple[int, ...], ...] | None:
    """Extends the shifts ``chosen`` by one with B at ``step`` or later, and so on to ``rounds`` of them."""
    if len(chosen) == rounds:
        return chosen
    differences = [{(shift[other] - shift[letter]) % tables for shift in chosen} for letter, other in PAIRS]
    options = list(itertools.product((0,), (step,), range(tables), range(tables)))
    chance.shuffle(options)
    for option in options:
        if all(
            (option[other] - option[letter]) % tables not in met
            for (letter, other), met in zip(PAIRS, differences, strict=True)
        ):
            complete = _shifts((*chosen, option), step + 1, tables, rounds, chance)
            if complete:
                return complete
    if tables - step > rounds - len(chosen):
        return _shifts(chosen, step + 1, tables, rounds, chance)
    return None


def _order(shifts: list[tuple[int, ...]], tables: int) -> tuple[int, int, list[tuple[int, ...]]]:
    """(total of all steps, number of announcements, the moves) of the shortest way through all shifts."""
    count = len(shifts)
    move = [
        [
            tuple(
                least_residue(after - before, tables) for before, after in zip(shift, following, strict=True)
            )
            for following in shifts
        ]
        for shift in shifts
    ]
    length = [[sum(map(abs, steps)) for steps in row] for row in move]
    best: dict[tuple[int, int], tuple[int, int]] = {(1 << last, last): (0, -1) for last in range(count)}
    for visited in range(1, 1 << count):
        for last in range(count):
            reached = best.get((visited, last))
            if reached is None:
                continue
            for after in range(count):
                key = (visited | 1 << after, after)
                total = reached[0] + length[last][after]
                if not visited >> after & 1 and (key not in best or total < best[key][0]):
                    best[key] = (total, last)
    visited = (1 << count) - 1
    last = min(range(count), key=lambda place: best[(visited, place)][0])
    total = best[(visited, last)][0]
    moves: list[tuple[int, ...]] = []
    while (before := best[(visited, last)][1]) >= 0:
        moves.insert(0, move[before][last])
        visited, last = visited & ~(1 << last), before
    return total, len(set(moves)), moves


def _all_wheels(largest: int) -> Iterator[tuple[int, list[Block]]]:
    for tables in range(4, min(largest, LARGEST_WHEEL) + 1):
        blocks = find_wheel(tables)
        sys.stderr.write(f"wheel for {tables} tables: {blocks}\n")
        if blocks:
            yield tables, blocks


def find_wheel(tables: int) -> list[Block] | None:
    """One round of a wheel that maps to itself when the rings are rotated and the positions multiplied."""
    middle = (4 * tables - 1) % 3 + 1
    ring = (4 * tables - middle) // 3
    for factor in (factor for factor in range(1, ring) if pow(factor, 3, ring) == 1):
        blocks = _WheelSearch(ring, middle, factor).run(tables)
        if blocks:
            return blocks
    return None


class _WheelSearch:
    """Searches orbits of three blocks: (position, ring) maps to (factor x position, next ring), twice."""

    def __init__(self, ring: int, middle: int, factor: int) -> None:
        self.ring = ring
        self.middle = middle
        self.factor = factor
        self.chance = random.Random(1)  # noqa: S311 - repeatable from its seed
        self.points = [(place, level) for place in range(ring) for level in range(3)]

    def run(self, tables: int) -> list[Block] | None:
        starts = list(self._starts())
        self.chance.shuffle(starts)
        for start in starts:
            blocks = [block for base in start for block in self._orbit(base)]
            counted = self._count(blocks)
            if counted is None:
                continue
            self.effort = EFFORT
            try:
                result = self._extend(blocks, *counted, (tables - self.middle) // 3)
            except SearchEnded:
                continue
            if result:
                return result
        return None

    def _starts(self) -> Iterator[list[Block]]:
        """The blocks with a seat in the middle, each with one place on every ring."""
        factor, ring = self.factor, self.ring
        if self.middle == 3:
            for second, third in itertools.product(range(1, ring), repeat=2):
                yield [((0, 0), (second, 1), (third, 2))]
            return
        fixed: list[Block] = [
            ((place, 0), (factor * place % ring, 1), (factor * factor * place % ring, 2))
            for place in range(ring)
        ]
        if self.middle == 1:
            fixed = fixed[:1]
        yield from map(list, itertools.combinations(fixed, self.middle))

    def _extend(
        self, blocks: list[Block], points: set[Point], used: set[Point], orbits_left: int
    ) -> list[Block] | None:
        if orbits_left == 0:
            return blocks
        self.effort -= 1
        if self.effort < 0:
            raise SearchEnded
        free = [point for point in self.points if point not in points]
        first, remaining = free[0], free[1:]
        self.chance.shuffle(remaining)
        return self._grow((first,), remaining, blocks, points, used, orbits_left)

    def _grow(
        self,
        block: Block,
        remaining: list[Point],
        blocks: list[Block],
        points: set[Point],
        used: set[Point],
        orbits_left: int,
    ) -> list[Block] | None:
        counted = self._count(self._orbit(block))
        if counted is None or counted[0] & points or counted[1] & used:
            return None
        if len(block) == 4:
            return self._extend(
                [*blocks, *self._orbit(block)], points | counted[0], used | counted[1], orbits_left - 1
            )
        for place, point in enumerate(remaining):
            result = self._grow((*block, point), remaining[place + 1 :], blocks, points, used, orbits_left)
            if result:
                return result
        return None

    def _orbit(self, block: Block) -> list[Block]:
        blocks = [block]
        for _ in range(2):
            blocks.append(
                tuple((self.factor * place % self.ring, (level + 1) % 3) for place, level in blocks[-1])
            )
        return blocks[:1] if set(blocks[0]) == set(blocks[1]) else blocks

    def _count(self, blocks: Iterable[Block]) -> tuple[set[Point], set[Point]] | None:
        """The points and the differences of the blocks; None if any of them occurs twice."""
        points: set[Point] = set()
        differences: set[Point] = set()
        for block in blocks:
            if points & set(block):
                return None
            points |= set(block)
            for point, other in itertools.combinations(block, 2):
                difference = self._difference(point, other)
                if difference is None or difference in differences:
                    return None
                differences.add(difference)
        return points, differences

    def _difference(self, point: Point, other: Point) -> Point | None:
        """(kind, difference): kinds 0 to 2 within a ring, 3 to 5 from a ring to the next; None is not allowed."""
        (place, level), (second, ring) = point, other
        if level == ring:
            apart = min((place - second) % self.ring, (second - place) % self.ring)
            return None if 2 * apart == self.ring else (level, apart)
        if (ring - level) % 3 == 2:
            place, level, second = second, ring, place
        apart = (second - place) % self.ring
        return None if apart == 0 and self.middle == 3 else (3 + level, apart)


def _wrapped(blocks: list[Block]) -> str:
    words = ["".join(f"{'abc'[level]}{place}" for place, level in block) for block in blocks]
    lines = [words[start : start + 9] for start in range(0, len(words), 9)]
    return ' "\n    "'.join(" ".join(line) for line in lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
