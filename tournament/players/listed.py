"""The fields of a player that are printed on lists, slips and badges, and the prints that their changes outdate."""

from collections.abc import Iterable

from django.db.models import F

from tournament.models import Entry, Round, Seat, Tournament

LISTED = frozenset({"number", "name", "shows_initials"})


def outdate_prints(tournament: Tournament, changed: Iterable[str], entries: Iterable[Entry]) -> bool:
    """Raises the seating version of the published rounds with these entries, if a printed field changed.

    Returns whether seat slips are out of date too.
    """
    if not LISTED & set(changed):
        return False
    seats = Seat.objects.filter(entry__in=entries, round__published_at__isnull=False)
    Round.objects.filter(pk__in=seats.values("round")).update(seating_version=F("seating_version") + 1)
    return tournament.seats_revision > 0
