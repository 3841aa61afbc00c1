"""A whole set of cards: every game by itself, and cards whose numbers stand in the wrong games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.check.readings import Numbers, legal
from rules.check.slips import Change, Hint
from rules.check.tables import Tables

Order = tuple[int, ...]
"""For each game the game whose number belongs there."""


def out_of_order(tables: Tables, games: Sequence[Numbers]) -> list[tuple[int, Hint]]:
    """Cards that would be right with their numbers in another order, with how many wrong games that mends.

    Two games changed over, a number that slipped to another line with those between, and a card filled in from the
    bottom are tried. All games must have the same seats. Likeliest first: what mends most, then what moves least.
    """
    wrong = {place for place, numbers in enumerate(games) if not legal(tables, numbers)}
    found: list[tuple[int, int, int, Hint]] = []
    orders = list(_orders(len(games))) if wrong else []
    for seat in range(len(games[0].seats)):
        written = [numbers.points[seat] for numbers in games]
        tried = set()
        for order in orders:
            right = tuple(written[place] for place in order)
            moved = [place for place, points in enumerate(right) if points != written[place]]
            if right in tried or wrong.isdisjoint(moved):
                continue
            tried.add(right)
            if all(legal(tables, _with(games[place], seat, right[place])) for place in moved):
                mended = len(wrong.intersection(moved))
                found.append((-mended, len(moved), seat, _hint(games[0].seats[seat], written, right, moved)))
    return [(-mended, hint) for mended, _, _, hint in sorted(found, key=lambda entry: entry[:3])]


def _orders(length: int) -> Iterator[Order]:
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
    return numbers._replace(points=(*numbers.points[:seat], points, *numbers.points[seat + 1 :]))


def _hint(letter: str, written: Sequence[int], right: Sequence[int], moved: Sequence[int]) -> Hint:
    changes = tuple(
        Change(seat=letter, game=place + 1, was=written[place], should_be=right[place]) for place in moved
    )
    lines = ", ".join(f"{right[place]} in game {place + 1}" for place in moved)
    return Hint("games-out-of-order", changes, f"{letter}'s numbers stand in the wrong games: {lines}.")


def in_game(hint: Hint, game: int) -> Hint:
    """The hint of one game as a hint of the set; games count from 1."""
    changes = tuple(replace(change, game=game) for change in hint.changes)
    return replace(hint, changes=changes, message=f"Game {game}: {hint.message}")
