"""Simulated annealing over who sits with whom: swaps two players of one round at a time.

People are numbers 0..n-1; every empty seat is the number n. A round is a list of tables, a table a list of
four numbers. Letters and table numbers are settled afterwards.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Mapping, Sequence

Groups = list[list[list[int]]]

REPEAT = 8
"""The price of a repeated meeting, in units of a second visit to a short table."""
STILL_AGAIN = 2
"""What each repeat of the same two costs more than the one before."""
UNEVEN = 0.3
"""The price of a player's repeats, squared, while they are spread over the players."""
NEVER = 1000
"""The price of what is to be avoided at almost any cost: two empty seats at a table, a pair kept apart."""

OTHERS = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
COOLINGS = 200


def repeat_price(times: int) -> int:
    """What ``times`` meetings of the same two cost together."""
    return REPEAT * (times - 1) + STILL_AGAIN * (times - 1) * (times - 2) // 2 if times > 1 else 0


class Annealer:
    """Keeps, for every pair, the price of one more meeting and the saving of one meeting fewer.

    A pair that meets m times costs m(m-1)/2 times `REPEAT`; a player at short tables v times v(v-1)/2.
    ``met`` counts earlier meetings by pair, ``short`` earlier visits to short tables by player; ``apart``
    are pairs kept apart in the first ``apart_rounds`` rounds added, ``never`` pairs kept apart in all of
    them.
    """

    def __init__(
        self,
        people: int,
        *,
        seed: int,
        met: Mapping[tuple[int, int], int],
        short: Mapping[int, int],
        apart: Iterable[tuple[int, int]] = (),
        apart_rounds: int = 0,
        never: Iterable[tuple[int, int]] = (),
        short_price: int = 1,
    ) -> None:
        self.short_price = short_price
        self.people = people
        self.groups: Groups = []
        self.random = random.Random(seed)  # noqa: S311 - repeatable from its seed
        self.count = [[0] * (people + 1) for _ in range(people + 1)]
        self.always = [[0] * (people + 1) for _ in range(people + 1)]
        self.join = [[0] * (people + 1) for _ in range(people + 1)]
        self.leave = [[0] * (people + 1) for _ in range(people + 1)]
        self.load = [0] * (people + 1)
        self.always[people][people] = NEVER
        for one, other in never:
            self.always[one][other] = self.always[other][one] = NEVER
            self._change(one, other, 0)
        for (one, other), count in met.items():
            self._change(one, other, count)
        for player, count in short.items():
            self._change(player, people, count)
        self._change(people, people, 0)
        self.apart: dict[int, frozenset[int]] = {}
        for one, other in apart:
            self.apart[one] = self.apart.get(one, frozenset()) | {other}
            self.apart[other] = self.apart.get(other, frozenset()) | {one}
        self.apart_rounds = apart_rounds
        self.cost = 0

    def add(self, seating: Sequence[Sequence[int]]) -> None:
        """Appends a round; tables of three are filled up with the empty seat's number."""
        tables = [[*table, *[self.people] * (4 - len(table))] for table in seating]
        for table in tables:
            for one, other in itertools.combinations(table, 2):
                self.cost += self.join[one][other]
                self._change(one, other, 1)
            self.cost += self._walls(table, len(self.groups))
        self.groups.append(tables)

    def broken(self) -> bool:
        """Whether two empty seats share a table or a pair to be kept apart meets."""
        return self.cost >= NEVER

    def seated(self) -> Groups:
        """The rounds, without the empty seats."""
        return [
            [[one for one in table if one != self.people] for table in seating] for seating in self.groups
        ]

    def run(self, rounds: Sequence[int], proposals: int, *, hot: float, cold: float, enough: int = 0) -> None:
        """Tries ``proposals`` swaps in ``rounds`` while cooling from ``hot`` to ``cold``, in repeats.

        Stops when the cost is down to ``enough``.
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
                here = seating[int(draw() * tables)]
                place = int(draw() * 4)
                one = here[place]
                a, b, c = OTHERS[place]
                a, b, c = here[a], here[b], here[c]
                saved = leave[one]
                saving = saved[a] + saved[b] + saved[c]
                if saving <= 0 and draw() < 0.8:
                    continue
                there = seating[int(draw() * tables)]
                if there is here:
                    continue
                seat = int(draw() * 4)
                other = there[seat]
                x, y, z = OTHERS[seat]
                x, y, z = there[x], there[y], there[z]
                price, prices, savings = join[one], join[other], leave[other]
                change = (
                    price[x] + price[y] + price[z] - saving
                    + prices[a] + prices[b] + prices[c] - savings[x] - savings[y] - savings[z]
                )  # fmt: skip
                if self.apart and number < self.apart_rounds:
                    change += self._wall_change(one, other, (a, b, c), (x, y, z))
                if change <= 0 or draw() < math.exp(-change / temperature):
                    here[place], there[seat] = other, one
                    self._swap(one, other, (a, b, c), (x, y, z))
                    self.cost += change
                    if self.cost <= enough:
                        return

    def even_out(self, rounds: Sequence[int], proposals: int) -> None:
        """Spreads the repeats over the players by a last annealing that also counts each player's, squared.

        Keeps the best plan met: the lowest cost, then the most equal numbers of repeats.
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
            here, there = self.random.sample(self.groups[number], 2)
            place, seat = self.random.randrange(4), self.random.randrange(4)
            one, other = here[place], there[seat]
            near = tuple(here[index] for index in OTHERS[place])
            far = tuple(there[index] for index in OTHERS[seat])
            if self.people in (one, other, *near, *far):
                continue
            change = sum(self.join[one][player] - self.leave[other][player] for player in far)
            change += sum(self.join[other][player] - self.leave[one][player] for player in near)
            if self.apart and number < self.apart_rounds:
                change += self._wall_change(one, other, near, far)
            if change > 2 * REPEAT:
                continue
            concerned = (one, other, *near, *far)
            before = sum(self.load[player] ** 2 for player in concerned)
            self._swap(one, other, near, far)
            worse = change + UNEVEN * (sum(self.load[player] ** 2 for player in concerned) - before)
            if worse > 0 and self.random.random() >= math.exp(-worse / temperature):
                self._swap(other, one, near, far)
                continue
            here[place], there[seat] = other, one
            self.cost += change
            if self.cost <= best[0] and (found := (self.cost, self._unevenness())) < best[:2]:
                best = (*found, [[list(table) for table in seating] for seating in self.groups])
        self.cost, _, self.groups = best

    def _unevenness(self) -> int:
        return sum(load**2 for load in self.load[: self.people])

    def _swap(self, one: int, other: int, near: tuple[int, ...], far: tuple[int, ...]) -> None:
        for player, left, joined in ((one, near, far), (other, far, near)):
            for neighbour in left:
                self._change(player, neighbour, -1)
            for neighbour in joined:
                self._change(player, neighbour, 1)

    def _change(self, one: int, other: int, times: int) -> None:
        """Counts ``times`` more meetings of two people, or of a person and an empty seat."""
        count = self.count[one][other] + times
        always = self.always[one][other]
        if one == other:
            join = leave = 0
        elif self.people in (one, other):
            join, leave = self.short_price * count, self.short_price * (count - 1)
        else:
            join = REPEAT + STILL_AGAIN * (count - 1) if count > 0 else 0
            leave = REPEAT + STILL_AGAIN * (count - 2) if count > 1 else 0
            repeats = max(0, count - 1) - max(0, count - times - 1)
            self.load[one] += repeats
            self.load[other] += repeats
        self.count[one][other] = self.count[other][one] = count
        self.join[one][other] = self.join[other][one] = always + join
        self.leave[one][other] = self.leave[other][one] = always + leave

    def _walls(self, table: Sequence[int], number: int) -> int:
        if number >= self.apart_rounds:
            return 0
        return NEVER * sum(
            1
            for place, one in enumerate(table)
            for other in table[place + 1 :]
            if other in self.apart.get(one, ())
        )

    def _wall_change(self, one: int, other: int, near: tuple[int, ...], far: tuple[int, ...]) -> int:
        walls, others = self.apart.get(one, frozenset()), self.apart.get(other, frozenset())
        count = sum(player in walls for player in far) - sum(player in walls for player in near)
        count += sum(player in others for player in near) - sum(player in others for player in far)
        return NEVER * count
