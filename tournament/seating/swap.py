"""The effect of a swap, for its preview and for the action."""

from collections.abc import Mapping, Sequence

from tournament.models import Entry
from tournament.seating.queries import RoundSeating, Spot

FEWEST_AT_TABLE = 3

Seats = Mapping[Spot, Entry | None]
"""Who sits where in one round; None is an empty seat."""


def swap(
    rounds: Sequence[RoundSeating], number: int, first: Spot, second: Spot, *, everywhere: bool
) -> dict[int, Seats]:
    """The seats that change hands when two seats of round `number` are exchanged, by round number.

    With `everywhere` the two players also exchange seats in the planned rounds after it; published ones stay.
    """
    seats = next(round_seating for round_seating in rounds if round_seating.round.number == number).seats
    first_entry, second_entry = seats[first], seats[second]
    changes: dict[int, Seats] = {number: {first: second_entry, second: first_entry}}
    if not everywhere or first_entry is None or second_entry is None:
        return changes
    for round_seating in rounds:
        if round_seating.round.number > number and round_seating.round.published_at is None:
            first_seat, second_seat = round_seating.seat_of(first_entry), round_seating.seat_of(second_entry)
            if first_seat and second_seat:
                changes[round_seating.round.number] = {
                    first_seat.spot: second_entry,
                    second_seat.spot: first_entry,
                }
    return changes


def after(rounds: Sequence[RoundSeating], changes: Mapping[int, Seats]) -> list[RoundSeating]:
    """The rounds with these seats changed."""
    return [round_seating.with_seats(changes.get(round_seating.round.number, {})) for round_seating in rounds]


def too_small(round_seating: RoundSeating, tables: Sequence[int]) -> list[int]:
    """Those of the tables with one or two players."""
    return [
        table.number
        for table in round_seating.tables
        if table.number in tables and 0 < len(table.entries) < FEWEST_AT_TABLE
    ]
