"""Who sits where in which round: plans, their empty seats and their certificate. Pure Python, no clock."""

from __future__ import annotations

from rules.game import Fault, Refusal
from rules.movement.certificate import Certificate, Displaced, Meeting, Repeat, certificate, meetings
from rules.movement.empty import empty_seats, table_count
from rules.movement.make import make_plan
from rules.movement.plan import (
    LETTERS,
    MOST_ROUNDS,
    MOST_TABLES,
    FixedSeat,
    Plan,
    Round,
    Steps,
    TableSeats,
    in_order,
)
from rules.movement.ranked import RankedWeights
from rules.movement.repair import Repair, SeatMove, repair
from rules.movement.request import MOVEMENTS
from rules.movement.steps import STEPS, move

__all__ = [
    "LETTERS",
    "MOST_ROUNDS",
    "MOST_TABLES",
    "MOVEMENTS",
    "STEPS",
    "Certificate",
    "Displaced",
    "Fault",
    "FixedSeat",
    "Meeting",
    "Plan",
    "RankedWeights",
    "Refusal",
    "Repair",
    "Repeat",
    "Round",
    "SeatMove",
    "Steps",
    "TableSeats",
    "certificate",
    "empty_seats",
    "in_order",
    "make_plan",
    "meetings",
    "move",
    "repair",
    "table_count",
]
