"""Who sits where in which round: plans, their empty seats and their certificate. Pure Python, no clock."""

from __future__ import annotations

from rules.game import LETTERS, Fault, Refusal
from rules.limits import MOVEMENTS
from rules.seating.certificate import Certificate, Displaced, Meeting, Repeat, certificate, meetings
from rules.seating.empty import empty_seats, table_count
from rules.seating.make import make_plan
from rules.seating.plan import (
    FixedSeat,
    Plan,
    Round,
    Steps,
    TableSeats,
    in_order,
)
from rules.seating.ranked import RankedWeights
from rules.seating.repair import Repair, SeatMove, repair
from rules.seating.steps import STEPS, move

__all__ = [
    "LETTERS",
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
