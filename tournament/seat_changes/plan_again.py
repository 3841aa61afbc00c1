"""A new plan for the rounds to come, around what was played: after changes, for a new block, by standing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from rules.seating import FixedSeat, Plan, RankedWeights, Refusal, Steps, make_plan
from rules.seating import Round as PlannedRound
from tournament.change import change
from tournament.draw.actions import clear, store
from tournament.draw.plans import plan_for
from tournament.models import Entry, Movement, Round, Tournament, User
from tournament.refused import Refused, refuse
from tournament.seating.actions import follow_first_seats
from tournament.seating.announcing import announced, announcement
from tournament.seating.queries import (
    Apart,
    RoundSeating,
    apart_arguments,
    as_plan,
    by_name,
    certificate_with,
    drawable,
    name_of,
    seating,
    sentence,
    spot_name,
    wishes_apart,
    wishes_fixed,
)
from tournament.stamps import Stamp
from tournament.verbs import Verb
from tournament.words import fault_in_words


@dataclass(frozen=True)
class PlanChoice:
    """How the rounds to come are to be planned. `standings` has the leader first; only movement ranked needs them."""

    movement: Movement
    steps: Steps | None = None
    new_draw: bool = False
    standings: Sequence[Entry] | None = None
    weights: RankedWeights | None = None


@dataclass(frozen=True)
class Replanned:
    """What planning again would do: the rounds it replaces, and the plan that takes their place."""

    from_round: int
    choice: PlanChoice
    seed: int
    entries: Mapping[str, Entry]
    plan: Plan
    before: list[RoundSeating]
    """Every stored round, those that stand too."""
    apart: list[Apart]
    fixed: list[FixedSeat]

    @property
    def replaced(self) -> list[RoundSeating]:
        return [seated for seated in self.before if seated.round.number >= self.from_round]

    @property
    def numbers(self) -> list[int]:
        return list(range(self.from_round, self.from_round + len(self.plan.rounds)))

    @property
    def taken_back(self) -> list[int]:
        """The planned rounds that nobody is seated in afterwards."""
        return [seated.round.number for seated in self.replaced if seated.round.number not in self.numbers]

    @property
    def digest(self) -> str:
        """Another one as soon as the plan seats anybody elsewhere."""
        return sha256(msgspec.json.encode([self.numbers, self.plan.rounds])).hexdigest()[:16]

    @property
    def sentence_before(self) -> str:
        return sentence(certificate_with(as_plan(self.before), self.apart, self.fixed))

    @property
    def sentence_after(self) -> str:
        stands = [seated for seated in self.before if seated.round.number < self.from_round]
        return sentence(certificate_with([*as_plan(stands), *self.plan.rounds], self.apart, self.fixed))

    @property
    def rounds(self) -> list[NewRound]:
        """The rounds of the plan, each beside what was planned for it."""
        steps = self.plan.steps[-len(self.plan.rounds) :] if self.plan.steps else ()
        announced_before = dict(zip(reversed(self.numbers), reversed(steps), strict=False))
        old = {seated.round.number: seated for seated in self.replaced}
        return [
            new_round(number, seats, self.entries, announced_before.get(number), old.get(number))
            for number, seats in zip(self.numbers, self.plan.rounds, strict=True)
        ]


@dataclass(frozen=True)
class NewRound:
    """A round of a plan: what is announced before it, and everybody's seat with the one they had, by name."""

    number: int
    announcement: str
    old_announcement: str | None
    seats: list[tuple[Entry, str, str]]
    """Who, the new seat such as "7C", and the old one, "" for none."""
    left_out: list[Entry]

    @property
    def moved(self) -> int:
        return sum(1 for _entry, new, old in self.seats if new != old)


