from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.bars.queries import bar_refusals
from club.models import User
from record.change import Change, change
from record.refused import all_at_once
from record.stamps import Stamp
from record.verbs import Verb
from rules.limits import MOST_ROUNDS
from tournament.models import Entry, Seat, Tournament
from tournament.players.actions import fetch
from tournament.seating.changed_rounds import propose
from tournament.seating.player_change import PlayerChange, arriving
from tournament.seating.proposal import SeatNumbers
from tournament.seating.queries import seating, spot_name
from tournament.seating.storing import carry_out, refuse_without_reason

VERBS = {
    "withdraw": Verb.WITHDRAWN_FROM_SEATING,
    "replace": Verb.WALK_IN_SEATED,
    "late": Verb.LATE_SEATED,
    "substitute": Verb.SUBSTITUTE_SEATED,
}


def change_seats(
    tournament: Tournament,
    *changes: PlayerChange,
    reason: str,
    by: User,
    stamp: Stamp | None = None,
) -> SeatNumbers:
    """Makes changes in every round they affect, repairs included; returns the changed seats.

    Who sits down is moved up from the waiting list and checked in; who leaves for good is withdrawn, unless their part
    of the event is over by then. Published rounds need a reason; the database is copied first, and prints
    are out of date afterwards. Raises Conflict where the effect is no longer that of the page.
    """
    content = [
        [
            [change.kind, change.from_round, change.until_round, *map(key_of, change.people)]
            for change in changes
        ],
        reason,
    ]
    alone = changes[0] if len(changes) == 1 else None
    verb, about = (VERBS[alone.kind], alone.people) if alone else (Verb.PEOPLE_MOVED, ())
    with change(tournament, verb, by=by, stamp=stamp, about=about, content=content) as act:
        if act.repeated and stands(act.where, act.answer):
            seats: SeatNumbers = act.answer
            return seats
        changes = tuple(map(as_stored, changes))
        proposal = propose(act.where, *changes)
        act.compare(
            {"proposal": proposal.digest},
            _("The seating changed while this page was open. Look at what the change does now."),
        )
        if proposal.touches_published:
            refuse_without_reason(reason)
            act.copy_first("before a change of published seats")
        people = take_part(act, changes)
        carry_out(proposal)
        for player_change in changes:
            if player_change.kind == "substitute":
                seats_taken(player_change).update(substitute_for=player_change.entry)
        act.answer = proposal.after
        act.record(
            subject(changes),
            old=proposal.before,
            new={**proposal.after, **people},
            reason=reason,
            seats=True,
        )
    return proposal.after


def key_of(entry: Entry) -> int:
    return entry.pk


def take_part(act: Change[Tournament], changes: Sequence[PlayerChange]) -> dict[str, object]:
    """Checks in those who come and withdraws those who leave for good; returns whom, by number, for the journal."""
    coming, entries = arriving(changes), Entry.objects.filter(tournament=act.where)
    if refusals := [refusal for entry in coming for refusal in bar_refusals(entry.person, "player")]:
        raise all_at_once(refusals)
    new = [entry for entry in coming if entry.checked_in_at is None]
    entries.filter(pk__in=map(key_of, new)).update(state=Entry.State.REGISTERED, checked_in_at=act.at)
    until = {change.arriving: change.until_round for change in changes if change.kind == "substitute"}
    for entry in coming:
        entries.filter(pk=entry.pk).update(plays_until=until.get(entry))
    over = set(entries.over_by(changes[0].from_round).values_list("pk", flat=True))
    leavers = [change.entry for change in changes if change.leaves and change.entry.pk not in over]
    entries.filter(pk__in=map(key_of, leavers)).update(state=Entry.State.WITHDRAWN, checked_in_at=None)
    outcome: dict[str, object] = {
        "moved_up": numbers(entry for entry in new if entry.state == Entry.State.WAITING),
        "checked_in": numbers(new),
        "withdrawn": numbers(leavers),
        "plays_until": max(filter(None, until.values()), default=None),
    }
    return {name: value for name, value in outcome.items() if value}


def seats_taken(player_change: PlayerChange) -> QuerySet[Seat]:
    """The seats of whoever comes, in the rounds that the change is about."""
    last = player_change.until_round or MOST_ROUNDS
    rounds = {"round__number__range": (player_change.from_round, last)}
    return Seat.objects.filter(entry=player_change.arriving, **rounds)


def numbers(entries: Iterable[Entry]) -> list[int]:
    return sorted(entry.number for entry in entries)


def as_stored(player_change: PlayerChange) -> PlayerChange:
    """The change with its players as they are under the lock, since a request in between may have seated them."""
    return replace(
        player_change,
        entry=fetch(player_change.entry),
        other=player_change.other and fetch(player_change.other),
    )


def stands(tournament: Tournament, numbers: SeatNumbers) -> bool:
    rounds = seating(tournament, [int(number) for number in numbers])
    now = {
        str(round_seating.round.number): {
            spot_name(spot): entry and entry.number for spot, entry in round_seating.seats.items()
        }
        for round_seating in rounds
    }
    return all(
        now.get(round_, {}).get(spot) == number
        for round_, seats in numbers.items()
        for spot, number in seats.items()
    )


def subject(changes: Sequence[PlayerChange]) -> str:
    """Several players by their numbers. One or two are named by the entry's keys; of two the words are in English."""
    if len(changes) > 1:
        return ", ".join(map(str, numbers(entry for change in changes for entry in change.people)))
    if changes[0].other is None:
        return ""
    return f"player {changes[0].other.number} for player {changes[0].entry.number}"
