"""What the cards say about one game."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from rules.check.index import MISNAMED_FOR_MAHJONG, Index
from rules.game import ErrorCall

MOST_GAMES = 4_000
"""How many games' answers are remembered."""


Marks = tuple[tuple[str, str], ...]
"""Infractions that were marked: seat and kind."""


class Numbers(NamedTuple):
    """What the cards say about one game, the points in the order of the seats, and what was marked beside them.

    What is marked is a fact: no reading contradicts or completes it. ``dead`` names exactly those who were declared
    dead, None when that is not known. ``marked`` are the infractions the desk knows of, seat and kind: their penalties
    are in the points; ``only_marked`` where there were no others. ``error`` is the mah jongg in error with exactly
    those who showed the hand over it, None where there was none, UNSET when that is not known.
    """

    seats: tuple[str, ...]
    points: tuple[int, ...]
    dead: tuple[str, ...] | None = None
    marked: Marks = ()
    error: ErrorCall | UnsetType | None = UNSET
    only_marked: bool = False

    def with_points(self, points: tuple[int, ...]) -> Numbers:
        return self._replace(points=points)

    def fined(self, index: Index) -> list[int]:
        """What the marked infractions cost each seat."""
        fined = [0] * len(self.seats)
        for seat, kind in self.marked:
            fined[self.seats.index(seat)] += index.costs.get(kind, 0)
        return fined

    def misnamers(self) -> set[int]:
        """The seats marked for misnaming a tile that was claimed for mah jongg: one of a win's thrower, at most."""
        return {self.seats.index(seat) for seat, kind in self.marked if kind == MISNAMED_FOR_MAHJONG}

    def erring(self) -> set[int]:
        """The seats that called mah jongg in error or showed the hand over it."""
        error = self.error
        if not isinstance(error, ErrorCall):
            return set()
        return {self.seats.index(seat) for seat in (error.caller, *error.exposed)}

    def out(self) -> set[int]:
        """The seats known to be out of the game: declared dead, or by a mah jongg in error."""
        return self.erring().union(self.seats.index(seat) for seat in self.dead or ())

    def intact(self) -> list[int]:
        """The seats not known to be out of the game."""
        out = self.out()
        return [seat for seat in range(len(self.seats)) if seat not in out]
