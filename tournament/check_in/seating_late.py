"""A seat for somebody who came after the draw, where it disturbs least."""

from django.db import transaction
from django.utils.translation import gettext as _

from club.models import User
from record.refused import Refused, refuse
from record.stamps import Stamp
from tournament.check_in.actions import check_in
from tournament.models import Entry, Tournament
from tournament.players.actions import NewPlayer, register
from tournament.seating.change_seats import change_seats
from tournament.seating.changed_rounds import last_begun_round
from tournament.seating.gaps import Gaps, gaps
from tournament.seating.player_change import PlayerChange
from tournament.seating.queries import seating


@transaction.atomic
def enter_walk_in(
    tournament: Tournament, player: NewPlayer, *, seat: bool, by: User, stamp: Stamp
) -> tuple[Entry, Refused | None]:
    """Enters somebody who is here, with a `seat`. Also returns why there was none: they are here all the same.

    One transaction: of what fails nothing is left.
    """
    entry = register(tournament, player, by=by, stamp=stamp)
    is_new = entry.checked_in_at and not entry.seats.exists()  # else the same form once more
    return entry, seat_or_say_why(tournament, entry, by=by) if seat and is_new else None


@transaction.atomic
def admit_late(
    tournament: Tournament, entry: Entry, *, seat: bool, by: User, stamp: Stamp
) -> tuple[Entry, Refused | None]:
    """Checks in somebody who is on the list, with a `seat` where they have none in the rounds to come.

    Also returns why there was none: they are here all the same. Who waits for a place has one only with a seat;
    without one nothing changes. A second time changes nothing.
    """
    if seat and entry.state == Entry.State.WAITING:
        seat_late(tournament, entry, by=by)
        return entry, None
    entry = check_in(entry, by=by, stamp=stamp)
    has_seat = entry.seats.filter(round__number__gt=last_begun_round(tournament)).exists()
    return entry, seat_or_say_why(tournament, entry, by=by) if seat and not has_seat else None


def seat_or_say_why(tournament: Tournament, entry: Entry, *, by: User, only: int = 0) -> Refused | None:
    """`only`: in this round alone."""
    try:
        with transaction.atomic():
            seat_late(tournament, entry, by=by, only=only)
    except Refused as refused:
        return refused
    return None


def seat_late(tournament: Tournament, entry: Entry, *, by: User, only: int = 0) -> None:
    """Gives the entry the best empty seat of each round that has not begun and that their part of the event has.

    Nobody else moves. Raises Refused where no such round is left or one has no empty seat; then nothing changes.
    """
    first, last = last_begun_round(tournament) + 1, tournament.rounds.count()
    if entry.category is not None and entry.category.last_round is not None:
        last = min(last, entry.category.last_round)
    if first > last:
        message = _("%(name)s has no seat: every round they could play has started.")
        raise refuse("no-round-left", message % {"name": entry.name})
    change = PlayerChange("late", entry, None, only or first, only or last)
    change_seats(tournament, change, reason=_("Came after the draw."), by=by)


def gaps_to_come(tournament: Tournament) -> Gaps | None:
    """The gaps of the first round that somebody late can still play; None where there is none."""
    if tournament.drawn_at is None or tournament.finished_at is not None:
        return None
    rounds = seating(tournament, [last_begun_round(tournament) + 1])
    return gaps(tournament, rounds[0]) if rounds else None
