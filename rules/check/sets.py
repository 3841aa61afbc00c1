"""A whole set of cards: every game by itself, and cards whose numbers stand in the wrong games."""

from __future__ import annotations

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
    """Cards that would be right with their numbers in another order, with how many wrong games that mends.

    Two games changed over, a number that slipped to another line with those between, and a card filled in from the
    bottom are tried. All games must have the same seats. Likeliest first: what mends most, then what moves least.
    """
    wrong = {place for place, numbers in enumerate(games) if not legal(index, numbers)}
    ranked: list[tuple[tuple[int, int, int], Hint]] = []
    for seat, letter in enumerate(games[0].seats):
        written = [numbers.points[seat] for numbers in games]
        for right in _right_orders(index, games, seat, written, wrong):
            moved = [place for place, points in enumerate(right) if points != written[place]]
            mended = len(wrong.intersection(moved))
            ranked.append(((-mended, len(moved), seat), _hint(letter, written, right, moved)))
    return [(-rank[0], hint) for rank, hint in sorted(ranked, key=_rank)]


def _rank(entry: tuple[tuple[int, int, int], Hint]) -> tuple[int, int, int]:
    return entry[0]


def _right_orders(
    index: Index, games: Sequence[Numbers], seat: int, written: list[int], wrong: set[int]
) -> Iterator[tuple[int, ...]]:
    """This seat's numbers in the orders that mend a wrong game and leave no game wrong that they touch."""
    fits: dict[tuple[int, int], bool] = {}

    def fit(place: int, points: int) -> bool:
        if (place, points) not in fits:
            fits[place, points] = legal(index, _with(games[place], seat, points))
        return fits[place, points]

    others = {*written}
    right_at = {
        place: {points for points in others if points == written[place] or fit(place, points)}
        for place in wrong
    }
    if all(len(points) == 1 for points in right_at.values()):
        return
    tried = set()
    for order in _orders(len(games)):
        if any(written[order[place]] not in points for place, points in right_at.items()):
            continue
        right = tuple([written[place] for place in order])
        if right in tried:
            continue
        tried.add(right)
        moved = [place for place, points in enumerate(right) if points != written[place]]
        if not wrong.isdisjoint(moved) and all(fit(place, right[place]) for place in moved):
            yield right


@lru_cache(maxsize=8)
def _orders(length: int) -> tuple[Order, ...]:
    """The orders that are tried, the one that changes nothing among them."""
    return tuple(_all_orders(length))


def _all_orders(length: int) -> Iterator[Order]:
    start = list(range(length))
    for low in range(length):
        for high in range(low + 1, length):
            swapped = start.copy()
            swapped[low], swapped[high] = high, low
            yield tuple(swapped)
            between = start[low + 1 : high + 1]
            yield (*start[:low], *between, low, *start[high + 1 :])
            yield (*start[:low], high, *start[low:high], *start[high + 1 :])
    yield tuple(reversed(start))


def _with(numbers: Numbers, seat: int, points: int) -> Numbers:
    return numbers.with_points((*numbers.points[:seat], points, *numbers.points[seat + 1 :]))


def _hint(letter: str, written: Sequence[int], right: Sequence[int], moved: Sequence[int]) -> Hint:
    changes = tuple(
        Correction(seat=letter, game=place + 1, was=written[place], should_be=right[place]) for place in moved
    )
    numbers = tuple(Phrase("points-in-game", {"points": right[place], "game": place + 1}) for place in moved)
    return Hint("games-out-of-order", changes, {"seat": letter, "numbers": numbers})


def in_game(hint: Hint, game: int) -> Hint:
    """The hint of one game as a hint of the set; games count from 1."""
    changes = tuple(replace(correction, game=game) for correction in hint.changes)
    return replace(hint, changes=changes, game=game)
