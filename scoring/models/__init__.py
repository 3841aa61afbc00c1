from .sets import Card, CardSet, PointLine, Submission
from .standings import FinalStandings

__all__ = ["Card", "CardSet", "FinalStandings", "PointLine", "Submission"]
