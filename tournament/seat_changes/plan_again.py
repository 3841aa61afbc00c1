"""A new plan for the remaining rounds, around those played: after changes, for a new block, by standing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules.seating import Plan, RankedWeights, Refusal, Steps, make_plan
from tournament.change import change
from tournament.draw.actions import clear, store
from tournament.draw.plans import plan_for
from tournament.draw.replacing import NewPlan, any_seed
from tournament.models import Entry, Movement, Round, Tournament, User
from tournament.refused import Refused, refuse
from tournament.seating.actions import follow_first_seats
from tournament.seating.queries import (
    Apart,
    apart_arguments,
    as_plan,
    drawable,
    name_of,
    seating,
    wishes_apart,
    wishes_fixed,
)
from tournament.stamps import Stamp
from tournament.verbs import Verb
from tournament.words import fault_in_words


@dataclass(frozen=True)
class PlanChoice:
    """How to plan the remaining rounds. `standings` has the leader first; only the movement ranked needs them."""

    movement: Movement
    steps: Steps | None = None
    new_draw: bool = False
    standings: Sequence[Entry] | None = None
    weights: RankedWeights | None = None


def replan(tournament: Tournament, from_round: int, choice: PlanChoice, seed: int) -> NewPlan:
    """The effect of planning the rounds from `from_round` on again. Raises Refused where it is impossible."""
    refuse_unplannable(tournament, from_round)
    entries = {name_of(entry): entry for entry in drawable(tournament, from_round)}
    plan = new_plan(tournament, from_round, choice, seed, entries)
    if isinstance(plan, Refusal):
        raise Refused(map(fault_in_words, plan.errors))
    return NewPlan.of(tournament, from_round, seed, entries, plan)


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
    `standings` (others come last), and later rounds wait for theirs. With `new_draw` movements by step begin with new
    letters and tables, else they continue from the round before. Published rounds stay. Replacing planned rounds
    needs a reason. The database is copied first. Raises Conflict where seats, numbers, names or the standings to seat
    by changed since the page was opened, or the plan would be another one.
    """
    content = [from_round, choice.movement, choice.steps, choice.new_draw, seed, reason]
    with change(tournament, Verb.PLANNED_AGAIN, by=by, stamp=stamp, content=content) as act:
        tournament = act.tournament
        old_rounds = list(tournament.rounds.filter(number__gte=from_round))
        if act.repeated and act.answer == [round_.pk for round_ in old_rounds]:
            return old_rounds
        act.compare(
            {"seats_revision": tournament.seats_revision},
            _("The seating changed while this page was open. Look at it first."),
        )
        if choice.standings is not None:
            act.compare(
                {"standings_version": tournament.standings_version},
                _("The standings changed while this page was open. Look at them before you seat by them."),
            )
        replanned = replan(tournament, from_round, choice, any_seed() if seed is None else seed)
        act.compare(
            {"plan": replanned.digest},
            _("The plan would be another one by now: people or standings changed. Look at it again."),
        )
        if old_rounds and stamp is not None and not reason.strip():
            message = _("This replaces rounds that are planned: write down why.")
            raise refuse("reason-needed", message, "reason")
        act.copy_first(f"before planning round {from_round} again")
        clear(tournament, from_round=from_round)
        plan = replanned.plan
        rounds = store(tournament, plan, replanned.entries, movement=choice.movement, first_number=from_round)
        if from_round == 1:
            follow_first_seats(rounds[0])
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


def new_plan(
    tournament: Tournament,
    from_round: int,
    choice: PlanChoice,
    seed: int,
    entries: dict[str, Entry],
    *,
    is_bonus: bool = False,
) -> Plan | Refusal:
    """The plan of the remaining rounds, or of a bonus round alone; or the reasons why there is none.

    Bonus rounds are beside the movement: the others go on as if none had been played.
    """
    arguments: dict[str, Any] = {
        **apart_arguments(still_apart(wishes_apart(tournament), from_round)),
        "fixed": [wish for wish in wishes_fixed(tournament) if wish.player in entries],
        "history": as_plan(
            seated
            for seated in seating(tournament)
            if seated.round.number < from_round and not seated.round.is_bonus
        ),
    }
    if choice.movement == Movement.RANKED:
        if choice.standings is None:
            raise refuse("no-standings", _("A round by standing needs the standings."), "movement")
        order = [name_of(entry) for entry in choice.standings if name_of(entry) in entries]
        order += [name for name in entries if name not in set(order)]
        return make_plan(
            players=tuple(entries),
            rounds=1,
            movement=Movement.RANKED.value,
            seed=seed,
            standings=order,
            weights=choice.weights,
            **arguments,
        )
    count = 1 if is_bonus else tournament.last_round - from_round + 1
    arguments["new_draw"] = choice.new_draw
    return plan_for(tuple(entries), count, choice.movement, choice.steps, seed, **arguments)


def still_apart(wishes: Sequence[Apart], from_round: int) -> list[Apart]:
    """The pairs to keep apart from `from_round` on, with their limits counted from there."""
    rounds_played = from_round - 1
    wishes_left = [Apart(wish.pair, wish.rounds and wish.rounds - rounds_played) for wish in wishes]
    return [wish for wish in wishes_left if wish.rounds is None or wish.rounds > 0]


def refuse_unplannable(tournament: Tournament, from_round: int) -> None:
    """Refuses to plan over a published round, beyond the last one or before the draw."""
    if tournament.drawn_at is None:
        raise refuse("not-drawn", _("Nothing is drawn yet. Draw first."), "from_round")
    published = tournament.rounds.published().last()
    if published is not None and from_round <= published.number:
        message = _("%(round)s is published, so its seating stands. Plan from a later round on.")
        values = {"round": tournament.round_in_words(from_round)}
        raise refuse("already-published", capfirst(message % values), "from_round")
    bonus = tournament.rounds.planned().bonus().last()
    if bonus is not None and from_round <= bonus.number:
        message = _(
            "A bonus round comes next. Publish it or take it away first, or plan from a later round on."
        )
        raise refuse("bonus-round-next", message, "from_round")
    rounds = tournament.rounds.count()
    if not 1 <= from_round <= min(rounds + 1, tournament.last_round):
        message = _("There is no round %d to plan.") % from_round
        raise refuse("no-such-round", message, "from_round")
