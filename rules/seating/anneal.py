"""Simulated annealing on who shares a table, exchanging two players of a round at a time.

People are numbers 0..n-1; every empty seat is the number n. A round is a list of tables, a table a list of four
numbers. Letters and table numbers are assigned later.
"""

import itertools
import math
import random
from collections.abc import Sequence

from rules.seating.field import SeatingField

Groups = list[list[list[int]]]

REPEAT = 8
"""The price of a repeated meeting, in units of a second visit to a short table."""
STILL_AGAIN = 2
"""What each repeat of the same two costs more than the one before."""
FOURTH = 16
"""What a fourth meeting costs besides, and each further one more: two more repeats elsewhere are better."""
UNEVEN = 0.3
"""The price of a player's repeats, squared, while they are spread over the players."""
NEVER = 1000
"""The price of what is to be avoided at almost any cost: two empty seats at a table, a pair kept apart."""

OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
COOLINGS = 200


def again(repeat: int) -> int:
    """The price of the first repeat of a meeting, the second and so on."""
    before = repeat - 1
    return REPEAT + STILL_AGAIN * before + FOURTH * before * (before - 1) // 2 if repeat > 0 else 0


def repeat_price(times: int) -> int:
    return sum(map(again, range(times)))


class Annealer:
    """Keeps, for every pair, the price of one more meeting and the saving of one meeting fewer.

    A pair that meets m times costs `repeat_price`, a player at short tables v times v(v-1)/2, times
    ``short_price``. What the field has from earlier rounds counts too; it begins without rounds.
    """

    def __init__(self, field: SeatingField, seed: int, short_price: int = 1) -> None:
        self.short_price = short_price
        self.people = people = len(field.names)
        self.groups: Groups = []
        self.random = random.Random(seed)  # noqa: S311 - repeatable from its seed
        self.count = [[0] * (people + 1) for _ in range(people + 1)]
        self.always = [[0] * (people + 1) for _ in range(people + 1)]
        self.join = [[0] * (people + 1) for _ in range(people + 1)]
        self.leave = [[0] * (people + 1) for _ in range(people + 1)]
        self.load = [0] * (people + 1)
        self.always[people][people] = NEVER
        for first, second in field.never:
            self.always[first][second] = self.always[second][first] = NEVER
            self._change(first, second, 0)
        for (first, second), count in field.met.items():
            self._change(first, second, count)
        for player, count in field.short.items():
            self._change(player, people, count)
        self._change(people, people, 0)
        self.apart: dict[int, frozenset[int]] = {}
        for first, second in field.apart:
            self.apart[first] = self.apart.get(first, frozenset()) | {second}
            self.apart[second] = self.apart.get(second, frozenset()) | {first}
        self.apart_rounds = field.apart_rounds
        self.cost = 0

    def add(self, seating: Sequence[Sequence[int]]) -> None:
        tables = [[*table, *[self.people] * (4 - len(table))] for table in seating]
        for table in tables:
            for first, second in itertools.combinations(table, 2):
                self.cost += self.join[first][second]
                self._change(first, second, 1)
            self.cost += self._walls(table, len(self.groups))
        self.groups.append(tables)

    def broken(self) -> bool:
        """Whether two empty seats share a table, or a pair to be kept apart meets."""
        return self.cost >= NEVER

    def without_empty_seats(self) -> Groups:
        return [
            [[player for player in table if player != self.people] for table in seating]
            for seating in self.groups
        ]

    def run(self, rounds: Sequence[int], proposals: int, *, hot: float, cold: float, enough: int = 0) -> None:
        """Tries ``proposals`` exchanges in ``rounds``, cooling from ``hot`` to ``cold`` (in units of a repeat).

        Stops when the cost is no higher than ``enough``.
        """
        tables = len(self.groups[0])
        if tables < 2 or not rounds:
            return
        draw = self.random.random
        join, leave, groups = self.join, self.leave, self.groups
        for cooling in range(COOLINGS):
            temperature = REPEAT * hot * (cold / hot) ** (cooling / (COOLINGS - 1))
            for _ in range(proposals // COOLINGS + 1):
                number = rounds[int(draw() * len(rounds))]
                seating = groups[number]
                first_table = seating[int(draw() * tables)]
                first_seat = int(draw() * 4)
                first = first_table[first_seat]
                a, b, c = OTHERS[first_seat]
                a, b, c = first_table[a], first_table[b], first_table[c]
                saved = leave[first]
                saving = saved[a] + saved[b] + saved[c]
                if saving <= 0 and draw() < 0.8:
                    continue
                second_table = seating[int(draw() * tables)]
                if second_table is first_table:
                    continue
                second_seat = int(draw() * 4)
                second = second_table[second_seat]
                x, y, z = OTHERS[second_seat]
                x, y, z = second_table[x], second_table[y], second_table[z]
                price, prices, savings = join[first], join[second], leave[second]
                change = (
                    price[x] + price[y] + price[z] - saving
                    + prices[a] + prices[b] + prices[c] - savings[x] - savings[y] - savings[z]
                )  # fmt: skip
                if self.apart and number < self.apart_rounds:
                    change += self._wall_change(first, second, (a, b, c), (x, y, z))
                if change <= 0 or draw() < math.exp(-change / temperature):
                    first_table[first_seat], second_table[second_seat] = second, first
                    self._swap(first, second, (a, b, c), (x, y, z))
                    self.cost += change
                    if self.cost <= enough:
                        return

    def even_out(self, rounds: Sequence[int], proposals: int) -> None:
        """Spreads the repeats over the players: anneals on the cost plus each player's repeats squared.

        Keeps the best plan found: lowest cost, then the most equal numbers of repeats.
        """
        tables = len(self.groups[0])
        if tables < 2 or not rounds:
            return
        best = (
            self.cost,
            self._unevenness(),
            [[list(table) for table in seating] for seating in self.groups],
        )
        for proposal in range(proposals):
            temperature = REPEAT * 0.12 * (0.2 ** (proposal / proposals))
            number = rounds[self.random.randrange(len(rounds))]
            first_table, second_table = self.random.sample(self.groups[number], 2)
            first_seat, second_seat = self.random.randrange(4), self.random.randrange(4)
            first, second = first_table[first_seat], second_table[second_seat]
            near = tuple(first_table[index] for index in OTHERS[first_seat])
            far = tuple(second_table[index] for index in OTHERS[second_seat])
            if self.people in (first, second, *near, *far):
                continue
            change = sum(self.join[first][player] - self.leave[second][player] for player in far)
            change += sum(self.join[second][player] - self.leave[first][player] for player in near)
            if self.apart and number < self.apart_rounds:
                change += self._wall_change(first, second, near, far)
            if change > 2 * REPEAT:
                continue
            concerned = (first, second, *near, *far)
            before = sum(self.load[player] ** 2 for player in concerned)
            self._swap(first, second, near, far)
            worse = change + UNEVEN * (sum(self.load[player] ** 2 for player in concerned) - before)
            if worse > 0 and self.random.random() >= math.exp(-worse / temperature):
                self._swap(second, first, near, far)
                continue
            first_table[first_seat], second_table[second_seat] = second, first
            self.cost += change
            if self.cost <= best[0] and (outcome := (self.cost, self._unevenness())) < best[:2]:
                best = (*outcome, [[list(table) for table in seating] for seating in self.groups])
        self.cost, _, self.groups = best

    def _unevenness(self) -> int:
        return sum(load**2 for load in self.load[: self.people])

    def _swap(self, first: int, second: int, near: tuple[int, ...], far: tuple[int, ...]) -> None:
        for player, left, joined in ((first, near, far), (second, far, near)):
            for neighbour in left:
                self._change(player, neighbour, -1)
            for neighbour in joined:
                self._change(player, neighbour, 1)

    def _change(self, first: int, second: int, times: int) -> None:
        """Counts ``times`` more meetings of two people, or of a person and an empty seat."""
        count = self.count[first][second] + times
        always = self.always[first][second]
        if first == second:
            join = leave = 0
        elif self.people in (first, second):
            join, leave = self.short_price * count, self.short_price * (count - 1)
        else:
            join, leave = again(count), again(count - 1)
            repeats = max(0, count - 1) - max(0, count - times - 1)
            self.load[first] += repeats
            self.load[second] += repeats
        self.count[first][second] = self.count[second][first] = count
        self.join[first][second] = self.join[second][first] = always + join
        self.leave[first][second] = self.leave[second][first] = always + leave

    def _walls(self, table: Sequence[int], number: int) -> int:
        if number >= self.apart_rounds:
            return 0
        return NEVER * sum(
            1 for first, second in itertools.combinations(table, 2) if second in self.apart.get(first, ())
        )

    def _wall_change(self, first: int, second: int, near: tuple[int, ...], far: tuple[int, ...]) -> int:
        first_apart, second_apart = self.apart.get(first, frozenset()), self.apart.get(second, frozenset())
        count = sum(player in first_apart for player in far) - sum(player in first_apart for player in near)
        count += sum(player in second_apart for player in near) - sum(
            player in second_apart for player in far
        )
        return NEVER * count
