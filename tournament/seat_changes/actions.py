"""Changes during the day: no-show, walk-in in a seat, late arrival, withdrawal, substitute."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.change import change
from tournament.check_in.actions import check_in
from tournament.models import Entry, Tournament, User
from tournament.players.actions import fetch, move_up, withdraw
from tournament.seat_changes.planner import PlayerChange, SeatNumbers, propose
from tournament.seating.actions import put, refuse_without_reason, seats_changed
from tournament.seating.queries import seating, spot_name
from tournament.stamps import Stamp
from tournament.verbs import Verb

VERBS = {
    "withdraw": Verb.WITHDRAWN_FROM_SEATING,
    "replace": Verb.WALK_IN_SEATED,
    "late": Verb.LATE_SEATED,
    "substitute": Verb.SUBSTITUTE_SEATED,
}


def change_seats(
    tournament: Tournament, player_change: PlayerChange, *, reason: str, by: User, stamp: Stamp | None = None
) -> SeatNumbers:
    """Carries out a change in every round it touches, repairs included; returns who sits where it changed.

    Who sits down is moved up from the waiting list and checked in; who leaves for good is withdrawn; each on record
    by itself. Rounds that are published need a reason; the seats before the change are copied first, and prints are
    out of date afterwards. Raises Conflict where the change does something else by now than on the page.
    """
    about = (
        (player_change.entry,) if player_change.other is None else (player_change.other, player_change.entry)
    )
    content = [player_change.from_round, player_change.until_round, reason]
    verb = VERBS[player_change.kind]
    with change(tournament, verb, by=by, stamp=stamp, about=about, content=content) as act:
        if act.repeated and stands(act.tournament, act.answer):
            seats: SeatNumbers = act.answer
            return seats
        proposal = propose(act.tournament, as_stored(player_change))
        act.compare(
            {"before": proposal.before, "after": proposal.after},
            _("The seating changed while this page was open. Look at what the change does now."),
        )
        if proposal.touches_published:
            refuse_without_reason(reason)
            act.copy_first("before a change of published seats")
        until = player_change.until_round if player_change.kind == "substitute" else None
        if player_change.arriving is not None:
            check_in(move_up(player_change.arriving, by=by), by=by)
            Entry.objects.filter(pk=player_change.arriving.pk).update(plays_until=until)
        for changed in proposal.rounds:
            put(changed.round, {seat.spot: seat.new for seat in changed.seats})
            seats_changed(changed.round)
        act.answer = proposal.after
        act.record(
            subject(player_change),
            old=proposal.before,
            new={**proposal.after, **({"plays_until": until} if until else {})},
            reason=reason,
            seats=True,
        )
        if player_change.leaves:
            withdraw(player_change.entry, by=by, reason=reason, had_seats=True)
    return proposal.after


def as_stored(player_change: PlayerChange) -> PlayerChange:
    """The change with its players as they are inside the lock: another request may have seated them meanwhile."""
    return replace(
        player_change,
        entry=fetch(player_change.entry),
        other=player_change.other and fetch(player_change.other),
    )


def stands(tournament: Tournament, numbers: SeatNumbers) -> bool:
    """Whether the players with these numbers sit at these seats."""
    rounds = seating(tournament, [int(number) for number in numbers])
    now = {
        str(round_seating.round.number): {
            spot_name(spot): entry and entry.number for spot, entry in round_seating.seats.items()
        }
        for round_seating in rounds
    }
    return all(
        now.get(round_, {}).get(spot, "") == number
        for round_, seats in numbers.items()
        for spot, number in seats.items()
    )


def subject(player_change: PlayerChange) -> str:
    """English: it is stored, and the page says two players from their keys. One is named by the key itself."""
    if player_change.other is None:
        return ""
    return f"player {player_change.other.number} for player {player_change.entry.number}"
