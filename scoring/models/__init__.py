from .desk import Confirmation, Presence
from .sets import PLAYING, Card, CardSet, PointLine, SetVersion, WrittenOff
from .standings import FinalStandings

__all__ = [
    "PLAYING",
    "Card",
    "CardSet",
    "Confirmation",
    "FinalStandings",
    "PointLine",
    "Presence",
    "SetVersion",
    "WrittenOff",
]
