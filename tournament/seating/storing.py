"""Seats and rounds as they are stored, and what may not change in them."""

from collections.abc import Iterable, Mapping

import msgspec
from django.utils.translation import gettext as _

from club.models import Movement
from record.change import Change
from record.refused import refuse
from rules.seating import LETTERS
from rules.seating import Round as PlannedRound
from tournament.models import Entry, Round, Seat, SittingOut, Table, Tournament
from tournament.seams import above
from tournament.seating.proposal import NewPlan, SeatingProposal
from tournament.seating.queries import Spot


def carry_out(proposal: SeatingProposal) -> None:
    """Seats everybody as proposed in rounds that are stored, and opens the tables that these did not have. Outdates
    the prints of a published one.
    """
    for changed in proposal.rounds:
        round_ = changed.round
        there = set(round_.tables.values_list("number", flat=True))
        needed = {seat.table for seat in changed.seats}
        Table.objects.bulk_create(Table(round=round_, number=number) for number in sorted(needed - there))
        seat_entries(round_, {seat.spot: seat.new for seat in changed.seats})
        # A table without players is no longer used, so its cards are not waited for.
        played = above.played(round_.tables.all())
        round_.tables.filter(seats__isnull=True).exclude(pk__in=played.values("pk")).delete()
        if round_.published_at is not None:
            round_.seating_version += 1
            round_.save(update_fields=["seating_version"])
        if round_.number == 1:
            follow_first_seats(round_)


def seat_entries(round_: Round, seats: Mapping[Spot, Entry | None]) -> None:
    """Seats entries at spots of a round (None empties one); each leaves its old seat in that round, and a substitute
    stays one.

    Deletes before inserting: a person sits once in a round at any moment.
    """
    substitutes = round_.seats.exclude(substitute_for=None)
    play_for = dict(substitutes.values_list("entry", "substitute_for"))
    tables = {table.number: table for table in round_.tables.all()}
    entries = [entry for entry in seats.values() if entry is not None]
    for table, letter in seats:
        Seat.objects.filter(table=tables[table], letter=letter).delete()
    Seat.objects.filter(round=round_, entry__in=entries).delete()
    SittingOut.objects.filter(round=round_, entry__in=entries).delete()
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            table=tables[table],
            letter=letter,
            entry=entry,
            substitute_for_id=play_for.get(entry.pk),
        )
        for (table, letter), entry in seats.items()
        if entry is not None
    )


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
    seats: dict[Spot, Entry | None] = {
        (number, letter): None
        for number in round_.tables.values_list("number", flat=True)
        for letter in LETTERS
    }
    for seat in round_.seats.select_related("table", "entry__person"):
        seats[seat.table.number, seat.letter] = seat.entry
    return seats


def refuse_without_reason(reason: str, message: str = "") -> None:
    if not reason.strip():
        message = message or _("This round is published: write down why its seats change.")
        raise refuse("reason-needed", message, "reason")


def replace_rounds(proposal: NewPlan) -> list[Round]:
    """Puts the rounds of the plan in the place of those planned before; published ones are never among them.

    Everybody it seats plays on: earlier limits of substitutes belonged to the old plan.
    """
    tournament, plan = proposal.tournament, proposal.plan
    tournament.rounds.planned().filter(number__gte=proposal.from_round).delete()
    rounds = Round.objects.bulk_create(
        Round(
            tournament=tournament,
            number=new.number,
            minutes=tournament.minutes,
            movement=Movement.RANKED if proposal.movement == Movement.RANKED else Movement(plan.movement),
            steps=dict(zip(LETTERS, new.steps, strict=True)) if new.steps else None,
            plan_reason=msgspec.to_builtins(plan.reason),
        )
        for new in proposal.rounds
    )
    seat_rounds(zip(rounds, plan.rounds, strict=True), proposal.entries)
    players = [entry.pk for entry in proposal.entries.values()]
    tournament.entries.filter(pk__in=players).exclude(plays_until=None).update(plays_until=None)
    if rounds[0].number == 1:
        follow_first_seats(rounds[0])
    return rounds


def seat_rounds(pairs: Iterable[tuple[Round, PlannedRound]], entries: Mapping[str, Entry]) -> None:
    pairs = list(pairs)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=seats.table) for round_, planned in pairs for seats in planned
    )
    at = {(table.round_id, table.number): table for table in tables}
    Seat.objects.bulk_create(
        Seat(round=round_, table=at[round_.pk, seats.table], letter=letter, entry=entries[name])
        for round_, planned in pairs
        for seats in planned
        for letter, name in seats.seats()
        if name is not None
    )


def compare_seats(act: Change[Tournament]) -> None:
    message = _("The seating changed while this page was open. Look at it first.")
    act.compare({"seats_revision": act.where.seats_revision}, message)
