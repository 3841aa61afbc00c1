"""Checks every plan by announced steps independently: 2 to 130 tables, 1 to 12 rounds, 0 to 3 empty seats.

Players are whole numbers here and are moved from table to table one at a time; the only code of the rules used is what
is being checked. `make prove-seating` checks the whole grid with certificates and fallbacks; the tests check the
longest plan of each size and one shorter.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator
from math import comb

from rules.game import Refusal
from rules.seating import Certificate, Plan, PlanRequest, certificate, make_plan

TABLES = range(2, 131)
ROUNDS = range(1, 13)
EMPTY = range(4)
STEPS = {"sanctioned": (1, -1, 2, -2), "club-day": (0, 1, -1, 2), "mahjcon": (0, -1, -2, 1)}
MOVEMENTS = (*STEPS, "repeat-free")
# The most rounds that movement.md promises, and how many make seat slips out of repeat-free.
MOST = {2: 1, 3: 1, 4: 2, 5: 5, 6: 5, 7: 7, 8: 7, 9: 7, 10: 9, 11: 11, 12: 11}


class Walk:
    """Rounds of a field without empty seats under given steps, and the pairs that meet again in them.

    A player's number is 1000 times the letter's index plus the first table. ``seats`` has for each round the four
    players of each table; ``columns`` has them by letter and with names.
    """

    def __init__(self, tables: int, moves: list[tuple[int, ...]]) -> None:
        at = {1000 * letter + table: table for letter in range(4) for table in range(1, tables + 1)}
        self.moves = moves
        self.seats: list[list[tuple[int, ...]]] = []
        met: dict[tuple[int, int], list[int]] = {}
        for number, move in enumerate([(0, 0, 0, 0), *moves], 1):
            sitting = [[0, 0, 0, 0] for _ in range(tables)]
            for player, table in at.items():
                at[player] = to = (table + move[player // 1000] - 1) % tables + 1
                assert sitting[to - 1][player // 1000] == 0
                sitting[to - 1][player // 1000] = player
            assert all(0 not in together for together in sitting)
            self.seats.append([tuple(table) for table in sitting])
            for together in sitting:
                for pair in itertools.combinations(together, 2):
                    met.setdefault((min(pair), max(pair)), []).append(number)
        self.columns = [
            [list(map(name_of, letter)) for letter in zip(*seating, strict=True)] for seating in self.seats
        ]
        self.again = {pair: numbers for pair, numbers in met.items() if len(numbers) > 1}
        assert sum(len(numbers) for numbers in met.values()) == 6 * tables * len(self.seats)

    def repeats(self, rounds: int, empty: set[int]) -> dict[tuple[int, int], list[int]]:
        """The pairs that meet again in the first ``rounds`` rounds, with those rounds; ``missing`` players left out."""
        repeats = {}
        for (player, other), numbers in self.again.items():
            within = [number for number in numbers if number <= rounds]
            if len(within) > 1 and player not in empty and other not in empty:
                repeats[player, other] = within
        return repeats


def name_of(player: int) -> str:
    return f"{'ABCD'[player // 1000]}{player % 1000}"


def number_of(name: str) -> int:
    return 1000 * "ABCD".index(name[0]) + int(name[1:])


def lengths(movement: str, tables: int) -> list[int]:
    """The numbers of rounds that this movement can announce, the longest first."""
    return list(range(MOST.get(tables, 12) if movement == "repeat-free" else 12, 0, -1))


def prove(movement: str, tables: int, *, whole: bool) -> int:
    """Compares plans of one movement and number of tables with walks; returns the number of plans.

    ``whole``: every number of rounds and every certificate; otherwise the longest and one shorter, and the
    certificates of one plan in eleven.
    """
    walks: list[Walk] = []
    plans = 0
    longest, *shorter = lengths(movement, tables)
    chosen = [longest, *(shorter if whole else shorter[tables % 11 :][:1])]
    for rounds, empty in itertools.product(chosen, EMPTY):
        plan = make_plan(PlanRequest(players=4 * tables - empty, rounds=rounds, movement=movement))
        plans += 1
        if 4 * tables - empty == 5:
            assert isinstance(plan, Refusal), "five players cannot sit at tables of three and four"
            assert [fault.code for fault in plan.errors] == ["five-players"]
            continue
        assert isinstance(plan, Plan), (movement, tables, rounds, empty)
        where = (movement, tables, rounds, empty)
        moves = [tuple(steps) for steps in plan.steps]
        # Nearly all shorter plans are beginnings of longer ones, so they share one walk.
        walk = next((walk for walk in walks if walk.moves[: rounds - 1] == moves), None)
        if walk is None:
            walk = Walk(tables, moves)
            walks.append(walk)
        if movement in STEPS:
            announced = tuple(step % tables for step in STEPS[movement])
            assert all(tuple(step % tables for step in move) == announced for move in moves), where
        assert (plan.tables, plan.movement, len(plan.rounds)) == (tables, movement, rounds), where
        missing = {3000 + seats.table for seats in plan.rounds[0] if seats.D is None}
        assert len(missing) == empty, where
        check_seats(plan, walk, missing)
        repeats = walk.repeats(rounds, missing)
        if movement == "repeat-free":
            assert repeats == {}, where
        if whole or (3 * tables + empty) % 11 == 0:
            check_certificate(certificate(plan.rounds), walk, rounds, missing, repeats)
    return plans


def check_seats(plan: Plan, walk: Walk, missing: set[int]) -> None:
    """Checks that every player of the walk is where the plan says."""
    empty = {name_of(player) for player in missing}
    tables = list(range(1, plan.tables + 1))
    for seating, columns in zip(plan.rounds, walk.columns, strict=False):
        assert [seats.table for seats in seating] == tables
        assert [seats.A for seats in seating] == columns[0]
        assert [seats.B for seats in seating] == columns[1]
        assert [seats.C for seats in seating] == columns[2]
        # The walk has everybody once and one D at each table, so at most one player of a table is missing.
        assert [seats.D for seats in seating] == [None if name in empty else name for name in columns[3]]


def check_certificate(
    facts: Certificate,
    walk: Walk,
    rounds: int,
    missing: set[int],
    repeats: dict[tuple[int, int], list[int]],
) -> None:
    """Checks that the certificate has the repeats and short tables counted here, and no faults."""
    certified = [(tuple(map(number_of, repeat.pair)), list(repeat.rounds)) for repeat in facts.repeats]
    assert certified == sorted(repeats.items())
    assert facts.first_repeat_round == min((numbers[1] for numbers in repeats.values()), default=None)
    assert facts.extra_meetings == sum(len(numbers) - 1 for numbers in repeats.values())
    visits = Counter(
        player
        for seating in walk.seats[:rounds]
        for together in seating
        if not missing.isdisjoint(together)
        for player in together
        if player not in missing
    )
    assert {number_of(player): count for player, count in facts.short_tables.items()} == visits
    assert (facts.together, facts.displaced, facts.undersized) == ((), (), ())


def beyond() -> Iterator[tuple[int, int, int]]:
    """The sizes for which there are no repeat-free steps: tables, rounds, empty seats."""
    for tables, rounds, empty in itertools.product(MOST, ROUNDS, EMPTY):
        if rounds > MOST[tables] and 4 * tables - empty != 5:
            yield tables, rounds, empty


def prove_fallback(tables: int, rounds: int, empty: int) -> int:
    """Checks the plan of seat slips made if there are no repeat-free steps; returns how many meetings are repeats."""
    plan = make_plan(PlanRequest(players=4 * tables - empty, rounds=rounds, movement="repeat-free"))
    assert isinstance(plan, Plan)
    assert (plan.requested, plan.movement) == ("repeat-free", "assigned")
    assert plan.reason
    assert plan.steps == (None,) * (rounds - 1)
    everybody = sorted(player for seats in plan.rounds[0] for player in seats.players())
    assert len(set(everybody)) == 4 * tables - empty
    met: Counter[frozenset[str]] = Counter()
    for seating in plan.rounds:
        assert [seats.table for seats in seating] == list(range(1, tables + 1))
        assert sorted(player for seats in seating for player in seats.players()) == everybody
        assert sum(comb(len(seats.players()), 2) for seats in seating) == 6 * tables - 3 * empty
        assert all(len(seats.players()) > 2 for seats in seating)
        for seats in seating:
            met.update(map(frozenset, itertools.combinations(seats.players(), 2)))
    facts = certificate(plan.rounds)
    assert {frozenset(repeat.pair): len(repeat.rounds) for repeat in facts.repeats} == {
        pair: count for pair, count in met.items() if count > 1
    }
    assert facts.unavoidable <= facts.extra_meetings
    return facts.extra_meetings


def main() -> int:
    began = time.process_time()
    fallbacks = list(beyond())
    plans = 0
    for movement in MOVEMENTS:
        for tables in TABLES:
            plans += prove(movement, tables, whole=True)
        sys.stdout.write(
            f"{movement}: proved for 2 to 130 tables, {time.process_time() - began:.0f} s of CPU\n"
        )
        sys.stdout.flush()
    for tables, rounds, empty in fallbacks:
        plans += 1
        prove_fallback(tables, rounds, empty)
    sys.stdout.write(f"seat slips beyond the limits of repeat-free: {len(fallbacks)} plans proved\n")
    sys.stdout.write(f"{plans} plans or refusals in {time.process_time() - began:.0f} s of CPU\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
