"""What the cards say about one game."""

from __future__ import annotations

from typing import NamedTuple

from rules.check.index import MISNAMED_FOR_MAHJONG, Index
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

    def with_points(self, points: tuple[int, ...]) -> Numbers:
        return Numbers(self.seats, points, self.dead, self.marked, self.error)

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
