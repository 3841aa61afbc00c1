"""Who has no seat in a round and which seats nobody sits at: what belongs together before a round is published."""

from dataclasses import dataclass

from django.db.models import Q

from tournament.models import Entry, Tournament
from tournament.seating.queries import RoundSeating, spot_name


@dataclass(frozen=True)
class Gaps:
    """Of one round: empty seats, such as "5D", at tables that play, and the people who are not where a seat is.

    `waiting` for a place in the tournament, the longest first; here `without_seat`; seated and `not_here`; and
    `missing`, who are neither here nor seated.
    """

    empty: list[str]
    waiting: list[Entry]
    without_seat: list[Entry]
    not_here: list[Entry]
    missing: list[Entry]


def gaps(tournament: Tournament, round_seating: RoundSeating) -> Gaps:
    """The gaps of a round. One query."""
    seated = {entry.pk for entry in round_seating.seats.values() if entry}
    empty = [
        spot_name((table.number, letter))
        for table in round_seating.tables
        for letter, entry in table.seats
        if entry is None and table.entries
    ]
    registered = Q(state=Entry.State.REGISTERED)
    checked_in = Q(checked_in_at__isnull=False)
    left_early = checked_in & Q(plays_until__lt=round_seating.round.number)
    people = list(
        tournament.entries.filter(
            Q(state=Entry.State.WAITING) | (registered & ~(checked_in & Q(pk__in=seated)))
        )
        .exclude(left_early)
        .with_people()
        .order_by("registered_at", "pk")
    )
    playing = [entry for entry in people if entry.state == Entry.State.REGISTERED]
    return Gaps(
        empty=empty,
        waiting=[entry for entry in people if entry.state == Entry.State.WAITING],
        without_seat=[entry for entry in playing if entry.checked_in_at],
        not_here=[entry for entry in playing if not entry.checked_in_at and entry.pk in seated],
        missing=[entry for entry in playing if not entry.checked_in_at and entry.pk not in seated],
    )
