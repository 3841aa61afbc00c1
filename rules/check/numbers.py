from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, UnsetType

from rules.check.index import MISNAMED_FOR_MAHJONG, Index
from rules.game import ErrorCall

MOST_GAMES = 4_000
"""How many games' answers are remembered."""


Marks = tuple[tuple[str, str], ...]
"""Infractions or extras that were marked: seat, and kind or code."""


class Numbers(NamedTuple):
    """The numbers of one game in the order of the seats, with the marks of the desk.

    Marks are facts: no reading contradicts or adds to them; UNSET: it is not known. ``dead``: exactly those declared
    dead. ``marked``: the infractions known, as (seat, kind); their penalties are included in the points;
    ``only_marked`` where there were no others. ``error``: the mah jongg in error with exactly those who exposed their
    hands because of it, None for none. ``extras``: exactly those of the house, as (seat, code), their points included.
    """

    seats: tuple[str, ...]
    points: tuple[int, ...]
    dead: tuple[str, ...] | UnsetType = UNSET
    marked: Marks = ()
    error: ErrorCall | UnsetType | None = UNSET
    only_marked: bool = False
    extras: Marks | UnsetType = UNSET

    def with_points(self, points: tuple[int, ...]) -> Numbers:
        return Numbers(self.seats, points, *self[2:])

    @property
    def has_marks(self) -> bool:
        return self[2:] != _UNMARKED

    def fined(self, index: Index) -> list[int]:
        """What the marked infractions cost by seat, as positive points, less what the marked extras give."""
        fined = [0] * len(self.seats)
        for seat, kind in self.marked:
            fined[self.seats.index(seat)] += index.costs.get(kind, 0)
        for seat, code in self.extras or ():
            fined[self.seats.index(seat)] -= index.extras[code].points
        return fined

    def misnamers(self) -> set[int]:
        """The seats marked for misnaming a tile that was claimed for mah jongg."""
        return {self.seats.index(seat) for seat, kind in self.marked if kind == MISNAMED_FOR_MAHJONG}

    def erring(self) -> set[int]:
        error = self.error
        if not isinstance(error, ErrorCall):
            return set()
        return {self.seats.index(seat) for seat in (error.caller, *error.exposed)}

    def out(self) -> set[int]:
        """The seats known to be out of the game: declared dead, or by a mah jongg in error."""
        return self.erring().union(self.seats.index(seat) for seat in self.dead or ())

    def intact(self) -> list[int]:
        dead_seats = self.out()
        return [seat for seat in range(len(self.seats)) if seat not in dead_seats]


_UNMARKED = Numbers((), ())[2:]
