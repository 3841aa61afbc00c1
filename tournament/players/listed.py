"""What lists, slips and badges show of a player, and what is out of date when it changes."""

from collections.abc import Iterable

from django.db.models import F

from tournament.models import Entry, Round, Seat, Tournament

LISTED = frozenset({"number", "name", "shows_initials"})


def listed_anew(tournament: Tournament, changed: Iterable[str], entries: Iterable[Entry]) -> bool:
    """After a change of these fields of these entries: prints of the published rounds they sit in are out of date
    where a number or a name as it is shown is among them. Whether seat slips are out of date too."""
    if not LISTED & set(changed):
        return False
    seats = Seat.objects.filter(entry__in=entries, round__published_at__isnull=False)
    Round.objects.filter(pk__in=seats.values("round")).update(seating_version=F("seating_version") + 1)
    return tournament.seats_revision > 0
