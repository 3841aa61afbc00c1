"""Assigns letters at each table so that every player sits at every letter about equally often.

An edge colouring: a node for each table in each round, and one for each four consecutive rounds of a player. No node
has more than four edges, so four colours suffice (König). A player thus has four different letters in each stretch of
four rounds, and over a plan no letter more than once oftener than another.
"""

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rules.game import LETTERS

Lettered = list[list[list[int | None]]]
"""Per round and table the players at A, B, C and D; None is an empty seat."""

Node = tuple[int, int]


def give_letters(
    groups: Sequence[Sequence[Sequence[int]]],
    empty_place: int,
    earlier: Mapping[int, Sequence[int]] | None = None,
) -> Lettered:
    """Assigns a letter to each player of each table (three or four numbers); an empty seat is ``empty_place``.

    ``earlier`` has each player's rounds at A, B, C, D before this plan. Without earlier rounds and empty seats the
    counts of a player differ by at most one.
    """
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for number, row in (earlier or {}).items():
        counts[number] = list(row)
    lettered = _coloured(groups, empty_place)
    for seating in lettered:
        for seats in seating:
            for position, player in enumerate(seats):
                if player is not None:
                    counts[player][position] += 1
    _even_out(lettered, counts)
    return lettered


def _coloured(groups: Sequence[Sequence[Sequence[int]]], empty_place: int) -> Lettered:
    colouring = _Colouring()
    played: defaultdict[int, int] = defaultdict(int)
    lettered: Lettered = []
    tables: list[tuple[Node, list[int | None]]] = []
    for number, seating in enumerate(groups):
        for position, people in enumerate(seating):
            for player in people:
                colouring.add((-1 - number, position), (player, played[player] // len(LETTERS)))
        for player in itertools.chain.from_iterable(seating):
            played[player] += 1
        lettered.append([[None] * len(LETTERS) for _ in seating])
        tables += [((-1 - number, position), seats) for position, seats in enumerate(lettered[-1])]
    for table, seats in tables:
        for letter, (player, _) in colouring.at[table].items():
            seats[letter] = player
        if None in seats:
            hole = seats.index(None)
            seats[hole], seats[empty_place] = seats[empty_place], None
    return lettered


class _Colouring:
    """A proper colouring of a bipartite graph with four colours, edge by edge."""

    def __init__(self) -> None:
        self.at: defaultdict[Node, dict[int, Node]] = defaultdict(dict)

    def add(self, table: Node, person: Node) -> None:
        """Colours a new edge; where no colour is free at both ends, two colours are exchanged along a path."""
        at_table, at_person = self.at[table], self.at[person]
        colour = next(colour for colour in range(len(LETTERS)) if colour not in at_table)
        if colour in at_person:
            other = next(free for free in range(len(LETTERS)) if free not in at_person)
            self._exchange(person, colour, other)
        at_table[colour], at_person[colour] = person, table

    def _exchange(self, start: Node, colour: int, other: int) -> None:
        """Exchanges two colours on the path that leaves ``start`` by ``colour``, which frees ``colour`` there."""
        path = [start]
        next_colour = colour
        while next_colour in self.at[path[-1]]:
            path.append(self.at[path[-1]][next_colour])
            next_colour = colour + other - next_colour
        edges = list(itertools.pairwise(path))
        colours = itertools.cycle((colour, other))
        old = [next(colours) for _ in edges]
        for (start, end), old_colour in zip(edges, old, strict=True):
            del self.at[start][old_colour], self.at[end][old_colour]
        for (start, end), old_colour in zip(edges, old, strict=True):
            new_colour = colour + other - old_colour
            self.at[start][new_colour], self.at[end][new_colour] = end, start


def _even_out(lettered: Lettered, counts: Mapping[int, list[int]]) -> None:
    """Exchanges two letters of a table while that evens out one player's letters and no other's gets worse."""
    better = True
    while better:
        better = False
        for seating in lettered:
            for seats in seating:
                for low, high in itertools.combinations(range(len(LETTERS)), 2):
                    first, second = seats[low], seats[high]
                    if first is None or second is None:
                        continue
                    first_counts, second_counts = counts[first], counts[second]
                    if first_counts[low] - first_counts[high] + second_counts[high] - second_counts[low] > 2:
                        first_counts[low] -= 1
                        first_counts[high] += 1
                        second_counts[high] -= 1
                        second_counts[low] += 1
                        seats[low], seats[high] = second, first
                        better = True
