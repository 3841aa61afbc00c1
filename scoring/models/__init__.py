from .adjustments import Adjustment
from .ceremony import Ceremony, CorrectionWindow, ReportedNumber
from .complaints import Complaint
from .desk import Confirmation, Presence
from .printed import PrintedCards
from .prizes import Criterion, PrizeAward, PrizeDecision, PrizeRow
from .raffle import Pot, PotPayment, Raffle
from .sets import PLAYING, Card, CardSet, PointLine, SetVersion, WrittenOff
from .standings import FinalStandings

__all__ = [
    "PLAYING",
    "Adjustment",
    "Card",
    "CardSet",
    "Ceremony",
    "Complaint",
    "Confirmation",
    "CorrectionWindow",
    "Criterion",
    "FinalStandings",
    "PointLine",
    "Pot",
    "PotPayment",
    "Presence",
    "PrintedCards",
    "PrizeAward",
    "PrizeDecision",
    "PrizeRow",
    "Raffle",
    "ReportedNumber",
    "SetVersion",
    "WrittenOff",
]
