"""Makes a plan: checks what is asked for, then hands it to the movement."""

from __future__ import annotations

from rules.game import Fault, Refusal, refusal
from rules.movement.empty import empty_seats, table_count
from rules.movement.plan import LETTERS, MOST_ROUNDS, MOST_TABLES, Plan, Steps
from rules.movement.steps import STEPS, first_round, play_out

MOVEMENTS = ("sanctioned", "club-day", "mahjcon", "custom")


def make_plan(
    *,
    players: int | None = None,
    tables: int | None = None,
    rounds: int,
    movement: str,
    steps: Steps | None = None,
    empty_letter: str = "D",
) -> Plan | Refusal:
    """A plan of ``rounds`` rounds, or every reason why there is none.

    ``players`` is the size of the field; without it every seat of ``tables`` is taken. ``steps`` belongs to
    the movement ``custom``. The same arguments always give the same plan.
    """
    faults = [
        *_field_faults(players, tables),
        *_movement_faults(rounds, movement, steps, empty_letter),
    ]
    if faults:
        return refusal(faults)
    field = players if players is not None else 4 * (tables or 0)
    count = -(-field // 4)
    announced = (steps or STEPS[movement]).on(count)
    moves = (announced,) * (rounds - 1)
    start = first_round(count, empty_seats(field, moves, empty_letter))
    return Plan(count, movement, movement, None, play_out(start, moves), moves)


def _field_faults(players: int | None, tables: int | None) -> list[Fault]:
    if players is None:
        if tables is None:
            return [Fault("missing", "tables", "Say how many tables or how many players there are.")]
        if tables < 1:
            return [Fault("too-few-tables", "tables", "At least one table is needed.")]
        return _size_faults(tables, "tables")
    needed = table_count(players)
    if isinstance(needed, Refusal):
        return list(needed.errors)
    if tables is not None and tables != needed:
        noun = "table" if needed == 1 else "tables"
        message = f"{players} players sit at {needed} {noun}, not at {tables}."
        return [Fault("tables-do-not-fit", "tables", message)]
    return _size_faults(needed, "players")


def _size_faults(tables: int, field: str) -> list[Fault]:
    if tables <= MOST_TABLES:
        return []
    message = f"A plan may have at most {MOST_TABLES} tables ({4 * MOST_TABLES} players)."
    return [Fault("too-many-tables", field, message)]


def _movement_faults(rounds: int, movement: str, steps: Steps | None, empty_letter: str) -> list[Fault]:
    faults = []
    if not 1 <= rounds <= MOST_ROUNDS:
        faults.append(Fault("bad-rounds", "rounds", f"A plan has 1 to {MOST_ROUNDS} rounds."))
    if movement not in MOVEMENTS:
        names = ", ".join(MOVEMENTS[:-1])
        faults.append(
            Fault("unknown-movement", "movement", f"The movement must be one of {names} or {MOVEMENTS[-1]}.")
        )
    elif movement == "custom" and steps is None:
        faults.append(
            Fault("missing", "steps", "A custom movement needs the four steps, one for each letter.")
        )
    elif movement != "custom" and steps is not None:
        faults.append(Fault("not-for-movement", "steps", "Only a custom movement takes steps of its own."))
    if empty_letter not in LETTERS[1:]:
        faults.append(Fault("bad-letter", "empty_letter", "Empty seats may be at letter B, C or D."))
    return faults
