"""Who sits where in which round: plans, their empty seats and their certificate. Pure Python, no clock."""

from rules.game import LETTERS, Refusal
from rules.seating.certificate import Certificate, certificate
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
from rules.seating.repair import Repair, repair
from rules.seating.request import PlanRequest
from rules.seating.steps import STEPS

__all__ = [
    "LETTERS",
    "STEPS",
    "Certificate",
    "FixedSeat",
    "Plan",
    "PlanRequest",
    "RankedWeights",
    "Refusal",
    "Repair",
    "Round",
    "Steps",
    "TableSeats",
    "certificate",
    "empty_seats",
    "in_order",
    "make_plan",
    "repair",
    "table_count",
]
