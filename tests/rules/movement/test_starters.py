"""The committed starters are what the program in the repository finds."""

from __future__ import annotations

import pytest

from rules.movement.find_starters import few_announcements, find_wheel
from rules.movement.repeat_free import repeat_free_steps
from rules.movement.starters import WHEELS


@pytest.mark.parametrize(("tables", "rounds"), [(6, 5), (9, 7), (10, 9), (14, 12), (15, 12)])
def test_steps_are_found_again(tables, rounds):
    found = few_announcements(tables, rounds)
    assert tuple(move.on(tables) for move in found) == repeat_free_steps(tables, rounds)


@pytest.mark.parametrize("tables", [4, 6, 9, 12])
def test_wheels_are_found_again(tables):
    written = ["".join(f"{'abc'[level]}{place}" for place, level in block) for block in find_wheel(tables)]
    assert written == WHEELS[tables].split()


def test_no_wheel_turns_eight_tables():
    assert find_wheel(8) is None
