"""A new draw for each round, avoiding earlier meetings as far as possible."""

from __future__ import annotations

import random

from rules.seating.assigned import annealer, shuffled
from rules.seating.field import Field, seat
from rules.seating.plan import Round

PROPOSALS = 40_000
PROPOSALS_A_TABLE = 4_000


def redraw_plan(field: Field, rounds: int, seed: int) -> tuple[Round, ...]:
    """A plan of ``rounds`` rounds, each drawn after the ones before it."""
    chance = random.Random(seed)  # noqa: S311 - repeatable from its seed
    search = annealer(field, seed)
    for number in range(rounds):
        search.add(shuffled(field, chance))
        if search.cost:
            search.run([number], min(PROPOSALS, PROPOSALS_A_TABLE * field.tables), hot=0.4, cold=0.06)
    groups = search.without_empty_seats()
    for seating in groups:
        chance.shuffle(seating)
    return seat(field, groups)
