"""The draw: a letter and a first table for everybody checked in, and the seating of every round from it; and a new plan
for the remaining rounds, around those played: after changes, for a new block, by standing.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import msgspec
from django.utils.crypto import salted_hmac
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import Movement, User
from record.change import Change, change
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.seating import LETTERS, Steps
from tournament.models import Round, Tournament
from tournament.seating.plans import PlanChoice
from tournament.seating.proposal import NewPlan, plan_anew
from tournament.seating.queries import drawable
from tournament.seating.storing import compare_seats, refuse_without_reason, replace_rounds

MEANWHILE = {
    "drawn_at": (
        "drawn-meanwhile",
        gettext_lazy("Somebody drew while this page was open. Look at the draw before you draw again."),
    ),
    "players": (
        "players-meanwhile",
        gettext_lazy(
            "The check-ins changed while this page was open. It now shows who would be drawn. Look at it, then draw "
            "if it is right."
        ),
    ),
    "wishes": (
        "wishes-meanwhile",
        gettext_lazy(
            "The requests changed while this page was open. They are shown below as they are now. Look at "
            "them, then draw if they are right."
        ),
    ),
    "choice": (
        "choice-meanwhile",
        gettext_lazy(
            "Somebody chose another movement for this draw while this page was open: %(movement)s, with %(rounds)d "
            "rounds. Look at it below, then draw if it is right."
        ),
    ),
}
"""What a page of the draw was made from, as `draw_inputs` has it: what is said where that has changed."""


def draw(
    tournament: Tournament,
    *,
    by: User | None,
    choice: PlanChoice | None = None,
    seed: int | None = None,
    reason: str = "",
    stamp: Stamp | None = None,
) -> Tournament:
    """Seats everybody who is registered and checked in, for every planned round (by standing: for round 1).

    Without `choice` what the tournament has is drawn, and without a movement the one that is suggested. Without
    `seed` the first draw takes `next_seed`, a further one is made up. The same players and seed give the same draw.
    Possible again until the first round is published; the draw before it is copied first, and a page that replaces
    it needs a reason. Raises Conflict if the stored draw is not the one on the page, or players, wishes or the choice
    differ from what it showed.
    """
    content = [choice and [choice.movement, choice.rounds, choice.steps], seed, reason]
    with change(tournament, Verb.DRAWN, by=by, stamp=stamp, content=content) as act:
        tournament = act.where
        drawn_at = tournament.drawn_at and tournament.drawn_at.isoformat()
        if act.repeated and act.answer == drawn_at:
            return tournament
        now = draw_inputs(tournament)
        compare_inputs(act, now, "drawn_at")
        refuse_once_published(tournament)
        compare_inputs(act, now, "players", "wishes", "choice")
        if tournament.drawn_at is not None and stamp is not None:
            refuse_without_reason(reason, _("This replaces a draw. Write down why."))
        choice = choice or choice_of(tournament)
        choice = replace(choice, rounds=choice.rounds or tournament.rounds_planned)
        if seed is None and tournament.drawn_at is None:
            seed = next_seed(tournament)
        proposal, old = plan_anew(tournament, 1, choice, seed), draw_of(tournament)
        if tournament.drawn_at is not None:
            compare_seats(act)
            message = _("People or requests changed, so the draw would be different now. Look at it again.")
            act.compare({"proposal": proposal.digest}, message)
            act.copy_first("before drawing again")
        replace_rounds(proposal)
        tournament.movement, tournament.rounds_planned = choice.movement or "", choice.rounds
        tournament.steps = dict(zip(LETTERS, choice.steps, strict=True)) if choice.steps else {}
        tournament.seed, tournament.drawn_at = proposal.seed, act.at
        tournament.save(update_fields=["movement", "rounds_planned", "steps", "seed", "drawn_at"])
        act.answer = act.at.isoformat()
        act.record(
            verb=Verb.DRAWN if old["seed"] is None else Verb.DRAWN_AGAIN,
            old=old,
            new={
                **draw_of(tournament),
                "made": proposal.plan.movement,
                "tables": proposal.plan.tables,
                "reason": msgspec.to_builtins(proposal.plan.reason),
                "seats": {
                    f"{letter}{table}": entry.number
                    for (table, letter), entry in proposal.rounds[0].new.items()
                },
            },
            reason=reason,
            seats=True,
        )
    return tournament


def draw_of(tournament: Tournament) -> dict[str, object]:
    return {
        "movement": tournament.movement,
        "steps": tournament.steps,
        "rounds": tournament.rounds_planned,
        "seed": tournament.seed,
        "drawn_at": tournament.drawn_at,
    }


def compare_inputs(act: Change[Tournament], now: Mapping[str, object], *names: str) -> None:
    """Raises Conflict where the page showed another of these inputs of the draw."""
    choice = {"movement": act.where.get_movement_display(), "rounds": act.where.rounds_planned}
    for name in names:
        code, message = MEANWHILE[name]
        act.compare({name: now[name]}, str(message) % choice, code=code)


def draw_inputs(tournament: Tournament) -> dict[str, object]:
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
    return {
        "movement": tournament.movement,
        "rounds": tournament.rounds_planned,
        "steps": tournament.steps,
    }


def choice_of(tournament: Tournament) -> PlanChoice:
    """What the director chose; without a movement what is suggested is drawn."""
    movement = Movement(tournament.movement) if tournament.movement else None
    steps = Steps(**tournament.steps) if movement == Movement.CUSTOM and tournament.steps else None
    return PlanChoice(movement, steps, tournament.rounds_planned)


def next_seed(tournament: Tournament) -> int:
    """The seed of the next draw. Nobody chooses it, and it stays while players and wishes do: what a page says of the
    plan is true of the seats that are drawn.
    """
    now = draw_inputs(tournament)
    made_from = [tournament.pk, now["drawn_at"], now["players"], now["wishes"]]
    return int(salted_hmac("next draw", msgspec.json.encode(made_from)).hexdigest()[:8], 16) % 1_000_000


def _digest(values: object) -> str:
    return hashlib.sha256(msgspec.json.encode(values, order="deterministic")).hexdigest()[:16]


def refuse_once_published(tournament: Tournament) -> None:
    if tournament.rounds.published().exists():
        message = _("A round is published, so the draw stays. Use “Seat changes” instead.")
        raise refuse("already-published", message)


def choose_movement(
    tournament: Tournament,
    *,
    movement: Movement | None,
    rounds: int,
    steps: Mapping[str, int],
    by: User | None,
    stamp: Stamp | None = None,
) -> Tournament:
    """Stores a movement for the next draw (None: the one that is suggested); refused after the draw.

    Raises Conflict if a different one was stored since the page was opened.
    """
    new = {"movement": movement or "", "rounds": rounds, "steps": dict(steps)}
    with change(tournament, Verb.MOVEMENT_CHOSEN, by=by, stamp=stamp, content=new) as act:
        tournament = act.where
        if tournament.drawn_at is not None:
            raise refuse("drawn", _("The seats are drawn. Draw again to change the movement."))
        old = stored_choice(tournament)
        if new != old:
            act.refuse_repeat()
            act.compare(
                old,
                _(
                    "Somebody else chose another movement while you were looking: %(movement)s, with %(rounds)d "
                    "rounds. Saving yours now replaces it."
                )
                % {"movement": tournament.get_movement_display(), "rounds": tournament.rounds_planned},
            )
            tournament.movement, tournament.rounds_planned = movement or "", rounds
            tournament.steps = dict(steps)
            tournament.save(update_fields=["movement", "rounds_planned", "steps"])
            act.record(old=old, new=new)
    return tournament


def replan(tournament: Tournament, from_round: int, choice: PlanChoice, seed: int | None = None) -> NewPlan:
    """The effect of planning the rounds from `from_round` on again. Raises Refused where it is impossible: over a
    published round, beyond the last one, before the draw.
    """
    if tournament.drawn_at is None:
        raise refuse("not-drawn", _("Nothing is drawn yet. Draw first."), "from_round")
    published = tournament.rounds.published().last()
    if published is not None and from_round <= published.number:
        message = _("%(round)s is published, so its seats stay. Plan from a later round on.")
        values = {"round": tournament.round_in_words(from_round)}
        raise refuse("already-published", capfirst(message % values), "from_round")
    bonus = tournament.rounds.planned().bonus().last()
    if bonus is not None and from_round <= bonus.number:
        message = _("A bonus round comes next. Publish it or remove it first, or plan from a later round on.")
        raise refuse("bonus-round-next", message, "from_round")
    rounds = tournament.rounds.count()
    if not 1 <= from_round <= min(rounds + 1, tournament.last_round):
        message = _("There is no round %d to plan.") % from_round
        raise refuse("no-such-round", message, "from_round")
    if choice.movement == Movement.RANKED and choice.standings is None:
        raise refuse("no-standings", _("A round by standing needs the standings."), "movement")
    return plan_anew(tournament, from_round, choice, seed)


def plan_again(
    tournament: Tournament,
    *,
    from_round: int,
    choice: PlanChoice,
    seed: int | None = None,
    reason: str = "",
    by: User | None,
    stamp: Stamp | None = None,
) -> list[Round]:
    """Seats the rounds from `from_round` on anew, without repeats where possible.

    Seats everybody who is registered, checked in and still playing. By standing it seats one round in the order of
    `standings` (everybody else comes last); later rounds are seated when their standings are known. With `new_draw`
    movements by step begin with new letters and tables, else they continue from the round before. Published
    rounds stay. Replacing planned rounds needs a reason. The database is copied first. Raises Conflict where seats,
    numbers, names or the standings to seat by changed since the page was opened, or the plan would differ.
    """
    content = [from_round, choice.movement, choice.steps, choice.new_draw, seed, reason]
    with change(tournament, Verb.PLANNED_AGAIN, by=by, stamp=stamp, content=content) as act:
        tournament = act.where
        old_rounds = list(tournament.rounds.filter(number__gte=from_round))
        if act.repeated and act.answer == [round_.pk for round_ in old_rounds]:
            return old_rounds
        compare_seats(act)
        if choice.standings is not None:
            act.compare(
                {"standings_version": tournament.standings_version},
                _("The standings changed while this page was open. Look at them before you seat by them."),
            )
        replanned = replan(tournament, from_round, choice, seed)
        act.compare(
            {"proposal": replanned.digest},
            _("People or standings changed, so the plan would be different now. Look at it again."),
        )
        if old_rounds and stamp is not None:
            refuse_without_reason(reason, _("This replaces planned rounds. Write down why."))
        act.copy_first(f"before planning round {from_round} again")
        rounds, plan = replace_rounds(replanned), replanned.plan
        act.answer = [round_.pk for round_ in rounds]
        act.record(
            f"from round {from_round}",
            about=rounds[0],
            old={"rounds": {round_.number: round_.movement for round_ in old_rounds}},
            new={
                "movement": choice.movement,
                "made": plan.movement,
                "seed": replanned.seed,
                "reason": msgspec.to_builtins(plan.reason),
                "repairs": msgspec.to_builtins(plan.notes),
                "rounds": [round_.number for round_ in rounds],
            },
            reason=reason,
            seats=True,
        )
    return rounds
