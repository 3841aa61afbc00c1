"""How often what players carry in their hands has been overtaken."""

from collections.abc import Iterable
from typing import Any

from django.db.models import F

from tournament import journal
from tournament.models import Entry, Round, Seat, Tournament
from tournament.verbs import Verb

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
    Verb.WRONG_SEAT_MENDED,
)
# Everything that can change how somebody stands on a list, and what of it stands there.
LISTING_VERBS = (Verb.PLAYER_CORRECTED, Verb.PLAYERS_CORRECTED, Verb.ROSTER_IMPORTED)
LISTED = frozenset({"number", "name", "shows_initials"})


def slips_revision(tournament: Tournament) -> int:
    """The revision of the seat slips, 1 for the first draw: every change of any round's seats raises it, and every
    new number or name.

    Slips name every round, planned ones too, so unlike a round's own revision this does not wait for publication.
    """
    chain = journal.chain(tournament)
    seats = chain.filter(verb__in=SEAT_VERBS).order_by("sequence").values_list("sequence", flat=True)
    if not seats:
        return 1
    said = chain.filter(verb__in=LISTING_VERBS, sequence__gt=seats[0]).values_list("new", flat=True)
    return len(seats) + sum(is_listed(new or {}) for new in said)


def is_listed(new: dict[str, Any]) -> bool:
    """Whether a journal entry changed a number or a name: of one player, or of some of a roster's."""
    changed = [new, *new.get("changed", ())]
    return any(LISTED & set(one) for one in changed)


def listed_anew(tournament: Tournament, changed: Iterable[str], entries: Iterable[Entry]) -> bool:
    """After a change of these fields of these entries: prints of the published rounds they sit in are out of date
    where a number or a name as it is shown is among them. Whether seat slips are out of date too."""
    if not LISTED & set(changed):
        return False
    seats = Seat.objects.filter(entry__in=entries, round__published_at__isnull=False)
    Round.objects.filter(pk__in=seats.values("round")).update(seating_version=F("seating_version") + 1)
    return tournament.seats_revision > 0
