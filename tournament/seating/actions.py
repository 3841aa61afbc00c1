"""Seats changed by hand."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.seating import LETTERS
from tournament.change import change
from tournament.models import Entry, Round, Seat, Tournament, User
from tournament.refused import Refused, conflict, refuse
from tournament.seams import above
from tournament.seating.queries import Spot, seating, spot_name
from tournament.seating.swap import swap, too_small
from tournament.stamps import Stamp
from tournament.verbs import Verb

SEATS_CHANGED = gettext_lazy(
    "Somebody changed these seats while the page was open. Look at them again and choose."
)


def swap_seats(
    tournament: Tournament,
    *,
    number: int,
    first: Spot,
    second: Spot,
    everywhere: bool,
    reason: str = "",
    by: User | None,
    stamp: Stamp | None = None,
) -> Round:
    """Exchanges two seats of round `number`; one of them may be empty.

    With `everywhere` the two players are also exchanged in the planned rounds after it. Raises Conflict where the
    page showed another player at one of the seats (by seat, such as "7C", the player's number). A published round
    needs a reason. Refused where a table has typed cards (a wrong seat found after play) or would be left with one or
    two players.
    """
    content = [number, first, second, everywhere, reason]
    with change(tournament, Verb.SEATS_SWAPPED, by=by, stamp=stamp, content=content) as act:
        rounds = seating(act.tournament)
        chosen = next(
            (round_seating for round_seating in rounds if round_seating.round.number == number), None
        )
        if chosen is None:
            raise not_planned(number)
        if len({first, second} & chosen.seats.keys()) < 2:
            raise conflict("changed-meanwhile", str(SEATS_CHANGED), "seat")
        first_number, second_number = (
            entry and entry.number for entry in (chosen.seats[first], chosen.seats[second])
        )
        old = {spot_name(first): first_number, spot_name(second): second_number}
        if act.repeated and act.answer == old:
            return chosen.round
        act.compare(old, str(SEATS_CHANGED), field="seat")
        if first_number is None and second_number is None:
            raise refuse("both-empty", _("Both seats are empty; there is nothing to swap."), "seat")
        changes = swap(rounds, number, first, second, everywhere=everywhere)
        if chosen.round.published_at is not None:
            tables = [first[0], second[0]]
            refuse_without_reason(reason)
            refuse_played(chosen.round, tables)
            for table in too_small(chosen.with_seats(changes[number]), tables):
                message = _("Table %d would be left with fewer than three players.")
                raise refuse("table-too-small", message % table, "seat")
            act.copy_first("before a change of published seats")
        for round_seating in rounds:
            if round_seating.round.number in changes:
                seat_entries(round_seating.round, changes[round_seating.round.number])
        seats_changed(chosen.round)
        act.answer = {spot_name(first): second_number, spot_name(second): first_number}
        act.record(
            about=chosen.round,
            old=old,
            new={**act.answer, "also later": everywhere},
            reason=reason,
            seats=True,
        )
    return chosen.round


def seat_entries(round_: Round, seats: Mapping[Spot, Entry | None]) -> None:
    """Seats entries at spots of a round (None empties one); each leaves its old seat in that round.

    Deletes before inserting: a person sits once in a round at any moment.
    """
    tables = {table.number: table for table in round_.tables.all()}
    entries = [entry for entry in seats.values() if entry is not None]
    for table, letter in seats:
        Seat.objects.filter(table=tables[table], letter=letter).delete()
    Seat.objects.filter(round=round_, entry__in=entries).delete()
    Seat.objects.bulk_create(
        Seat(round=round_, table=tables[table], letter=letter, entry=entry)
        for (table, letter), entry in seats.items()
        if entry is not None
    )


def seats_changed(round_: Round) -> None:
    """Called after every change of a round's seats: outdates prints of a published one.

    A table without players is no longer used, so its cards are not waited for.
    """
    with_cards = above.with_cards(round_.tables.all())
    round_.tables.filter(seats__isnull=True).exclude(pk__in=with_cards.values("pk")).delete()
    if round_.published_at is not None:
        round_.seating_version += 1
        round_.save(update_fields=["seating_version"])
    if round_.number == 1:
        follow_first_seats(round_)


def follow_first_seats(first_round: Round) -> None:
    """Sets every entry's letter and first table from its seat in round 1; empty without one."""
    sits = {
        seat.entry_id: (seat.letter, seat.table.number) for seat in first_round.seats.select_related("table")
    }
    entries = Entry.objects.filter(tournament=first_round.tournament_id)
    changed = [
        entry
        for entry in entries
        if (entry.start_letter, entry.start_table) != sits.get(entry.pk, ("", None))
    ]
    entries.filter(pk__in=[entry.pk for entry in changed]).update(start_letter="", start_table=None)
    for entry in changed:
        entry.start_letter, entry.start_table = sits.get(entry.pk, ("", None))
    Entry.objects.bulk_update(changed, ["start_letter", "start_table"])


def occupants(round_: Round) -> dict[Spot, Entry | None]:
    """Every seat of a round with its player."""
    seats: dict[Spot, Entry | None] = {
        (number, letter): None
        for number in round_.tables.values_list("number", flat=True)
        for letter in LETTERS
    }
    for seat in round_.seats.select_related("table", "entry__person"):
        seats[seat.table.number, seat.letter] = seat.entry
    return seats


def not_planned(number: int) -> Refused:
    return refuse("not-planned", _("Round %d has no seating yet. Draw first.") % number, "number")


def refuse_without_reason(reason: str) -> None:
    if not reason.strip():
        message = _("This round is published: write down why its seats change.")
        raise refuse("reason-needed", message, "reason")


def refuse_played(round_: Round, numbers: Sequence[int]) -> None:
    """Refuses changes of a table with typed cards, which belong to the players who sat there."""
    table = above.with_cards(round_.tables.filter(number__in=numbers)).order_by("number").first()
    if table is not None:
        message = _(
            "Cards of table %(table)d in %(round)s are typed already. "
            "If two players sat in each other’s seats, use “Wrong seat found after play”."
        )
        values = {"table": table.number, "round": round_.in_words}
        raise refuse("cards-typed", message % values, "seat")
