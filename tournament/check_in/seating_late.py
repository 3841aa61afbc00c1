"""A seat for somebody who came after the draw, where it disturbs least."""

from django.db import transaction
from django.utils.translation import gettext as _

from club.models import User
from record.refused import Refused, refuse
from record.stamps import Stamp
from tournament.models import Entry, Tournament
from tournament.players.actions import NewPlayer, register
from tournament.seating.change_seats import change_seats
from tournament.seating.changed_rounds import last_begun_round
from tournament.seating.player_change import PlayerChange


@transaction.atomic
def enter_walk_in(
    tournament: Tournament, player: NewPlayer, *, seat: bool, by: User, stamp: Stamp
) -> tuple[Entry, Refused | None]:
    """Enters somebody who is here, with a `seat`. Also returns why there was none: they are here all the same.

    One transaction: of what fails nothing is left.
    """
    entry = register(tournament, player, by=by, stamp=stamp)
    try:
        if seat and entry.checked_in_at and not entry.seats.exists():  # else the same form once more
            seat_late(tournament, entry, by=by)
    except Refused as refused:
        return entry, refused
    return entry, None


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
