"""Groups of four in which nobody meets twice, made by algebra.

A wheel seats 3n people on three rings of n places and up to three people in the middle, 4T together. One
round is given as T blocks in which no difference between places comes twice; for each further round the
rings turn by one place. It lasts n rounds: (4T - 1) // 3, as many as four at a table leave possible at all.

Eight tables are seated over the field with eight elements: in round r the four letters sit r times four
different elements further on. In a ninth round each letter, whose people have not met, sits by itself.
"""

from __future__ import annotations

from rules.seating.anneal import Groups
from rules.seating.starters import WHEELS


def wheel(tables: int) -> Groups | None:
    """Rounds without a repeat for 4 x ``tables`` people (numbers from 0), None where no wheel is known."""
    if tables == 8:
        return _eight_tables()
    if tables not in WHEELS:
        return None
    blocks = [_points(block) for block in WHEELS[tables].split()]
    middle = sum(1 for block in blocks if len(block) == 3)
    ring = (4 * tables - middle) // 3
    rounds = []
    for turn in range(ring):
        middle_people = iter(range(3 * ring, 4 * tables))
        seating = []
        for block in blocks:
            people = [level * ring + (place + turn) % ring for level, place in block]
            seating.append(people if len(people) == 4 else [*people, next(middle_people)])
        rounds.append(seating)
    return rounds


def _points(block: str) -> list[tuple[int, int]]:
    """``a1b3a4c2``: the ring a, b or c and the place on it, for three or four people."""
    spaced = block.replace("a", " 0 ").replace("b", " 1 ").replace("c", " 2 ").split()
    return [(int(ring), int(place)) for ring, place in zip(spaced[::2], spaced[1::2], strict=True)]


def _eight_tables() -> Groups:
    powers = [1, 2, 4, 3, 6, 7, 5]
    rounds = []
    for number in range(8):
        shifts = [0] + [powers[(powers.index(number) + letter) % 7] if number else 0 for letter in range(3)]
        rounds.append([[8 * letter + (table ^ shifts[letter]) for letter in range(4)] for table in range(8)])
    rounds.append([[4 * table + place for place in range(4)] for table in range(8)])
    return rounds
