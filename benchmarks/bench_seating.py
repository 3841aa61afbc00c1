"""Seat slips beside a plain annealer: repeated meetings reached, and CPU time.

    python benchmarks/bench_seating.py [--tables 8,12] [--rounds 4,6] [--least-seconds 1.0]

The annealer swaps two players of one round, keeps the cost incrementally, cools geometrically and starts again
until its time is up. It has the CPU time that the plan took, and never less than ``--least-seconds``.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.english import sentence
from rules.seating import Plan, PlanRequest, certificate, make_plan

TABLES = (8, 12, 16, 20, 32, 50, 125)
ROUNDS = (4, 6, 8, 12)


def main() -> int:
    """Prints one line for each size; exit 1 where the annealer did better."""
    options = _options()
    print(
        f"{'tables':>6} {'rounds':>6} | {'repeats':>7} {'at least':>8} {'CPU s':>7} | {'annealer':>8} {'CPU s':>7}"
    )
    beaten = 0
    for tables, rounds in itertools.product(options.tables, options.rounds):
        started = time.process_time()
        plan = make_plan(PlanRequest(tables=tables, rounds=rounds, movement="assigned"))
        spent = time.process_time() - started
        if not isinstance(plan, Plan):
            raise SystemExit(sentence(plan.errors[0]))
        facts = certificate(plan.rounds)
        annealed, used = anneal(tables, rounds, max(spent, options.least_seconds))
        beaten += annealed < facts.extra_meetings
        print(
            f"{tables:6} {rounds:6} | {facts.extra_meetings:7} {facts.unavoidable:8} {spent:7.3f} | "
            f"{annealed:8} {used:7.3f}",
            flush=True,
        )
    print("The annealer was never better." if not beaten else f"The annealer was better {beaten} times.")
    return 1 if beaten else 0


def anneal(tables: int, rounds: int, seconds: float) -> tuple[int, float]:
    """The fewest repeated meetings found in ``seconds`` of CPU time, and the time used."""
    started = time.process_time()
    best, start = None, 0
    while best is None or (best and time.process_time() - started < seconds):
        repeats = _cooled(tables, rounds, random.Random(start), started + seconds)  # noqa: S311 - repeatable
        best = repeats if best is None else min(best, repeats)
        start += 1
    return best, time.process_time() - started


def _cooled(tables: int, rounds: int, chance: random.Random, deadline: float) -> int:
    people = 4 * tables
    met = [[0] * people for _ in range(people)]
    plan = []
    for _ in range(rounds):
        order = list(range(people))
        chance.shuffle(order)
        plan.append([order[start : start + 4] for start in range(0, people, 4)])
    for table in itertools.chain.from_iterable(plan):
        for first, second in itertools.permutations(table, 2):
            met[first][second] += 1
    draw, moves = chance.random, 3000 * tables * rounds
    temperature, cooling = 0.6, (0.05 / 0.6) ** (1 / moves)
    for move in range(moves):
        if move % 4096 == 0 and time.process_time() > deadline:
            break
        temperature *= cooling
        seating = plan[int(draw() * rounds)]
        table, other_table = seating[int(draw() * tables)], seating[int(draw() * tables)]
        if table is other_table:
            continue
        place, seat = int(draw() * 4), int(draw() * 4)
        first, second = table[place], other_table[seat]
        near = [player for player in table if player != first]
        far = [player for player in other_table if player != second]
        met_first, met_second = met[first], met[second]
        change = sum(met_first[player] - met_second[player] + 1 for player in far)
        change += sum(met_second[player] - met_first[player] + 1 for player in near)
        if change <= 0 or draw() < math.exp(-change / temperature):
            table[place], other_table[seat] = second, first
            for player in near:
                met_first[player] -= 1
                met[player][first] -= 1
                met_second[player] += 1
                met[player][second] += 1
            for player in far:
                met_second[player] -= 1
                met[player][second] -= 1
                met_first[player] += 1
                met[player][first] += 1
    return sum(count - 1 for row in met for count in row if count > 1) // 2


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Seat slips beside a plain annealer.")
    parser.add_argument("--tables", type=_numbers, default=TABLES)
    parser.add_argument("--rounds", type=_numbers, default=ROUNDS)
    parser.add_argument("--least-seconds", type=float, default=1.0)
    return parser.parse_args()


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


if __name__ == "__main__":
    raise SystemExit(main())