def new_round(
    number: int,
    seats: PlannedRound,
    entries: Mapping[str, Entry],
    steps: Steps | None,
    old: RoundSeating | None,
) -> NewRound:
    had = {entry.pk: spot_name(spot) for spot, entry in old.seats.items() if entry} if old else {}
    taken = [
        (entries[name], f"{table.table}{letter}")
        for table in seats
        for letter, name in table.seats()
        if name is not None
    ]
    seated = {entry.pk for entry, _seat in taken}
    return NewRound(
        number=number,
        announcement=announcement(steps) if steps else "",
        old_announcement=announced(old.round) if old else None,
        seats=sorted(
            ((entry, seat, had.get(entry.pk, "")) for entry, seat in taken), key=lambda row: by_name(row[0])
        ),
        left_out=[entry for entry in (old.seats.values() if old else ()) if entry and entry.pk not in seated],
    )


def replan(tournament: Tournament, from_round: int, choice: PlanChoice, seed: int) -> Replanned:
    """What planning the rounds from `from_round` on again would do. Raises Refused where it cannot be done."""
    refuse_unplannable(tournament, from_round)
    entries = {name_of(entry): entry for entry in drawable(tournament, from_round)}
    plan = new_plan(tournament, from_round, choice, seed, entries)
    if isinstance(plan, Refusal):
        raise Refused(map(fault_in_words, plan.errors))
    return Replanned(
        from_round,
        choice,
        seed,
        entries,
        plan,
        seating(tournament),
        wishes_apart(tournament),
        wishes_fixed(tournament),
    )


def any_seed() -> int:
    return secrets.randbelow(1_000_000)


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
    """Seats the rounds from `from_round` on anew: nobody meets again where it can be had.

    Everybody who is registered, checked in and still playing is seated. By standing it seats that one round, in
    the order of `standings` (whoever is not in it comes last), and later rounds wait for theirs. With `new_draw`
    movements by step begin from fresh letters and tables, else they go on from the round before. A published
    round stands. A page that replaces planned rounds needs a reason. The seats before it are copied first. Raises
    Conflict where seats, numbers or names, or the standings it is to seat by, changed after the page was opened, or
    the plan would be another one by now.
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
    tournament: Tournament, from_round: int, choice: PlanChoice, seed: int, entries: dict[str, Entry]
) -> Plan | Refusal:
    """The plan of the rounds to come, or the reasons why there is none."""
    arguments: dict[str, Any] = {
        **apart_arguments(still_apart(wishes_apart(tournament), from_round)),
        "fixed": [wish for wish in wishes_fixed(tournament) if wish.player in entries],
        "history": as_plan(
            round_seating for round_seating in seating(tournament) if round_seating.round.number < from_round
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
    count = tournament.rounds_planned - from_round + 1
    arguments["new_draw"] = choice.new_draw
    return plan_for(tuple(entries), count, choice.movement, choice.steps, seed, **arguments)


def still_apart(wishes: Sequence[Apart], from_round: int) -> list[Apart]:
    """The pairs to keep apart from `from_round` on, their limits counted from there."""
    rounds_played = from_round - 1
    wishes_left = [Apart(wish.pair, wish.rounds and wish.rounds - rounds_played) for wish in wishes]
    return [wish for wish in wishes_left if wish.rounds is None or wish.rounds > 0]


def refuse_unplannable(tournament: Tournament, from_round: int) -> None:
    """Refuses to plan over a published round, beyond the last one or before the draw."""
    if tournament.drawn_at is None:
        raise refuse("not-drawn", _("Nothing is drawn yet. Draw first."), "from_round")
    published = tournament.rounds.published().last()
    if published is not None and from_round <= published.number:
        message = _("Round %d is published, so its seating stands. Plan from a later round on.")
        raise refuse("already-published", message % from_round, "from_round")
    stored = tournament.rounds.count()
    if not 1 <= from_round <= min(stored + 1, tournament.rounds_planned):
        message = _("There is no round %d to plan.") % from_round
        raise refuse("no-such-round", message, "from_round")
