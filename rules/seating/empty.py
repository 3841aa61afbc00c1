"""How many tables a field needs, and which seats stay empty.

A field of N players sits at ceil(N/4) tables. The 0 to 3 empty seats all carry one letter, never A: two
players of one letter never share a table, so neither do two empty seats, and no table drops to two.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rules.game import LETTERS, Fault, Refusal, refusal
from rules.seating.plan import Steps


def table_count(players: int) -> int | Refusal:
    """The number of tables for a field, or why it cannot be seated at tables of three and four."""
    if players < 4:
        return refusal([Fault("too-few-players", "players")])
    if players == 5:
        return refusal([Fault("five-players", "players")])
    return -(-players // 4)


def empty_seats(players: int, moves: Sequence[Steps], letter: str = "D") -> tuple[tuple[str, int], ...]:
    """The (letter, first table) pairs that stay empty when everybody moves by ``moves``, one per gap.

    ``players`` must be a field that `table_count` can seat, ``letter`` B, C or D. Among all placings the
    one is taken under which the fewest players meet a short table twice, then the fewest visits beyond the
    first; the movement looks the same from every table, so the last empty seat can be at the last table.
    """
    tables = -(-players // 4)
    empty = 4 * tables - players
    if empty == 0:
        return ()
    drifts = _drifts(moves, LETTERS.index(letter), tables)
    once, again = _visits(drifts, tables)
    best: tuple[int, ...] = ()
    least: tuple[int, int] | None = None
    for others in itertools.combinations(range(1, tables), empty - 1):
        placed = (*others, tables)
        any_visit = twice = 0
        for table in placed:
            twice |= again[table] | any_visit & once[table]
            any_visit |= once[table]
        cost = (twice.bit_count(), -any_visit.bit_count())
        if least is None or cost < least:
            best, least = placed, cost
            if twice == 0:
                break
    return tuple((letter, table) for table in best)


def _drifts(moves: Sequence[Steps], empty: int, tables: int) -> list[list[int]]:
    """For every other letter, how far the empty letter has drifted from it in each round."""
    shifts = [[0, 0, 0, 0]]
    for move in moves:
        shifts.append([(shift + step) % tables for shift, step in zip(shifts[-1], move, strict=True)])
    return [
        [(shift[empty] - shift[letter]) % tables for shift in shifts]
        for letter in range(4)
        if letter != empty
    ]


def _visits(drifts: list[list[int]], tables: int) -> tuple[dict[int, int], dict[int, int]]:
    """By the first table of an empty seat, as bits: the players who meet it, and those who meet it again."""
    once: dict[int, int] = {}
    again: dict[int, int] = {}
    for start in range(1, tables + 1):
        once_met = twice = 0
        for letter, drift in enumerate(drifts):
            for shift in drift:
                player = 1 << (letter * tables + (start + shift) % tables)
                twice |= once_met & player
                once_met |= player
        once[start], again[start] = once_met, twice
    return once, again
