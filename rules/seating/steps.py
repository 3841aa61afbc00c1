"""Movements announced by letter: in each gap all players of a letter move by the same step."""

from collections.abc import Collection, Sequence

from rules import limits
from rules.game import LETTERS
from rules.seating.plan import FixedSeat, Round, Steps, TableSeats

STEPS = {name: Steps(*steps) for name, steps in limits.STEPS.items()}


def first_round(tables: int, empty: Collection[tuple[str, int]] = ()) -> Round:
    """Round 1 with every player named letter + table, without the ``empty`` seats."""
    return tuple(
        TableSeats(
            table,
            *(None if (letter, table) in empty else f"{letter}{table}" for letter in LETTERS),
        )
        for table in range(1, tables + 1)
    )


def move(seating: Round, steps: Steps) -> Round:
    """The next round: the player of letter L at table t goes to table t + L's step, wrapping."""
    tables = len(seating)
    columns = [
        [getattr(seating[(table - step) % tables], letter) for table in range(tables)]
        for letter, step in zip(LETTERS, steps, strict=True)
    ]
    return tuple(TableSeats(table + 1, *players) for table, players in enumerate(zip(*columns, strict=True)))


def keep(seating: Round, fixed: Sequence[FixedSeat]) -> Round:
    """The round with each fixed player at their own table, in exchange with the player who came to that seat.

    A fixed player who is not in the round is skipped.
    """
    seats = {(table.table, letter): player for table in seating for letter, player in table.seats()}
    for seat in fixed:
        now = next((spot for spot, player in seats.items() if player == seat.player), None)
        if now is not None and now[0] != seat.table:
            own = seat.table, now[1]
            seats[now], seats[own] = seats[own], seats[now]
    return tuple(
        TableSeats(table.table, *(seats[table.table, letter] for letter in LETTERS)) for table in seating
    )


def play_out(seating: Round, moves: Sequence[Steps], fixed: Sequence[FixedSeat] = ()) -> tuple[Round, ...]:
    """``seating`` and every round after it, one more than there are moves; ``fixed`` players stay by exchange."""
    rounds = [seating]
    for steps in moves:
        rounds.append(keep(move(rounds[-1], steps), fixed))
    return tuple(rounds)
