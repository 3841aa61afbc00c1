"""One round by standings: leaders share tables, and players who have met are separated where that costs few places."""

import itertools
from collections.abc import Sequence

import msgspec

from rules.seating.field import SeatingField, seat
from rules.seating.plan import Round

REACH = 3


class RankedWeights(msgspec.Struct, frozen=True):
    """Weights of the cost that `ranked` minimises.

    ``place``: each table between a player's table and the one of their standing. ``again``: each earlier meeting of
    two players at a table. ``short``: each earlier visit to a short table of a player at one. ``apart``: each pair to
    be kept apart at one table.
    """

    place: int = 2
    again: int = 5
    short: int = 3
    apart: int = 1000


def ranked_round(field: SeatingField, standings: Sequence[int], weights: RankedWeights) -> tuple[Round, ...]:
    """One round; ``standings`` has the players' numbers, the leader first. Tables of three are the last ones.

    Players are exchanged over at most three tables while that lowers the cost.
    """
    full = len(standings) - 3 * field.tables
    sizes = [4] * full + [3] * (field.tables - full)
    ends = [0, *itertools.accumulate(sizes)]
    tables = [list(standings[start:end]) for start, end in itertools.pairwise(ends)]
    home = {player: number for number, table in enumerate(tables) for player in table}
    cost = _Cost(field, weights, home, sizes)
    while _sweep(tables, cost):
        pass
    return seat(field, [tables])


class _Cost:
    def __init__(
        self, field: SeatingField, weights: RankedWeights, home: dict[int, int], sizes: list[int]
    ) -> None:
        self.field = field
        self.weights = weights
        self.home = home
        self.sizes = sizes
        self.apart = {
            pair
            for first, second in (*field.apart, *field.never)
            for pair in ((first, second), (second, first))
        }
        self.met = {
            pair: count
            for (a, b), count in field.met.items()
            for pair, count in (((a, b), count), ((b, a), count))
        }

    def of(self, player: int, table: int, others: Sequence[int]) -> int:
        weights = self.weights
        cost = weights.place * abs(self.home[player] - table)
        cost += weights.again * sum(self.met.get((player, other), 0) for other in others)
        if self.apart:
            cost += weights.apart * sum((player, other) in self.apart for other in others)
        if self.sizes[table] < 4:
            cost += weights.short * self.field.short.get(player, 0)
        return cost


def _sweep(tables: list[list[int]], cost: _Cost) -> bool:
    """Makes every exchange that lowers the cost, in one pass over all pairs within reach; whether it made any."""
    better = False
    for first_table, second_table in itertools.combinations(range(len(tables)), 2):
        if second_table - first_table > REACH:
            continue
        first_players, second_players = tables[first_table], tables[second_table]
        for first_seat, second_seat in itertools.product(
            range(len(first_players)), range(len(second_players))
        ):
            first, second = first_players[first_seat], second_players[second_seat]
            first_rest = first_players[:first_seat] + first_players[first_seat + 1 :]
            second_rest = second_players[:second_seat] + second_players[second_seat + 1 :]
            before = cost.of(first, first_table, first_rest) + cost.of(second, second_table, second_rest)
            after = cost.of(first, second_table, second_rest) + cost.of(second, first_table, first_rest)
            if after < before:
                first_players[first_seat], second_players[second_seat] = second, first
                better = True
    return better
