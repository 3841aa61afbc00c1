"""The committed starters are what the program in the repository finds."""

from __future__ import annotations

import itertools
import runpy
import sys

import pytest

from rules.seating.repeat_free import repeat_free_steps
from rules.seating.starters import STEPS, WHEELS
from tools import find_starters
from tools.find_starters import _order, _shift_sets, few_announcements, find_wheel, shortest_order


@pytest.mark.parametrize(("tables", "rounds"), [(6, 5), (9, 7), (10, 9), (14, 12), (15, 12)])
def test_steps_are_found_again(tables, rounds):
    steps = few_announcements(tables, rounds)
    assert tuple(move.on(tables) for move in steps) == repeat_free_steps(tables, rounds)


@pytest.mark.parametrize("tables", [4, 6, 7, 9, 12])
def test_wheels_are_found_again(tables):
    blocks = ["".join(f"{'abc'[level]}{place}" for place, level in block) for block in find_wheel(tables)]
    assert blocks == WHEELS[tables].split()


def test_no_wheel_turns_eight_tables():
    assert find_wheel(8) is None


def test_the_program_writes_the_starters_up_to_a_number_of_tables(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["find_starters", str(tmp_path / "starters.py"), "6"])
    runpy.run_path(find_starters.__file__, run_name="__main__")
    starters = runpy.run_path(str(tmp_path / "starters.py"))
    assert starters["STEPS"] == {size: steps for size, steps in STEPS.items() if size[0] <= 6}
    assert starters["WHEELS"] == {tables: blocks for tables, blocks in WHEELS.items() if tables <= 6}


def test_a_search_that_has_made_its_effort_finds_nothing(monkeypatch):
    monkeypatch.setattr(find_starters, "EFFORT", 1)
    assert few_announcements(6, 5) is None
    assert find_wheel(9) is None


@pytest.mark.parametrize(("tables", "most"), [(3, 1), (4, 2), (5, 5), (6, 5)])
def test_shifts_are_found_for_as_many_rounds_as_there_can_be(tables, most):
    counts = [len(list(_shift_sets(tables, rounds, sets=1))) for rounds in range(1, tables + 1)]
    assert counts == [1] * most + [0] * (tables - most)


def test_shifts_are_put_in_the_order_with_the_smallest_steps():
    """Tried against every other order."""
    shifts = next(_shift_sets(6, 5, sets=1))
    totals = [
        sum(
            min((after - before) % 6, (before - after) % 6)
            for one, two in itertools.pairwise(order)
            for before, after in zip(one, two, strict=True)
        )
        for order in itertools.permutations(shifts)
    ]
    total, announcements, moves = _order(list(shifts), 6)
    assert total == sum(abs(step) for move in moves for step in move) == min(totals)
    assert announcements == len(set(moves))
    places = list(itertools.accumulate(map(tuple, shortest_order(6, 5)), _moved, initial=(0, 0, 0, 0)))
    for one, other in itertools.combinations(range(4), 2):
        assert len({(place[one] - place[other]) % 6 for place in places}) == 5


def _moved(place, move):
    return tuple(table + step for table, step in zip(place, move, strict=True))
