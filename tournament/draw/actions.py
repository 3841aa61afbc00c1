"""The draw: a letter and a first table for everybody checked in, and from it the seating of every round."""

import itertools
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _

from rules.game import Refusal
from rules.seating import LETTERS, Plan, Steps
from rules.seating import Round as PlannedRound
from tournament.change import change
from tournament.draw.plans import plan_for
from tournament.models import Entry, Movement, Round, Seat, Table, Tournament, User
from tournament.refused import Refused, refuse
from tournament.seating.queries import apart_arguments, drawable, name_of, wishes_apart, wishes_fixed
from tournament.stamps import Stamp
from tournament.verbs import Verb
from tournament.words import fault_in_words


def draw(
    tournament: Tournament,
    *,
    by: User | None,
    movement: Movement | None = None,
    rounds: int | None = None,
    steps: Steps | None = None,
    seed: int | None = None,
    reason: str = "",
    stamp: Stamp | None = None,
) -> Tournament:
    """Seats everybody who is registered and checked in, for every planned round (by standing: for round 1).

    Without `movement`, `rounds` and `steps` what the tournament has is drawn; without `seed` one is made up and
    recorded. The same players and seed give the same draw. Possible again until the first round is published; the
    draw before it is copied first, and a page that replaces it needs a reason. Raises Conflict where another draw
    stands than on the page.
    """
    content = [movement, rounds, steps, seed, reason]
    with change(tournament, Verb.DRAWN, by=by, stamp=stamp, content=content) as act:
        tournament = act.tournament
        if act.repeated and act.answer == moment(tournament.drawn_at):
            return tournament
        act.compare(
            {"drawn_at": tournament.drawn_at},
            _("Somebody drew while this page was open. Look at the draw before you draw again."),
            code="drawn-meanwhile",
        )
        refuse_once_published(tournament)
        if tournament.drawn_at is not None and stamp is not None and not reason.strip():
            raise refuse("reason-needed", _("This replaces a draw that stands: write down why."), "reason")
        chosen = Movement(movement or tournament.movement)
        own = steps or (Steps(**tournament.steps) if chosen == Movement.CUSTOM and tournament.steps else None)
        count = rounds or tournament.rounds_planned
        seed = secrets.randbelow(1_000_000) if seed is None else seed
        by_name = {name_of(entry): entry for entry in drawable(tournament)}
        plan = drawn_plan(tournament, tuple(by_name), count, chosen, own, seed)
        old = choice_of(tournament)
        if tournament.drawn_at is not None:
            act.copy_first("before drawing again")
        clear(tournament)
        store(tournament, plan, by_name, movement=chosen)
        first_seats(tournament, plan.rounds[0], by_name)
        tournament.movement, tournament.rounds_planned = chosen, count
        tournament.steps = dict(zip(LETTERS, own, strict=True)) if own else {}
        tournament.seed, tournament.drawn_at = seed, act.at
        tournament.save(update_fields=["movement", "rounds_planned", "steps", "seed", "drawn_at"])
        act.answer = moment(tournament.drawn_at)
        act.record(
            verb=Verb.DRAWN if old["seed"] is None else Verb.DRAWN_AGAIN,
            old=old,
            new={
                **choice_of(tournament),
                "made": plan.movement,
                "tables": plan.tables,
                "reason": msgspec.to_builtins(plan.reason),
                "seats": {entry.key: entry.number for entry in by_name.values()},
            },
            reason=reason,
            seats=True,
        )
    return tournament


def drawn_plan(
    tournament: Tournament,
    names: tuple[str, ...],
    rounds: int,
    movement: Movement,
    steps: Steps | None,
    seed: int,
) -> Plan:
    """The plan for these players and the tournament's wishes. Raises Refused where there is none."""
    plan = plan_for(
        names,
        1 if movement == Movement.RANKED else rounds,
        movement,
        steps,
        seed,
        fixed=[wish for wish in wishes_fixed(tournament) if wish.player in names],
        **apart_arguments(wishes_apart(tournament)),
    )
    if isinstance(plan, Refusal):
        raise Refused(map(fault_in_words, plan.errors))
    return plan


def moment(drawn_at: datetime | None) -> str:
    return drawn_at.isoformat() if drawn_at else ""


def refuse_once_published(tournament: Tournament) -> None:
    if tournament.rounds.published().exists():
        message = _("A round is published, so the draw stands. Change seats on the page for changes instead.")
        raise refuse("already-published", message)


def choose_movement(
    tournament: Tournament,
    *,
    movement: Movement,
    rounds: int,
    steps: Mapping[str, int],
    by: User | None,
    stamp: Stamp | None = None,
) -> Tournament:
    """Keeps a movement for the draw to come; after the draw the seating stands and this is refused."""
    new = {"movement": movement, "rounds": rounds, "steps": dict(steps)}
    with change(tournament, Verb.MOVEMENT_CHOSEN, by=by, stamp=stamp, content=new) as act:
        tournament = act.tournament
        if tournament.drawn_at is not None:
            raise refuse("drawn", _("The draw is made. Draw again to change the movement."), "movement")
        old = {
            "movement": tournament.movement,
            "rounds": tournament.rounds_planned,
            "steps": tournament.steps,
        }
        if new != old:
            tournament.movement, tournament.rounds_planned, tournament.steps = movement, rounds, dict(steps)
            tournament.save(update_fields=["movement", "rounds_planned", "steps"])
            act.record(old=old, new=new)
    return tournament


def choice_of(tournament: Tournament) -> dict[str, object]:
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
    tournament.rounds.planned().filter(number__gte=from_round).delete()


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
    stored = movement if movement == Movement.RANKED else Movement(plan.movement)
    rounds = Round.objects.bulk_create(
        Round(
            tournament=tournament,
            number=number,
            minutes=tournament.minutes,
            movement=stored,
            steps=dict(zip(LETTERS, step, strict=True)) if step else None,
            plan_reason=msgspec.to_builtins(plan.reason),
        )
        for number, step in enumerate(steps, first_number)
    )
    seat_rounds(zip(rounds, plan.rounds, strict=True), entries)
    players = [entry.pk for entry in entries.values()]
    tournament.entries.filter(pk__in=players).exclude(plays_until=None).update(plays_until=None)
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
    players = []
    for table in first:
        for letter, name in table.seats():
            if name is not None:
                entry = entries[name]
                entry.start_letter, entry.start_table = letter, table.table
                players.append(entry)
    Entry.objects.bulk_update(players, ["start_letter", "start_table"])
