"""The step movements and repeat-free, every size: T from 2 to 130, R from 1 to 12, 0 to 3 empty seats."""

from __future__ import annotations

import pytest

from tools.every_size import EMPTY, MOVEMENTS, ROUNDS, TABLES, lengths, prove, prove_fallback

pytestmark = pytest.mark.slow

PARTS = [range(first, TABLES.stop, 10) for first in range(2, 12)]


@pytest.mark.parametrize("tables", PARTS, ids=lambda part: f"from_{part.start}")
@pytest.mark.parametrize("movement", MOVEMENTS)
def test_every_plan_by_steps_is_what_players_walking_do(movement, tables):
    """The longest plan of each size and one shorter, seat by seat; `make prove-seating` goes through them all."""
    plans = sum(prove(movement, count, whole=False) for count in tables)
    assert plans == len(EMPTY) * sum(1 + (len(lengths(movement, count)) - 1 > count % 11) for count in tables)


def test_the_grid_has_every_size():
    assert sorted(count for part in PARTS for count in part) == list(range(2, 131))
    assert (list(ROUNDS), list(EMPTY)) == (list(range(1, 13)), [0, 1, 2, 3])


@pytest.mark.parametrize(
    ("tables", "rounds", "empty"), [(2, 2, 2), (3, 4, 1), (4, 3, 0), (5, 6, 3), (12, 12, 2)]
)
def test_beyond_the_limits_of_steps_seat_slips_are_legal(tables, rounds, empty):
    prove_fallback(tables, rounds, empty)
