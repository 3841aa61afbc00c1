"""Movements announced by letter: between two rounds every player of a letter moves by the same step."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules import limits
from rules.game import LETTERS
from rules.seating.plan import Round, Steps, TableSeats

STEPS = {name: Steps(*steps) for name, steps in limits.STEPS.items()}


def first_round(tables: int, empty: Collection[tuple[str, int]] = ()) -> Round:
    """Round 1 of an abstract plan: every player named letter + table, the ``empty`` seats left out."""
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


def play_out(seating: Round, moves: Sequence[Steps]) -> tuple[Round, ...]:
    """``seating`` and every round after it, one more than there are moves."""
    rounds = [seating]
    for steps in moves:
        rounds.append(move(rounds[-1], steps))
    return tuple(rounds)
