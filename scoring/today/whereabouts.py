"""Where somebody is now, with their points: one line a person, for whoever asks at the desk."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.standings.queries import standings_for
from scoring.standings.standing import Standing
from tournament.models import Entry, Seat, Tournament


@dataclass(frozen=True)
class Whereabouts:
    """`seat` is in the latest published round or else the next one; `place` is None before anything counts."""

    entry: Entry
    seat: Seat | None
    place: Standing | None


def whereabouts(tournament: Tournament, role: str | None, entries: Sequence[Entry]) -> list[Whereabouts]:
    if not entries:
        return []
    latest = tournament.rounds.published().last()
    seats: dict[int, Seat] = {}
    if latest:
        from_now = Seat.objects.filter(round__tournament=tournament, round__number__gte=latest.number)
        of_them = from_now.filter(entry__in=entries).select_related("table", "round")
        for seat in of_them.order_by("round__number"):
            seats.setdefault(seat.entry_id, seat)
    places = {place.entry: place for place in standings_for(role, tournament).places}
    return [Whereabouts(entry, seats.get(entry.pk), places.get(entry.pk)) for entry in entries]
