from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import User
from record.change import change
from record.refused import conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Round, Tournament
from tournament.seams import above
from tournament.seating.proposal import RoundChange, SeatingProposal
from tournament.seating.queries import (
    FEWEST_AT_TABLE,
    RoundSeating,
    Spot,
    as_plan,
    name_of,
    seating,
    spot_name,
)
from tournament.seating.storing import carry_out, refuse_without_reason

SEATS_CHANGED = gettext_lazy(
    "Somebody changed these seats while the page was open. Look at them again and choose."
)


@dataclass(frozen=True)
class Swap:
    """Two seats of round `number` to exchange; one of them may be empty.

    With `everywhere` the two players also exchange seats in the planned rounds after it; published ones stay.
    """

    number: int
    first: Spot
    second: Spot
    everywhere: bool = False


def propose_swap(tournament: Tournament, rounds: Sequence[RoundSeating], swap: Swap) -> SeatingProposal:
    changes: list[RoundChange] = []
    here = next(stored for stored in rounds if stored.round.number == swap.number)
    players = here.seats[swap.first], here.seats[swap.second]
    for stored in rounds:
        spots = [swap.first, swap.second] if stored is here else []
        is_later = stored.round.number > swap.number and stored.round.published_at is None
        if swap.everywhere and is_later and None not in players:
            spots = [seat.spot for player in players if player and (seat := stored.seat_of(player))]
        if len(spots) == 2:
            (first, second), seats = spots, stored.seats
            (planned,) = as_plan([stored.with_seats({first: seats[second], second: seats[first]})])
            entries = {name_of(entry): entry for entry in seats.values() if entry}
            changes.append(
                RoundChange(number=stored.round.number, stored=stored, planned=planned, entries=entries)
            )
    return SeatingProposal(tournament=tournament, stored=rounds, rounds=tuple(changes))


def swap_seats(
    tournament: Tournament,
    swap: Swap,
    *,
    reason: str = "",
    by: User | None,
    stamp: Stamp | None = None,
) -> Round:
    """Raises Conflict where the page showed another player at one of the seats (by seat, such as "7C", the player's
    number). A published round needs a reason. Refused where a table has typed cards (a wrong seat found after play)
    or would be left with one or two players.
    """
    content, spots = [astuple(swap), reason], (swap.first, swap.second)
    with change(tournament, Verb.SEATS_SWAPPED, by=by, stamp=stamp, content=content) as act:
        rounds = seating(act.where)
        chosen = next((stored for stored in rounds if stored.round.number == swap.number), None)
        if chosen is None:
            message = _("Round %d has no seating yet. Draw first.") % swap.number
            raise refuse("not-planned", message, "number")
        if len({*spots} & chosen.seats.keys()) < 2:
            raise conflict("changed-meanwhile", str(SEATS_CHANGED), "seat")
        old = {spot_name(spot): (entry := chosen.seats[spot]) and entry.number for spot in spots}
        if act.repeated and act.answer == old:
            return chosen.round
        act.compare(old, str(SEATS_CHANGED), field="seat")
        if not any(old.values()):
            raise refuse("both-empty", _("Both seats are empty; there is nothing to swap."), "seat")
        proposal = propose_swap(act.where, rounds, swap)
        if chosen.round.published_at is not None:
            refuse_without_reason(reason)
            tables = chosen.round.tables.filter(number__in=[table for table, _letter in spots])
            if played := above.with_cards(tables).order_by("number").first():
                message = _(
                    "Cards of table %(table)d in %(round)s are typed already. "
                    "If two players sat in each other’s seats, use “Wrong seat found after play”."
                )
                values = {"table": played.number, "round": chosen.round.in_words}
                raise refuse("cards-typed", message % values, "seat")
            sizes = Counter(table for table, _letter in proposal.rounds[0].new)
            for table, _letter in spots:
                if 0 < sizes[table] < FEWEST_AT_TABLE:
                    message = _("Table %d would be left with fewer than three players.")
                    raise refuse("table-too-small", message % table, "seat")
            act.copy_first("before a change of published seats")
        carry_out(proposal)
        act.answer = dict(zip(old, reversed(old.values()), strict=True))
        act.record(
            about=chosen.round,
            old=old,
            new={**act.answer, "also later": swap.everywhere},
            reason=reason,
            seats=True,
        )
    return chosen.round
