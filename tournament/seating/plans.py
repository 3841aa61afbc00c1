"""The plans that could be drawn, each movement's for the same players and wishes, and the one that is suggested."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from club.models import Movement
from record.phrases import fault_in_words
from record.refused import FieldFault
from rules.game import Refusal
from rules.seating import (
    Apart,
    Certificate,
    FixedSeat,
    Plan,
    PlanRequest,
    Steps,
    certificate,
    make_plan,
    repeat_free_steps,
)
from tournament.models import Entry, Tournament
from tournament.seating.announcing import announcement
from tournament.seating.queries import answer, name_of, sentence, wishes_apart, wishes_fixed
from tournament.words import in_words

OFFERED = tuple(movement for movement in Movement if movement != Movement.CUSTOM)
# Planned while the page is asked for; beyond this size only when somebody asks for that movement.
QUICK_TABLES = 16
SEARCHED = frozenset({Movement.ASSIGNED, Movement.RANDOM})


@dataclass(frozen=True)
class PlanChoice:
    """How to plan `rounds` rounds (0: as many as are left); without a movement by the one that is suggested.

    `standings` has the leader first; only the movement ranked needs them.
    """

    movement: Movement | None = None
    steps: Steps | None = None
    rounds: int = 0
    new_draw: bool = False
    standings: Sequence[Entry] | None = None


@dataclass(frozen=True)
class PlanInput:
    """What a plan is made from: the players by number, the rounds, the wishes, and the seed of the draw."""

    players: tuple[str, ...]
    rounds: int
    seed: int
    apart: tuple[Apart, ...] = ()
    fixed: tuple[FixedSeat, ...] = ()

    @property
    def has_repeat_free_steps(self) -> bool:
        return repeat_free_steps(-(-len(self.players) // 4), self.rounds) is not None

    def plan(self, movement: Movement, steps: Steps | None = None, **more: Any) -> Plan | Refusal:
        """By standing there is no plan without the standings: before anything is played the first round is random."""
        is_by_standing = movement == Movement.RANKED
        is_drawn = is_by_standing and "standings" not in more
        return make_plan(
            PlanRequest(
                players=self.players,
                rounds=1 if is_by_standing else self.rounds,
                movement=(Movement.RANDOM if is_drawn else movement).value,
                steps=steps if movement == Movement.CUSTOM else None,
                seed=self.seed,
                keep_apart=self.apart,
                fixed=self.fixed,
                **more,
            )
        )


def plan_input(
    tournament: Tournament, entries: Iterable[Entry], *, rounds: int, seed: int, from_round: int = 1
) -> PlanInput:
    """For a plan from this round on: the wishes that are left by then, with their limits counted from there."""
    players = tuple(name_of(entry) for entry in entries)
    played = from_round - 1
    apart = [
        msgspec.structs.replace(wish, rounds=wish.rounds and wish.rounds - played)
        for wish in wishes_apart(tournament)
    ]
    return PlanInput(
        players=players,
        rounds=rounds,
        seed=seed,
        apart=tuple(wish for wish in apart if wish.rounds is None or wish.rounds > 0),
        fixed=tuple(wish for wish in wishes_fixed(tournament) if wish.player in players),
    )


@dataclass(frozen=True)
class Preview:
    """The plan of one movement, or why there is none; neither where it was not worked out."""

    movement: Movement
    made_from: PlanInput
    plan: Plan | None = None
    refusal: Refusal | None = None

    @property
    def label(self) -> str:
        return str(self.movement.label)

    @cached_property
    def certificate(self) -> Certificate | None:
        if self.plan is None:
            return None
        made_from = self.made_from
        return certificate(self.plan.rounds, keep_apart=made_from.apart, fixed=made_from.fixed)

    @property
    def faults(self) -> list[FieldFault]:
        return list(map(fault_in_words, self.refusal.errors)) if self.refusal else []

    @property
    def sentence(self) -> str:
        if self.refusal:
            return " ".join(fault.message for fault in self.faults)
        if self.movement == Movement.RANKED:
            return _("Each round is seated when the one before it is in; repeats are not known yet.")
        if self.certificate is None:
            return _("Not worked out yet: choose it to see.")
        return sentence(self.certificate)

    @property
    def answer(self) -> str:
        return answer(self.certificate) if self.repeats and self.certificate else self.sentence

    @property
    def reason(self) -> str:
        return in_words(self.plan.reason) if self.plan and self.plan.reason else ""

    @property
    def repeats(self) -> bool:
        return self.certificate is not None and bool(self.certificate.repeats)

    @property
    def is_clean(self) -> bool:
        return self.certificate is not None and not self.repeats and self.movement != Movement.RANKED

    @property
    def price(self) -> tuple[int, int]:
        """What speaks against the plan: the wishes that it breaks, then the repeated meetings."""
        if self.certificate is None:
            return 1_000_000, 0
        broken = len(self.certificate.together) + len(self.certificate.displaced)
        return broken, self.certificate.extra_meetings

    @property
    def announcements(self) -> list[tuple[list[int], str]]:
        """The rounds of each announcement, in order; its text is empty for seat slips."""
        rounds_by_words: dict[str, list[int]] = {}
        for number, steps in enumerate(self.plan.steps if self.plan else (), 2):
            rounds_by_words.setdefault(announcement(steps) if steps else "", []).append(number)
        return [(rounds, words) for words, rounds in rounds_by_words.items()]

    @property
    def moves(self) -> str:
        if self.movement in (Movement.RANDOM, Movement.RANKED):
            return self.label
        told = [words for _rounds, words in self.announcements]
        if not told:
            return _("One round: nobody moves")
        if "" in told:
            return _("Everybody follows a seat slip")
        if len(told) > 1:
            return _("You announce before each round who moves")
        return _("After each round %(moves)s") % {"moves": told[0]}


@lru_cache(maxsize=64)
def preview(made_from: PlanInput, movement: Movement, steps: Steps | None = None) -> Preview:
    """Kept: the same input gives the same plan."""
    plan = made_from.plan(movement, steps)
    if isinstance(plan, Refusal):
        return Preview(movement, made_from, refusal=plan)
    return Preview(movement, made_from, plan)


def offers(made_from: PlanInput) -> list[Preview]:
    is_small = len(made_from.players) <= 4 * QUICK_TABLES
    is_free = made_from.has_repeat_free_steps
    return [
        preview(made_from, movement) if is_small or movement not in SEARCHED else Preview(movement, made_from)
        for movement in OFFERED
        if is_free or movement != Movement.REPEAT_FREE
    ]


def own_movement(tournament: Tournament) -> Movement:
    """The movement of the tournament's rules; a profile has no steps for one of its own."""
    movement = Movement(tournament.profile.movement)
    return Movement.REPEAT_FREE if movement == Movement.CUSTOM else movement


def suggested(tournament: Tournament, made_from: PlanInput) -> Preview:
    """The movement of the rules where nothing speaks against it, or else the plan that least speaks against."""
    own = preview(made_from, own_movement(tournament))
    if own.refusal or own.price == (0, 0):
        return own
    movement = Movement.REPEAT_FREE if made_from.has_repeat_free_steps else Movement.ASSIGNED
    return min((own, preview(made_from, movement)), key=lambda plan: plan.price)
