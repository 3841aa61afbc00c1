"""Steps by letter, different in each gap, under which nobody meets twice.

With f_L(r) the total shift of letter L in round r, letters L and M never seat a pair twice when the differences
f_L(r) - f_M(r) mod T differ in all rounds. Only differences count, so letter A stays in every plan made here.
"""

import itertools
import math
from collections.abc import Iterator, Sequence

from rules.game import Phrase
from rules.seating import starters
from rules.seating.plan import Steps

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The six pairs of letters, as places in A, B, C, D."""

MOST_ROUNDS_BY_STEPS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 5, 6: 5, 7: 7, 8: 7, 9: 7, 10: 9, 11: 11, 12: 11}
"""The most rounds for small numbers of tables: to 10 tables no more exist, beyond that no more are known."""

EXHAUSTED = 10
"""Up to this many tables every possibility has been tried."""

CONSTANT = Steps(A=0, B=1, C=-1, D=2)


def repeat_free_steps(tables: int, rounds: int) -> tuple[Steps, ...] | None:
    """The steps of each of the rounds - 1 gaps, or None where none are known. Deterministic."""
    if rounds == 1:
        return ()
    constant = constant_steps(tables, rounds)
    if constant is not None:
        return (constant,) * (rounds - 1)
    starter = starters.STEPS.get((tables, rounds))
    if starter is None:
        return None
    moves: list[Steps] = []
    for run in starter.split():
        steps, _, times = run.partition("*")
        moves += [Steps(0, *map(int, steps.split(",")))] * int(times)
    return tuple(move.on(tables) for move in moves)


def constant_steps(tables: int, rounds: int) -> Steps | None:
    """The same small steps in every gap where they suffice: differences of 1, 2 and 3 take R rounds to wrap."""
    holds = all(tables // math.gcd(tables, difference) >= rounds for difference in (1, 2, 3))
    return CONSTANT.on(tables) if holds and tables > 3 else None


def why_not(tables: int, rounds: int) -> Phrase:
    """The reason why so many rounds have no repeat-free steps and need seat slips."""
    most = MOST_ROUNDS_BY_STEPS.get(tables, rounds)
    values: dict[str, object] = {
        "tables": Phrase("tables", {"count": tables}),
        "rounds": Phrase("rounds", {"count": most}),
    }
    if tables in MOST_ROUNDS_BY_STEPS:
        values["variant"] = "at-most" if tables <= EXHAUSTED else "so-far"
    return Phrase("no-steps-known", values)


class SearchEnded(Exception):
    """The search reached its limit before it had tried every possibility."""


class StepSearch:
    """Depth-first search for the steps of ``gaps`` gaps on ``tables`` tables.

    ``met`` has for each of `PAIRS` (L, M) a bit set of the differences "M's shift less L's shift, mod T" at which
    people meet who have met; bit 0 alone is a new start. ``different`` bounds the number of different announcements,
    ``largest`` the size of a step. Earlier announcements are tried before new ones, the latest first; new ones from
    the smallest total on. Raises `SearchEnded` after ``effort`` partial plans.
    """

    def __init__(
        self, tables: int, gaps: int, met: Sequence[int], *, different: int, largest: int, effort: int
    ) -> None:
        self.tables = tables
        self.gaps = gaps
        self.met = list(met)
        self.different = different
        self.effort = effort
        self.announcements = list(_announcements(tables, largest))

    def run(self) -> tuple[Steps, ...] | None:
        """One entry per gap, or None when every possibility has been tried."""
        moves_made = self._extend((0, 0, 0, 0), self.met, ())
        return None if moves_made is None else tuple(Steps(*move) for move in moves_made)

    def _extend(
        self, shift: tuple[int, ...], met: list[int], moves: tuple[tuple[int, ...], ...]
    ) -> tuple[tuple[int, ...], ...] | None:
        if len(moves) == self.gaps:
            return moves
        for move in self._candidates(moves):
            self.effort -= 1
            if self.effort < 0:
                raise SearchEnded
            after = tuple((old + step) % self.tables for old, step in zip(shift, move, strict=True))
            now = self._meet(after, met)
            if now is not None:
                moves_made = self._extend(after, now, (*moves, move))
                if moves_made is not None:
                    return moves_made
        return None

    def _candidates(self, moves: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, ...]]:
        used = dict.fromkeys(reversed(moves))
        yield from used
        if len(used) < self.different:
            yield from (move for move in self.announcements if move not in used)

    def _meet(self, shift: tuple[int, ...], met: list[int]) -> list[int] | None:
        """The differences met after one more round at ``shift``; None where one of them was met before."""
        now = []
        for (first, second), differences in zip(PAIRS, met, strict=True):
            bit = 1 << (shift[second] - shift[first]) % self.tables
            if differences & bit:
                return None
            now.append(differences | bit)
        return now


def _announcements(tables: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Every move with A staying and steps of at most ``largest``, by rising total."""
    sizes = range(-((tables - 1) // 2), tables // 2 + 1)
    steps = sorted((step for step in sizes if 0 < abs(step) <= largest), key=lambda step: (abs(step), -step))
    moves = [(0, *three) for three in itertools.permutations(steps, 3)]
    moves.sort(key=lambda move: (sum(map(abs, move)), max(map(abs, move))))
    return iter(moves)
