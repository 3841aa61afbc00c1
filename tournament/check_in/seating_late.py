"""A seat for somebody who came after the draw, where it disturbs least."""

from django.utils.translation import gettext as _

from club.models import User
from record.refused import refuse
from tournament.models import Entry, Tournament
from tournament.seating.change_seats import change_seats
from tournament.seating.changed_rounds import last_begun_round
from tournament.seating.player_change import PlayerChange


def seat_late(tournament: Tournament, entry: Entry, *, by: User) -> None:
    """Gives the entry the best empty seat of each round that has not begun and that their part of the event has.

    Nobody else moves. Raises Refused where no such round is left or one has no empty seat; then nothing changes.
    """
    first, last = last_begun_round(tournament) + 1, tournament.rounds.count()
    if entry.category is not None and entry.category.last_round is not None:
        last = min(last, entry.category.last_round)
    if first > last:
        message = _("%(name)s has no seat: every round they could play has begun.")
        raise refuse("no-round-left", message % {"name": entry.name})
    change = PlayerChange("late", entry, None, first, last)
    change_seats(tournament, change, reason=_("Came after the draw."), by=by)
