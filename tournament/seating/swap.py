"""What a swap of two seats changes: looked at first, carried out afterwards."""

from collections.abc import Mapping, Sequence

from tournament.models import Entry
from tournament.seating.queries import RoundSeating, Spot

FEWEST_AT_TABLE = 3

Seats = Mapping[Spot, Entry | None]
"""Who sits where in one round; None is an empty seat."""


def swap(
    rounds: Sequence[RoundSeating], number: int, first: Spot, second: Spot, *, everywhere: bool
) -> dict[int, Seats]:
    """The seats that change hands when two seats of round `number` change places, by the number of the round.

    With `everywhere` the two players also take over each other's seats in the planned rounds after it; published
    ones stay as they are.
    """
    here = next(seated for seated in rounds if seated.round.number == number).seats
    one, other = here[first], here[second]
    changes: dict[int, Seats] = {number: {first: other, second: one}}
    if not everywhere or one is None or other is None:
        return changes
    for seated in rounds:
        if seated.round.number > number and seated.round.published_at is None:
            mine, yours = seated.place_of(one), seated.place_of(other)
            if mine and yours:
                changes[seated.round.number] = {mine.spot: other, yours.spot: one}
    return changes


def after(rounds: Sequence[RoundSeating], changes: Mapping[int, Seats]) -> list[RoundSeating]:
    """The rounds as they are once these seats have changed hands."""
    return [seated.with_seats(changes.get(seated.round.number, {})) for seated in rounds]


def too_small(seated: RoundSeating, tables: Sequence[int]) -> list[int]:
    """Those of the tables at which one or two players sit."""
    return [
        table.number
        for table in seated.tables
        if table.number in tables and 0 < len(table.entries) < FEWEST_AT_TABLE
    ]
