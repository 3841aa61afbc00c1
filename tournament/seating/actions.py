"""Seats changed by hand, and the wishes a draw has to meet."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.seating import LETTERS
from tournament import backups
from tournament.journal import lock, record
from tournament.models import Entry, KeepApart, Round, Seat, Tournament, User
from tournament.refused import Conflict, refuse
from tournament.seams import above
from tournament.seen import refuse_overtaken

FEWEST_AT_TABLE = 3

Spot = tuple[int, str]
"""A seat of a round: table number and letter."""


@transaction.atomic
def swap_seats(
    tournament: Tournament,
    *,
    number: int,
    first: Spot,
    second: Spot,
    shown: tuple[int | None, int | None],
    everywhere: bool,
    reason: str = "",
    by: User | None,
    as_of: str | None = None,
) -> Round:
    """Two seats of round `number` change places; one of them may be empty.

    `shown` has the player numbers the page showed there (None: empty); where somebody else sits there now it is a
    `Conflict`. With `everywhere` the two players also change places in the planned rounds after it. A published
    round needs a reason, none of the two tables may have cards typed (that is a wrong seat found after play) and none
    may be left with one or two players.
    """
    tournament = lock(tournament)
    round_ = round_of(tournament, number)
    old = {spot: entry for spot, entry in occupants(round_).items() if spot in (first, second)}
    now = tuple(entry.number if entry else None for entry in (old.get(first), old.get(second)))
    if len(old) < 2 or now != shown:
        message = _("Somebody changed these seats while the page was open. Look at them again and choose.")
        raise Conflict(refuse("changed-meanwhile", message, "seat").faults)
    if now == (None, None):
        raise refuse("both-empty", _("Both seats are empty; there is nothing to swap."), "seat")
    subject, told = f"round {number}", {spot_name(first): now[0], spot_name(second): now[1]}
    refuse_overtaken(tournament, as_of, by=by, verb="swap seats", subject=subject, old=told)
    if round_.published_at is not None:
        refuse_without_reason(reason)
        refuse_played(round_, [first[0], second[0]])
        refuse_table_of_two(round_, first, second)
        backups.copy("before a change of published seats", tournament)
    put(round_, {first: old[second], second: old[first]})
    one, other = old[first], old[second]
    if everywhere and one and other:
        swap_later(tournament, number, one, other)
    seats_changed(round_)
    record(
        tournament,
        gettext_noop("swap seats"),
        subject,
        by=by,
        old=told,
        new={spot_name(first): now[1], spot_name(second): now[0], "also later": everywhere},
        reason=reason,
    )
    return round_


def swap_later(tournament: Tournament, number: int, one: Entry, other: Entry) -> None:
    """Two players take over each other's seats in the planned rounds after `number`."""
    later = tournament.rounds.filter(number__gt=number, published_at__isnull=True)
    for round_ in later:
        at = {entry.pk: spot for spot, entry in occupants(round_).items() if entry}
        if one.pk in at and other.pk in at:
            put(round_, {at[one.pk]: other, at[other.pk]: one})


def put(round_: Round, places: Mapping[Spot, Entry | None]) -> None:
    """Seats entries at spots of a round (None empties one); each leaves the seat it had in that round.

    Deleted first and written anew: a person sits once in a round, in the middle of a change too.
    """
    tables = {table.number: table for table in round_.tables.all()}
    entries = [entry for entry in places.values() if entry is not None]
    for table, letter in places:
        Seat.objects.filter(table=tables[table], letter=letter).delete()
    Seat.objects.filter(round=round_, entry__in=entries).delete()
    Seat.objects.bulk_create(
        Seat(round=round_, table=tables[table], letter=letter, entry=entry)
        for (table, letter), entry in places.items()
        if entry is not None
    )


def seats_changed(round_: Round) -> None:
    """After every change of a round's seats: prints of a published one are out of date from here on.

    A table that nobody sits at any more is not used, so nobody waits for its cards.
    """
    with_cards = above.with_cards(round_.tables.all())
    round_.tables.filter(seats__isnull=True).exclude(pk__in=with_cards.values("pk")).delete()
    if round_.published_at is not None:
        round_.seating_version += 1
        round_.save(update_fields=["seating_version"])
    if round_.number == 1:
        follow_first_seats(round_)


def follow_first_seats(first_round: Round) -> None:
    """Letter and first table are where somebody sits in round 1, by name as long as they sit there."""
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
    """Every seat of a round with who sits there."""
    found: dict[Spot, Entry | None] = {
        (number, letter): None
        for number in round_.tables.values_list("number", flat=True)
        for letter in LETTERS
    }
    for seat in round_.seats.select_related("table", "entry__person"):
        found[seat.table.number, seat.letter] = seat.entry
    return found


def spot_name(spot: Spot) -> str:
    return f"{spot[0]}{spot[1]}"


