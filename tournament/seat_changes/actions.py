"""Changes during the day: no-show, walk-in in a seat, late arrival, withdrawal, substitute."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament import backups
from tournament.check_in.actions import check_in
from tournament.journal import lock, record
from tournament.models import Entry, Tournament, User
from tournament.players.actions import fetch, move_up, withdraw
from tournament.refused import Conflict, refuse
from tournament.seat_changes.planner import Change, Proposal, RoundChange, propose
from tournament.seating.actions import put, refuse_without_reason, seats_changed

VERBS = {
    "withdraw": gettext_noop("withdraw from seating"),
    "replace": gettext_noop("walk-in takes seat"),
    "late": gettext_noop("late arrival seated"),
    "substitute": gettext_noop("substitute seated"),
}


@transaction.atomic
def change_seats(
    tournament: Tournament, change: Change, *, token: str | None = None, reason: str, by: User
) -> Proposal:
    """Carries out a change in every round it touches, repairs included, and withdraws who leaves for good.

    `token` is that of the proposal somebody looked at; where the seating has changed since it is a `Conflict`.
    Rounds that are published need a reason, and their prints are out of date afterwards. Who sits down is moved up
    from the waiting list and checked in by it.
    """
    tournament = lock(tournament)
    change = as_stored(change)
    proposal = propose(tournament, change)
    if token is not None and token != proposal.token:
        message = _("The seating changed while this page was open. Look at what the change does now.")
        raise Conflict(refuse("changed-meanwhile", message, "token").faults)
    if proposal.touches_published:
        refuse_without_reason(reason)
        backups.copy("before a change of published seats", tournament)
    until = change.until_round if change.kind == "substitute" else None
    if change.arriving is not None:
        bring_in(change.arriving, by)
        Entry.objects.filter(pk=change.arriving.pk).update(plays_until=until)
    for one in proposal.rounds:
        put(one.round, {(seat.table, seat.letter): seat.new for seat in one.seats})
        seats_changed(one.round)
    record(
        tournament,
        VERBS[change.kind],
        subject(change),
        by=by,
        old={str(one.round.number): spots(one, old=True) for one in proposal.rounds},
        new={
            **{str(one.round.number): spots(one, old=False) for one in proposal.rounds},
            **({"plays_until": until} if until else {}),
        },
        reason=reason,
    )
    if change.leaves:
        withdraw(change.entry, by=by, reason=reason, had_seats=True)
    return proposal


def as_stored(change: Change) -> Change:
    """The change with its players as they are inside the lock: another request may have seated them meanwhile."""
    return replace(change, entry=fetch(change.entry), other=change.other and fetch(change.other))


def bring_in(arriving: Entry, by: User) -> None:
    """Off the waiting list and checked in, each on record, as far as that was not done before."""
    check_in(move_up(arriving, by=by), by=by)


def subject(change: Change) -> str:
    if change.other is None:
        return f"player {change.entry.number}"
    return f"player {change.other.number} for player {change.entry.number}"


def spots(one: RoundChange, *, old: bool) -> dict[str, int | None]:
    """Seat to player number, for the journal."""
    found = {}
    for seat in one.seats:
        entry = seat.old if old else seat.new
        found[f"{seat.table}{seat.letter}"] = entry.number if entry else None
    return found
