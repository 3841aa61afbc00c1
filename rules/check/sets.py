"""Cards of a set whose numbers are right but stand in the wrong games."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from rules.check.games import legal
from rules.check.index import Index
from rules.check.numbers import Numbers
from rules.game import Correction, Hint, Phrase

Order = tuple[int, ...]
"""For each game the game whose number belongs there."""


def out_of_order(index: Index, games: Sequence[Numbers]) -> list[tuple[int, Hint]]:
    """Cards that are right with their numbers in another order, with the number of games each makes legal.

    Tried are: two games exchanged, one number moved past those in between, and a card filled in from the bottom. All
    games must have the same seats. Ordered by most games made legal, then fewest numbers moved.
    """
    wrong = {position for position, numbers in enumerate(games) if not legal(index, numbers)}
    ranked: list[tuple[tuple[int, int, int], Hint]] = []
    for seat, letter in enumerate(games[0].seats):
        card = [numbers.points[seat] for numbers in games]
        for right_numbers in _right_numbers(index, games, seat, card, wrong):
            positions = [
                position for position, points in enumerate(right_numbers) if points != card[position]
            ]
            count = len(wrong.intersection(positions))
            ranked.append(((-count, len(positions), seat), _hint(letter, card, right_numbers, positions)))
    return [(-rank[0], hint) for rank, hint in sorted(ranked, key=_rank)]


def _rank(entry: tuple[tuple[int, int, int], Hint]) -> tuple[int, int, int]:
    return entry[0]


def _right_numbers(
    index: Index, games: Sequence[Numbers], seat: int, card: list[int], wrong: set[int]
) -> Iterator[tuple[int, ...]]:
    """This seat's numbers in each order that makes a wrong game legal and every game it changes legal."""
    verdicts: dict[tuple[int, int], bool] = {}

    def fit(position: int, points: int) -> bool:
        if (position, points) not in verdicts:
            verdicts[position, points] = legal(index, _with(games[position], seat, points))
        return verdicts[position, points]

    def mends(numbers: tuple[int, ...]) -> bool:
        positions = [position for position, points in enumerate(numbers) if points != card[position]]
        return not wrong.isdisjoint(positions) and all(
            fit(position, numbers[position]) for position in positions
        )

    values = {*card}
    values_at = {
        position: {points for points in values if points == card[position] or fit(position, points)}
        for position in wrong
    }
    if all(len(points) == 1 for points in values_at.values()):
        return
    tried_numbers = {tuple(card)}
    for order in _orders(len(games)):
        for position, points_there in values_at.items():
            if card[order[position]] not in points_there:
                break
        else:
            right_numbers = tuple([card[position] for position in order])
            if right_numbers not in tried_numbers and mends(right_numbers):
                yield right_numbers
            tried_numbers.add(right_numbers)


@lru_cache(maxsize=8)
def _orders(length: int) -> tuple[Order, ...]:
    return tuple(_all_orders(length))


def _all_orders(length: int) -> Iterator[Order]:
    start = list(range(length))
    for low in range(length):
        for high in range(low + 1, length):
            swapped = start.copy()
            swapped[low], swapped[high] = high, low
            yield tuple(swapped)
            inner_places = start[low + 1 : high + 1]
            yield (*start[:low], *inner_places, low, *start[high + 1 :])
            yield (*start[:low], high, *start[low:high], *start[high + 1 :])
    yield tuple(reversed(start))


def _with(numbers: Numbers, seat: int, points: int) -> Numbers:
    return numbers.with_points((*numbers.points[:seat], points, *numbers.points[seat + 1 :]))


def _hint(letter: str, card: Sequence[int], right_numbers: Sequence[int], positions: Sequence[int]) -> Hint:
    changes = tuple(
        Correction(seat=letter, game=position + 1, was=card[position], should_be=right_numbers[position])
        for position in positions
    )
    numbers = tuple(
        Phrase("points-in-game", {"points": right_numbers[position], "game": position + 1})
        for position in positions
    )
    return Hint("games-out-of-order", changes, {"seat": letter, "numbers": numbers})


def in_game(hint: Hint, game: int) -> Hint:
    """The hint of one game as a hint of the set; games count from 1."""
    changes = tuple(replace(correction, game=game) for correction in hint.changes)
    return replace(hint, changes=changes, game=game)
