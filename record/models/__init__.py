from .chained import Chained
from .decision import ENDED_WITH_A_REASON, HAS_A_REASON, Decision, DecisionQuerySet
from .journal import JournalEntry
from .rehearsal import Rehearsal
from .sent import Sent

__all__ = [
    "ENDED_WITH_A_REASON",
    "HAS_A_REASON",
    "Chained",
    "Decision",
    "DecisionQuerySet",
    "JournalEntry",
    "Rehearsal",
    "Sent",
]
