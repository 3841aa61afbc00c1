"""Groups of four in which nobody meets twice, constructed algebraically.

A wheel seats 3n people on three rings of n places and up to three people in the middle, 4T in all. One round is given
as T blocks in which every difference between places occurs once; for each further round the rings turn by one place.
It lasts n = (4T - 1) // 3 rounds, the most that are possible.

Eight tables are seated over the field with eight elements: in round r the four letters move on by r times four
different elements. In a ninth round people of one letter, who have not met, sit together.
"""

from rules.seating.anneal import Groups
from rules.seating.starters import WHEELS


def wheel(tables: int) -> Groups | None:
    """Rounds without a repeat for 4 * ``tables`` people (numbers from 0); None where no wheel is known."""
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
    """The (ring, place) of three or four people, from a text such as ``a1b3a4c2``."""
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
