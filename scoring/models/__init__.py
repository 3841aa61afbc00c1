from .desk import Confirmation, Presence
from .sets import Card, CardSet, PointLine, SetVersion, Submission
from .standings import FinalStandings

__all__ = [
    "Card",
    "CardSet",
    "Confirmation",
    "FinalStandings",
    "PointLine",
    "Presence",
    "SetVersion",
    "Submission",
]
