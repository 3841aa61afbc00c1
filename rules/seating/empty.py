"""The number of tables for a field, and the seats that stay empty.

N players sit at ceil(N/4) tables. The 0 to 3 empty seats all have one letter, never A: seats of one letter never
share a table, so no table has two empty seats.
"""

import itertools
from collections.abc import Sequence

from rules.game import LETTERS, Fault, Refusal, refusal
from rules.seating.plan import Steps


def table_count(players: int) -> int | Refusal:
    """The number of tables, or a refusal where the players cannot be seated at tables of three and four."""
    if players < 4:
        return refusal([Fault("too-few-players", "players")])
    if players == 5:
        return refusal([Fault("five-players", "players")])
    return -(-players // 4)


def empty_seats(players: int, moves: Sequence[Steps], letter: str = "D") -> tuple[tuple[str, int], ...]:
    """The (letter, first table) of each seat that stays empty when all letters move by ``moves``, one per gap.

    ``players`` must be a number that `table_count` accepts, ``letter`` B, C or D. Chosen so that the fewest players
    sit at a short table twice, then so that the most sit at one at all. All tables are equal under the movement, so
    the last empty seat is always at the last table.
    """
    tables = -(-players // 4)
    empty = 4 * tables - players
    if empty == 0:
        return ()
    drifts = _drifts(moves, LETTERS.index(letter), tables)
    visitors, repeat_visitors = _visits(drifts, tables)
    best_tables: tuple[int, ...] = ()
    lowest_cost: tuple[int, int] | None = None
    for tables_before_last in itertools.combinations(range(1, tables), empty - 1):
        gap_tables = (*tables_before_last, tables)
        players_once = players_twice = 0
        for table in gap_tables:
            players_twice |= repeat_visitors[table] | players_once & visitors[table]
            players_once |= visitors[table]
        cost = (players_twice.bit_count(), -players_once.bit_count())
        if lowest_cost is None or cost < lowest_cost:
            best_tables, lowest_cost = gap_tables, cost
            if players_twice == 0:
                break
    return tuple((letter, table) for table in best_tables)


def _drifts(moves: Sequence[Steps], empty: int, tables: int) -> list[list[int]]:
    """For each other letter, the shift of the empty letter against it in each round."""
    shifts = [[0, 0, 0, 0]]
    for move in moves:
        shifts.append([(shift + step) % tables for shift, step in zip(shifts[-1], move, strict=True)])
    return [
        [(shift[empty] - shift[letter]) % tables for shift in shifts]
        for letter in range(4)
        if letter != empty
    ]


def _visits(drifts: list[list[int]], tables: int) -> tuple[dict[int, int], dict[int, int]]:
    """By first table of an empty seat, as bit sets: the players who meet it, and those who meet it more than once."""
    visitors: dict[int, int] = {}
    repeat_visitors: dict[int, int] = {}
    for start in range(1, tables + 1):
        players_once = players_twice = 0
        for letter, drift in enumerate(drifts):
            for shift in drift:
                player = 1 << (letter * tables + (start + shift) % tables)
                players_twice |= players_once & player
                players_once |= player
        visitors[start], repeat_visitors[start] = players_once, players_twice
    return visitors, repeat_visitors