def round_of(tournament: Tournament, number: int) -> Round:
    """A drawn round by its number."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise refuse("not-planned", _("Round %d has no seating yet. Draw first.") % number, "number")
    return round_


def refuse_without_reason(reason: str) -> None:
    if not reason.strip():
        message = _("This round is published: write down why its seats change.")
        raise refuse("reason-needed", message, "reason")


def refuse_table_of_two(round_: Round, first: Spot, second: Spot) -> None:
    """Refuses a swap after which a table has one or two players: in a published round nothing catches it later."""
    after = occupants(round_)
    after[first], after[second] = after[second], after[first]
    for number in (first[0], second[0]):
        left = sum(1 for (table, _letter), entry in after.items() if table == number and entry)
        if 0 < left < FEWEST_AT_TABLE:
            message = _("Table %d would be left with fewer than three players.")
            raise refuse("table-too-small", message % number, "seat")


def refuse_played(round_: Round, numbers: Sequence[int]) -> None:
    """Refuses to change a table whose cards were typed: what they say belongs to who sat there."""
    table = above.with_cards(round_.tables.filter(number__in=numbers)).order_by("number").first()
    if table is not None:
        message = _(
            "Cards of table %(table)d in round %(round)d are typed already. "
            "If two players sat in each other’s seats, use “Wrong seat found after play”."
        )
        facts = {"table": table.number, "round": round_.number}
        raise refuse("cards-typed", message % facts, "seat")


@transaction.atomic
def keep_apart(
    tournament: Tournament,
    *,
    first: Entry,
    second: Entry,
    rounds: int | None = None,
    by: User | None,
    as_of: str | None = None,
) -> KeepApart:
    """Two players must not sit together in the first `rounds` rounds (None: in any). Asked again, it changes."""
    tournament = lock(tournament)
    refuse_other_tournament(tournament, first, second)
    if first.pk == second.pk:
        raise refuse("same-player", _("Choose two different players."), "second")
    low, high = sorted((first, second), key=lambda entry: entry.pk)
    pair = KeepApart.objects.filter(first=low, second=high).first()
    if pair is not None and pair.rounds == rounds:
        return pair
    subject, new = f"players {first.number} and {second.number}", {"rounds": rounds}
    refuse_overtaken(tournament, as_of, by=by, verb="keep apart", subject=subject, new=new)
    old = {"rounds": pair.rounds} if pair else None
    pair = pair or KeepApart(tournament=tournament, first=low, second=high)
    pair.rounds = rounds
    pair.save()
    record(tournament, gettext_noop("keep apart"), subject, by=by, old=old, new=new)
    return pair


@transaction.atomic
def keep_apart_no_more(tournament: Tournament, *, pair: int, by: User | None) -> None:
    """Takes a pair to keep apart back; one that is gone already changes nothing."""
    tournament = lock(tournament)
    wish = KeepApart.objects.filter(tournament=tournament, pk=pair).select_related("first", "second").first()
    if wish is None:
        return
    old = {"rounds": wish.rounds}
    subject = f"players {wish.first.number} and {wish.second.number}"
    wish.delete()
    record(tournament, gettext_noop("keep apart no more"), subject, by=by, old=old)


@transaction.atomic
def fix_table(
    tournament: Tournament, *, entry: Entry, table: int | None, by: User | None, as_of: str | None = None
) -> Entry:
    """The player stays at `table` for the whole event from the next draw on; None: moves like everybody."""
    tournament = lock(tournament)
    refuse_other_tournament(tournament, entry)
    entry.refresh_from_db()
    if entry.fixed_table == table:
        return entry
    subject, old, new = f"player {entry.number}", {"table": entry.fixed_table}, {"table": table}
    refuse_overtaken(tournament, as_of, by=by, verb="fix table", subject=subject, new=new)
    entry.fixed_table = table
    entry.save(update_fields=["fixed_table"])
    record(tournament, gettext_noop("fix table"), subject, by=by, old=old, new=new)
    return entry


def refuse_other_tournament(tournament: Tournament, *entries: Entry) -> None:
    if any(entry.tournament_id != tournament.pk for entry in entries):
        raise refuse("no-such-player", _("There is no such player in this tournament."))


@transaction.atomic
def choose_movement(
    tournament: Tournament,
    *,
    movement: str,
    rounds: int,
    steps: Mapping[str, int],
    by: User | None,
    as_of: str | None = None,
) -> Tournament:
    """Keeps a movement for the draw to come; after the draw the seating stands and this is refused."""
    tournament = lock(tournament)
    if tournament.drawn_at is not None:
        raise refuse("drawn", _("The draw is made. Draw again to change the movement."), "movement")
    new = {"movement": movement, "rounds": rounds, "steps": dict(steps)}
    old = {"movement": tournament.movement, "rounds": tournament.rounds_planned, "steps": tournament.steps}
    if new != old:
        refuse_overtaken(tournament, as_of, by=by, verb="choose movement", new=new)
        tournament.movement, tournament.rounds_planned, tournament.steps = movement, rounds, dict(steps)
        tournament.save(update_fields=["movement", "rounds_planned", "steps"])
        record(tournament, gettext_noop("choose movement"), "seating", by=by, old=old, new=new)
    return tournament
