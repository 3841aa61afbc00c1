"""The draw: a letter and a first table for everybody checked in, and from it the seating of every round."""

import itertools
import secrets
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.game import Refusal
from rules.seating import Plan, Steps
from rules.seating import Round as PlannedRound
from tournament import backups
from tournament.draw.plans import plan_for
from tournament.journal import lock, record
from tournament.models import Entry, Movement, Round, Seat, Table, Tournament, User
from tournament.refused import Conflict, Refused, refuse
from tournament.seating.queries import apart_arguments, drawable, name_of, wishes_apart, wishes_fixed
from tournament.words import fault_in_words, in_words


def choice_token(tournament: Tournament) -> str:
    """Names the draw that a page was made for; empty before the first."""
    return tournament.drawn_at.isoformat() if tournament.drawn_at else ""


@transaction.atomic
def draw(
    tournament: Tournament,
    *,
    by: User | None,
    movement: Movement | None = None,
    rounds: int | None = None,
    steps: Steps | None = None,
    seed: int | None = None,
    expected: str | None = None,
) -> Tournament:
    """Seats everybody who is registered and checked in, for every planned round (by standing: for round 1).

    Without `movement`, `rounds` and `steps` what the tournament has is drawn; without `seed` one is made up and
    recorded. The same players and seed give the same draw. `expected` is the `choice_token` of the page asked
    from: another draw since then is a `Conflict`. Possible again until the first round is published.
    """
    tournament = lock(tournament)
    refuse_late_draw(tournament, expected)
    chosen = Movement(movement or tournament.movement)
    own = steps or (Steps(**tournament.steps) if chosen == Movement.CUSTOM and tournament.steps else None)
    count = rounds or tournament.rounds_planned
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    by_name = {name_of(entry): entry for entry in drawable(tournament)}
    plan = plan_for(
        tuple(by_name),
        1 if chosen == Movement.RANKED else count,
        chosen,
        own,
        seed,
        fixed=[wish for wish in wishes_fixed(tournament) if wish.player in by_name],
        **apart_arguments(wishes_apart(tournament)),
    )
    if isinstance(plan, Refusal):
        raise Refused(map(fault_in_words, plan.errors))
    old = facts(tournament)
    if tournament.drawn_at is not None:
        backups.copy("before drawing again", tournament)
    clear(tournament)
    store(tournament, plan, by_name, movement=chosen)
    first_seats(tournament, plan.rounds[0], by_name)
    tournament.movement, tournament.rounds_planned = chosen, count
    tournament.steps = dict(zip("ABCD", own, strict=True)) if own else {}
    tournament.seed, tournament.drawn_at = seed, timezone.now()
    tournament.save(update_fields=["movement", "rounds_planned", "steps", "seed", "drawn_at"])
    new = {
        **facts(tournament),
        "made": plan.movement,
        "tables": plan.tables,
        "reason": in_words(plan.reason) if plan.reason else None,
        "seats": {entry.key: entry.number for entry in by_name.values()},
    }
    record(
        tournament,
        gettext_noop("draw") if old["seed"] is None else gettext_noop("draw again"),
        "seating",
        by=by,
        old=old,
        new=new,
    )
    return tournament


def refuse_late_draw(tournament: Tournament, expected: str | None) -> None:
    """Refuses what a published round or somebody else's draw has overtaken."""
    if expected is not None and expected != choice_token(tournament):
        message = _("Somebody drew while this page was open. Look at the draw before you draw again.")
        raise Conflict(refuse("drawn-meanwhile", message, "expected").faults)
    if tournament.rounds.filter(published_at__isnull=False).exists():
        message = _("A round is published, so the draw stands. Change seats on the page for changes instead.")
        raise refuse("already-published", message)


def facts(tournament: Tournament) -> dict[str, object]:
    """What the journal says of a draw."""
    return {
        "movement": tournament.movement,
        "steps": tournament.steps,
        "rounds": tournament.rounds_planned,
        "seed": tournament.seed,
        "drawn_at": tournament.drawn_at,
    }


def clear(tournament: Tournament, *, from_round: int = 1) -> None:
    """Takes back planned rounds; a published one is never among them."""
    planned = tournament.rounds.filter(published_at__isnull=True, number__gte=from_round)
    planned.delete()


def store(
    tournament: Tournament,
    plan: Plan,
    entries: Mapping[str, Entry],
    *,
    movement: Movement,
    first_number: int = 1,
) -> list[Round]:
    """Writes the rounds of a plan with their tables and seats; `entries` has the entry behind each name.

    Whoever it seats plays on: what a substitute was asked for belonged to the plan before.
    """
    # One step per gap; one more where the plan goes on from rounds already played.
    ahead = len(plan.rounds) - len(plan.steps)
    steps: list[Steps | None] = [*itertools.repeat(None, ahead), *plan.steps]
    made = movement if movement == Movement.RANKED else Movement(plan.movement)
    rounds = Round.objects.bulk_create(
        Round(
            tournament=tournament,
            number=number,
            minutes=tournament.minutes,
            movement=made,
            steps=dict(zip("ABCD", step, strict=True)) if step else None,
        )
        for number, step in enumerate(steps, first_number)
    )
    seat_rounds(zip(rounds, plan.rounds, strict=True), entries)
    seated = [entry.pk for entry in entries.values()]
    tournament.entries.filter(pk__in=seated).exclude(plays_until=None).update(plays_until=None)
    return rounds


def seat_rounds(pairs: Iterable[tuple[Round, PlannedRound]], entries: Mapping[str, Entry]) -> None:
    """Writes tables and seats of rounds that have none yet."""
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


def first_seats(tournament: Tournament, first: PlannedRound, entries: Mapping[str, Entry]) -> None:
    """Every player's letter and first table, as announced movements call the player: "C7"."""
    tournament.entries.update(start_letter="", start_table=None)
    seated = []
    for table in first:
        for letter, name in table.seats():
            if name is not None:
                entry = entries[name]
                entry.start_letter, entry.start_table = letter, table.table
                seated.append(entry)
    Entry.objects.bulk_update(seated, ["start_letter", "start_table"])
