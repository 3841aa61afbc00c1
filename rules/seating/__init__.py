"""Who sits where in which round: plans, their empty seats and their certificate. Pure Python, no clock."""

from rules.game import LETTERS, Refusal
from rules.seating.certificate import Certificate, certificate
from rules.seating.empty import empty_seats, table_count
from rules.seating.make import by_first_seats, make_plan
from rules.seating.plan import (
    Apart,
    FixedSeat,
    Plan,
    Round,
    Steps,
    TableSeats,
    in_order,
)
from rules.seating.ranked import RankedWeights
from rules.seating.repair import Repair, repair
from rules.seating.repeat_free import repeat_free_steps
from rules.seating.request import PlanRequest
from rules.seating.sitting_out import EveningRound, evening_round, how_many_sit_out, order_out
from rules.seating.steps import STEPS

__all__ = [
    "LETTERS",
    "STEPS",
    "Apart",
    "Certificate",
    "EveningRound",
    "FixedSeat",
    "Plan",
    "PlanRequest",
    "RankedWeights",
    "Refusal",
    "Repair",
    "Round",
    "Steps",
    "TableSeats",
    "by_first_seats",
    "certificate",
    "empty_seats",
    "evening_round",
    "how_many_sit_out",
    "in_order",
    "make_plan",
    "order_out",
    "repair",
    "repeat_free_steps",
    "table_count",
]
