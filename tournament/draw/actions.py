"""The draw: a letter and a first table for everybody checked in, and the seating of every round from it."""

import hashlib
import itertools
from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _

from rules.game import Refusal
from rules.seating import LETTERS, Plan, Steps
from rules.seating import Round as PlannedRound
from tournament.change import change
from tournament.draw.plans import plan_for
from tournament.draw.replacing import NewPlan, any_seed
from tournament.models import Entry, Movement, Round, Seat, Table, Tournament, User
from tournament.refused import Refused, refuse
from tournament.seating.queries import (
    apart_arguments,
    drawable,
    name_of,
    wishes_apart,
    wishes_fixed,
)
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
    stands than on the page, or other players, wishes or another choice would be drawn than it showed.
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
        now = draw_inputs(tournament)
        act.compare(
            {"players": now["players"]},
            _(
                "Somebody was checked in or taken out while this page was open: it shows who would be drawn now."
                " Look at it, and draw if it is right."
            ),
            code="players-meanwhile",
        )
        act.compare(
            {"wishes": now["wishes"]},
            _(
                "Somebody changed the wishes while this page was open: they stand below as they are now. Look at"
                " them, and draw if they are right."
            ),
            code="wishes-meanwhile",
        )
        act.compare(
            {"choice": now["choice"]},
            _(
                "Somebody kept another movement for this draw while this page was open: %(movement)s, with"
                " %(rounds)d rounds. Agree on one; drawing now uses what is chosen on this page."
            )
            % {"movement": Movement(tournament.movement).label, "rounds": tournament.rounds_planned},
            code="choice-meanwhile",
        )
        if tournament.drawn_at is not None and stamp is not None and not reason.strip():
            raise refuse("reason-needed", _("This replaces a draw that stands: write down why."), "reason")
        chosen = Movement(movement or tournament.movement)
        own = steps or (Steps(**tournament.steps) if chosen == Movement.CUSTOM and tournament.steps else None)
        count = rounds or tournament.rounds_planned
        drawing = would_draw(tournament, chosen, count, own, seed)
        plan, by_name = drawing.plan, drawing.entries
        old = choice_of(tournament)
        if tournament.drawn_at is not None:
            act.compare(
                {"seats_revision": tournament.seats_revision},
                _("The seating changed while this page was open. Look at it first."),
            )
            act.compare(
                {"plan": drawing.digest},
                _("The draw would be another one by now: people or wishes changed. Look at it again."),
            )
            act.copy_first("before drawing again")
        clear(tournament)
        store(tournament, plan, by_name, movement=chosen)
        first_seats(tournament, plan.rounds[0], by_name)
        tournament.movement, tournament.rounds_planned = chosen, count
        tournament.steps = dict(zip(LETTERS, own, strict=True)) if own else {}
        tournament.seed, tournament.drawn_at = drawing.seed, act.at
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


def would_draw(
    tournament: Tournament, movement: Movement, rounds: int, steps: Steps | None, seed: int | None
) -> NewPlan:
    """The plan that drawing now would make, and what it would replace. Raises Refused where there is no plan."""
    seed = any_seed() if seed is None else seed
    entries = {name_of(entry): entry for entry in drawable(tournament)}
    plan = drawn_plan(tournament, tuple(entries), rounds, movement, steps, seed)
    return NewPlan.of(tournament, 1, seed, entries, plan)


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


def draw_inputs(tournament: Tournament) -> dict[str, object]:
    """The values that a draw depends on, for the stamp of its page."""
    players = drawable(tournament)
    fixed = sorted([entry.pk, entry.fixed_table] for entry in players if entry.fixed_table)
    pairs_apart = sorted(
        [pair.first_id, pair.second_id, pair.rounds or 0] for pair in tournament.keep_apart.all()
    )
    return {
        "drawn_at": tournament.drawn_at,
        "players": _digest(sorted(entry.pk for entry in players)),
        "wishes": _digest([fixed, pairs_apart]),
        "choice": _digest(stored_choice(tournament)),
    }


def stored_choice(tournament: Tournament) -> dict[str, object]:
    """The movement stored for the next draw."""
    return {
        "movement": tournament.movement,
        "rounds": tournament.rounds_planned,
        "steps": tournament.steps,
    }


def _digest(values: object) -> str:
    return hashlib.sha256(msgspec.json.encode(values, order="deterministic")).hexdigest()[:16]


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
    """Stores a movement for the next draw; refused after the draw.

    Raises Conflict if another one was stored since the page was opened.
    """
    new = {"movement": movement, "rounds": rounds, "steps": dict(steps)}
    with change(tournament, Verb.MOVEMENT_CHOSEN, by=by, stamp=stamp, content=new) as act:
        tournament = act.tournament
        if tournament.drawn_at is not None:
            raise refuse("drawn", _("The draw is made. Draw again to change the movement."), "movement")
        old = stored_choice(tournament)
        if new != old:
            act.refuse_repeat()
            act.compare(
                old,
                _(
                    "Somebody else chose another movement while you were looking: %(movement)s, with %(rounds)d"
                    " rounds. Keeping yours now puts it in that place."
                )
                % {"movement": Movement(tournament.movement).label, "rounds": tournament.rounds_planned},
                field="movement",
            )
            tournament.movement, tournament.rounds_planned, tournament.steps = movement, rounds, dict(steps)
            tournament.save(update_fields=["movement", "rounds_planned", "steps"])
            act.record(old=old, new=new)
    return tournament


def choice_of(tournament: Tournament) -> dict[str, object]:
    """The values of a draw in the journal."""
    return {
        "movement": tournament.movement,
        "steps": tournament.steps,
        "rounds": tournament.rounds_planned,
        "seed": tournament.seed,
        "drawn_at": tournament.drawn_at,
    }


def clear(tournament: Tournament, *, from_round: int = 1) -> None:
    """Deletes planned rounds; published ones are never among them."""
    tournament.rounds.planned().filter(number__gte=from_round).delete()


def store(
    tournament: Tournament,
    plan: Plan,
    entries: Mapping[str, Entry],
    *,
    movement: Movement,
    first_number: int = 1,
) -> list[Round]:
    """Stores the rounds of a plan with their tables and seats; `entries` maps names to entries.

    Everybody it seats plays on: earlier limits of substitutes belonged to the old plan.
    """
    # One step per gap; one more where the plan goes on from rounds already played.
    ahead = len(plan.rounds) - len(plan.steps)
    steps: list[Steps | None] = [*itertools.repeat(None, ahead), *plan.steps]
    movement_of_round = movement if movement == Movement.RANKED else Movement(plan.movement)
    rounds = Round.objects.bulk_create(
        Round(
            tournament=tournament,
            number=number,
            minutes=tournament.minutes,
            movement=movement_of_round,
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
    """Stores tables and seats of rounds that have none yet."""
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
    """Sets every player's letter and first table, as in announced movements: "C7"."""
    tournament.entries.update(start_letter="", start_table=None)
    players = []
    for table in first:
        for letter, name in table.seats():
            if name is not None:
                entry = entries[name]
                entry.start_letter, entry.start_table = letter, table.table
                players.append(entry)
    Entry.objects.bulk_update(players, ["start_letter", "start_table"])
