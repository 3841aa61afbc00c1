"""What the cards say about one game, and whether any game without infractions scores so."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.check.index import MISNAMED_FOR_MAHJONG, Index, Ways
from rules.game import ErrorCall

MOST_GAMES = 4_000
"""How many games' answers are remembered."""


class Numbers(NamedTuple):
    """What the cards say about one game, the points in the order of the seats.

    ``dead`` names who was dead, None when that is not known. ``marked`` are the infractions the desk knows of, seat
    and kind: their penalties are in the points. ``error`` is a mah jongg in error that the desk knows of; whoever
    called it or is known to have exposed over it is among the ``dead``.
    """

    seats: tuple[str, ...]
    points: tuple[int, ...]
    dead: tuple[str, ...] | None = None
    marked: tuple[tuple[str, str], ...] = ()
    error: ErrorCall | None = None

    def fined(self, index: Index) -> list[int]:
        """What the marked infractions cost each seat."""
        fined = [0] * len(self.seats)
        for seat, kind in self.marked:
            fined[self.seats.index(seat)] += index.costs[kind]
        return fined

    def misnamers(self) -> set[int]:
        """The seats marked for misnaming a tile that was claimed for mah jongg: one of a win's thrower, at most."""
        return {self.seats.index(seat) for seat, kind in self.marked if kind == MISNAMED_FOR_MAHJONG}

    def erring(self) -> set[int]:
        """The seats that called mah jongg in error or are known to have exposed over it."""
        error = self.error
        return set() if error is None else {self.seats.index(seat) for seat in (error.caller, *error.exposed)}


@lru_cache(maxsize=MOST_GAMES)
def legal(index: Index, numbers: Numbers) -> bool:
    """Whether some game without infractions, but for those marked, gives these numbers.

    The same is true of `rules.check.games.games`, which finds the games; this only says that there are some.
    """
    points = numbers.points
    if numbers.marked:
        points = tuple(map(sum, zip(points, numbers.fined(index), strict=True)))
    dead = None if numbers.dead is None else {numbers.seats.index(seat) for seat in numbers.dead}
    misnamers = numbers.misnamers() if numbers.marked else set()
    erring = numbers.erring() if numbers.error else set()
    scoring = [seat for seat, number in enumerate(points) if number]
    if len(scoring) <= 2 and _won(index, points, scoring, dead or set(), misnamers, erring):
        return True
    return not misnamers and (
        (
            _shared(points, index.wall, dead, dead_share=index.dead_gets_wall)
            # an error that leaves fewer than two hands ends the game
            and (not erring or len(points) - len(erring) > 1)
        )
        or (_shared(points, index.unfinished, dead) and _two_live(points, index.unfinished, dead))
        or _error(index, points, scoring, dead or set())
    )


def _won(
    index: Index,
    points: tuple[int, ...],
    scoring: list[int],
    dead: set[int],
    misnamers: set[int],
    erring: set[int],
) -> bool:
    """Whether one of the seats with points won, and the other, if any, threw the winning tile."""
    for winner in scoring:
        total = points[winner]
        if total < index.values[0] or winner in dead:
            continue
        others = [seat for seat in scoring if seat != winner]
        picked = not others and not misnamers and len(points) - len(dead) > 1
        if picked and _adds_up(index, index.picked, total):
            return True
        ways = index.thrown.get(-points[others[0]] if others else 0)
        throwers = others or [seat for seat in range(len(points)) if seat != winner]
        if erring:
            throwers = [seat for seat in throwers if seat not in erring]
        if ways and _adds_up(index, ways, total) and any(misnamers <= {seat} for seat in throwers):
            return True
    return False


def _adds_up(index: Index, ways: Ways, total: int) -> bool:
    return any(total - value in ways for value in index.values)


def _shared(points: tuple[int, ...], each: int, dead: set[int] | None, *, dead_share: bool = False) -> bool:
    """Whether every live seat has the same points, and a dead one none unless they share."""
    if dead is None or dead_share:
        return all(number == each or (number == 0 and not dead_share) for number in points)
    return all(number == (0 if seat in dead else each) for seat, number in enumerate(points))


def _two_live(points: tuple[int, ...], each: int, dead: set[int] | None) -> bool:
    """Whether two live hands are left; with fewer the director must have ruled."""
    return (points.count(each) if dead is None else len(points) - len(dead)) > 1


def _error(index: Index, points: tuple[int, ...], scoring: list[int], dead: set[int]) -> bool:
    """Whether at most one seat has points, and they are those of the only hand left intact."""
    return not scoring or (
        len(scoring) == 1 and points[scoring[0]] == index.survivor and scoring[0] not in dead
    )
