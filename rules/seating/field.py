"""The people to be seated, as numbers 0..n-1, with earlier meetings, wishes and fixed tables."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from rules.game import LETTERS
from rules.seating.letters import give_letters
from rules.seating.plan import Round, TableSeats


class SeatingField(msgspec.Struct, frozen=True):
    """The players of a plan by number, with everything a draw has to respect.

    ``apart``: pairs that must not meet in the first ``apart_rounds`` rounds. ``fixed``: the table of those who stay
    at one. ``met`` (meetings by pair), ``short`` (visits to short tables) and ``letters`` come from rounds already
    played.
    """

    names: tuple[str, ...]
    empty_letter: str
    apart: tuple[tuple[int, int], ...]
    apart_rounds: int
    fixed: dict[int, int]
    met: dict[tuple[int, int], int]
    short: dict[int, int]
    letters: dict[int, list[int]]

    @property
    def tables(self) -> int:
        return -(-len(self.names) // 4)

    @property
    def never(self) -> list[tuple[int, int]]:
        return [
            (first, second)
            for first, second in itertools.combinations(sorted(self.fixed), 2)
            if self.fixed[first] != self.fixed[second]
        ]


def read_history(
    names: Sequence[str], history: Sequence[Round]
) -> tuple[dict[tuple[int, int], int], dict[int, int], dict[int, list[int]]]:
    """Meetings by pair, visits to short tables and rounds at each letter, of the players among ``names``."""
    number = {name: index for index, name in enumerate(names)}
    met: Counter[tuple[int, int]] = Counter()
    short: Counter[int] = Counter()
    letters: dict[int, list[int]] = {}
    for seating in history:
        for seats in seating:
            present = sorted(number[player] for player in seats.players() if player in number)
            met.update(itertools.combinations(present, 2))
            if len(seats.players()) < len(LETTERS):
                short.update(present)
            for index, (_, player) in enumerate(seats.seats()):
                if player in number:
                    letters.setdefault(number[player], [0, 0, 0, 0])[index] += 1
    return dict(met), dict(short), letters


def seat(field: SeatingField, groups: Sequence[Sequence[Sequence[int]]]) -> tuple[Round, ...]:
    """Assigns tables and letters to groups of three and four: fixed players get their table, short tables are last."""
    placed = [_by_table(seating, field.fixed) for seating in groups]
    lettered = give_letters(placed, LETTERS.index(field.empty_letter), field.letters)
    return tuple(
        tuple(
            TableSeats(table, *(None if player is None else field.names[player] for player in seats))
            for table, seats in enumerate(seating, 1)
        )
        for seating in lettered
    )


def _by_table(seating: Sequence[Sequence[int]], fixed: Mapping[int, int]) -> list[list[int]]:
    placed: dict[int, Sequence[int]] = {}
    others = []
    for group in seating:
        table = next((fixed[player] for player in group if player in fixed), None)
        if table is None or table in placed:
            others.append(group)
        else:
            placed[table] = group
    others.sort(key=len, reverse=True)
    free = (table for table in range(1, len(seating) + 1) if table not in placed)
    placed.update(zip(free, others, strict=True))
    return [list(placed[table]) for table in range(1, len(seating) + 1)]
