"""The types of a seating plan: a table's seats in one round, the steps of one gap, the plan.

A player is any string (plans without names use letter + first table, ``A1``); an empty seat is None. Tables are
numbered 1..T, rounds 1..R; "up" is towards the higher table number, wrapping at both ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from rules.game import Phrase


class TableSeats(msgspec.Struct, frozen=True):
    """One table in one round: the player at each letter, None for an empty seat."""

    table: int
    A: str | None = None
    B: str | None = None
    C: str | None = None
    D: str | None = None

    def seats(self) -> tuple[tuple[str, str | None], ...]:
        """All four (letter, player) pairs in the order of the letters."""
        return (("A", self.A), ("B", self.B), ("C", self.C), ("D", self.D))

    def players(self) -> tuple[str, ...]:
        return tuple([player for player in (self.A, self.B, self.C, self.D) if player is not None])


Round = tuple[TableSeats, ...]
"""One round: its tables in ascending number, each table once."""


class Steps(msgspec.Struct, frozen=True):
    """The number of tables each letter moves up between two rounds; negative is down."""

    A: int
    B: int
    C: int
    D: int

    def __iter__(self) -> Iterator[int]:
        return iter((self.A, self.B, self.C, self.D))

    def on(self, tables: int) -> Steps:
        """The same move in least residues, in (-T/2, T/2]."""
        return Steps(*(least_residue(step, tables) for step in self))


class Plan(msgspec.Struct, frozen=True):
    """A seating plan.

    ``requested`` is the movement asked for, ``movement`` the one made; ``reason`` says why they differ, or why some
    players do not move as announced. ``steps`` has one entry per gap between rounds (and one more at the front where
    the plan continues rounds already played), None where players move by seat slip. ``notes`` describe the repairs.
    """

    tables: int
    movement: str
    requested: str
    reason: Phrase | None
    rounds: tuple[Round, ...]
    steps: tuple[Steps | None, ...]
    notes: tuple[Phrase, ...] = ()


class Apart(msgspec.Struct, frozen=True):
    """Two players who must not meet in the first ``rounds`` rounds (None: in any)."""

    pair: tuple[str, str]
    rounds: int | None = None


class FixedSeat(msgspec.Struct, frozen=True):
    player: str
    table: int


def least_residue(step: int, tables: int) -> int:
    """The number in (-T/2, T/2] that is congruent to ``step`` modulo T tables."""
    residue = step % tables
    return residue - tables if 2 * residue > tables else residue


@lru_cache(maxsize=4096)
def in_order(player: str) -> tuple[str | int, ...]:
    """Sort key for players: by letters, then by number, so that B2 comes before B10 and 9 before 10."""
    parts = re.split(r"([0-9]+)", player)
    return tuple(int(part) if position % 2 else part for position, part in enumerate(parts))
