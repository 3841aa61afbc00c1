"""How often what players carry in their hands has been overtaken."""

from tournament import journal
from tournament.models import Tournament

# Everything in the journal that can change somebody's seat in some round.
SEAT_VERBS = (
    "draw",
    "draw again",
    "plan again",
    "swap seats",
    "withdraw from seating",
    "walk-in takes seat",
    "late arrival seated",
    "substitute seated",
    "wrong seat",
)


def slips_revision(tournament: Tournament) -> int:
    """The revision of the seat slips, 1 for the first draw: every change of any round's seats raises it.

    Slips name every round, planned ones too, so unlike a round's own revision this does not wait for publication.
    """
    return journal.chain(tournament).filter(verb__in=SEAT_VERBS).count() or 1
