from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from rules.check.index import MOST_PROFILES, Index
from rules.check.numbers import Marks, Numbers

Codes = tuple[str, ...]


def fitting(index: Index, numbers: Numbers, winner: str | None, *, with_fines: bool) -> Iterator[Marks]:
    """Each set of extras that a game with this winner may have, None for a game that nobody won; fewest first a seat.

    A number that no seat can have without its extras is left out; whether all four go together is for the search.
    """
    fined = numbers.fined(index)
    lowest, idle, thrown = _plausible(index, winner is not None, with_fines)
    choices: list[list[Marks]] = []
    throwers = 0
    for position, seat in enumerate(numbers.seats):
        points = numbers.points[position] + fined[position]
        possible: list[Marks] = []
        may_be_idle = False
        for extra_points, codes in _sums(index, seat == winner).items():
            rest = points - extra_points
            fits = rest >= lowest if seat == winner else rest in idle or rest in thrown
            may_be_idle |= seat == winner or rest in idle
            if fits:
                possible.append(tuple((seat, code) for code in codes))
        if not possible:
            return
        throwers += not may_be_idle
        choices.append(possible)
    if throwers <= 1:
        for marks in product(*choices):
            yield tuple(mark for seat_marks in marks for mark in seat_marks)


@lru_cache(maxsize=MOST_PROFILES)
def _sums(index: Index, is_winner: bool) -> dict[int, Codes]:  # noqa: FBT001 (lru_cache takes it by place)
    """Points -> the fewest extras that one seat can have so many points from."""
    codes = [code for code, extra in index.extras.items() if is_winner or extra.to == "seat"]
    sums: dict[int, Codes] = {}
    for size in range(len(codes) + 1):
        for chosen in combinations(codes, size):
            sums.setdefault(sum(index.extras[code].points for code in chosen), chosen)
    return sums


@lru_cache(maxsize=MOST_PROFILES)
def _plausible(
    index: Index,
    is_won: bool,  # noqa: FBT001
    with_fines: bool,  # noqa: FBT001
) -> tuple[int, frozenset[int], frozenset[int]]:
    """The least points of a winner, and the points of everybody else: without a throw, and with one."""
    lowest = index.values[0]
    idle = {0} if is_won else {0, index.wall, index.unfinished, index.survivor}
    thrown = {-penalty for penalty in index.thrown} if is_won else set()
    if with_fines:
        lowest -= max(index.fines, default=0)
        idle |= {points - fine for points in idle for fine in index.fines}
        thrown |= {points - fine for points in thrown for fine in index.thrower_fines}
    return lowest, frozenset(idle), frozenset(thrown)
