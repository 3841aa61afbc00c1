"""What the seating would become: worked out for the page that shows it, and again under the lock by the action."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec

from club.models import Movement
from record.phrases import fault_in_words
from record.refused import Refused
from rules.game import Refusal
from rules.seating import Certificate, Plan, Steps
from rules.seating import Round as PlannedRound
from tournament.models import Entry, Round, Tournament
from tournament.seating.announcing import announced, announcement
from tournament.seating.plans import PlanChoice, plan_input, suggested
from tournament.seating.queries import (
    RoundSeating,
    Spot,
    as_plan,
    by_name,
    certificate_with,
    drawable,
    name_of,
    seating,
    sentence,
    spot_name,
)

SeatNumbers = dict[str, dict[str, int | None]]
"""By round and seat, such as "7C", the player's number; None is an empty seat. Keys as JSON has them."""


@dataclass(frozen=True)
class SeatChange:
    table: int
    letter: str
    old: Entry | None
    new: Entry | None

    @property
    def spot(self) -> Spot:
        return self.table, self.letter


@dataclass(frozen=True, kw_only=True)
class RoundChange:
    """A round as it is stored (None: there is none yet) and as it would be.

    `entries` maps the names of `planned` to entries, `steps` lead to the round in a new plan, and `repairs` are
    sentences about repaired tables.
    """

    number: int
    stored: RoundSeating | None
    planned: PlannedRound
    entries: Mapping[str, Entry]
    steps: Steps | None = None
    repairs: tuple[str, ...] = ()

    @property
    def round(self) -> Round:
        """The stored round; only where there is one."""
        assert self.stored is not None  # noqa: S101 (for the type checker)
        return self.stored.round

    @cached_property
    def old(self) -> dict[Spot, Entry]:
        seats = self.stored.seats if self.stored else {}
        return {spot: entry for spot, entry in seats.items() if entry}

    @cached_property
    def new(self) -> dict[Spot, Entry]:
        return {
            (table.table, letter): self.entries[name]
            for table in self.planned
            for letter, name in table.seats()
            if name is not None
        }

    @cached_property
    def seats(self) -> tuple[SeatChange, ...]:
        old, new = self.old, self.new
        return tuple(
            SeatChange(*spot, old.get(spot), new.get(spot))
            for spot in sorted(old.keys() | new.keys())
            if old.get(spot) != new.get(spot)
        )

    @property
    def of_three(self) -> tuple[int, ...]:
        return tuple(table.table for table in self.planned if len(table.players()) == 3)

    @property
    def given_up(self) -> tuple[int, ...]:
        return tuple(sorted(tables(self.old) - tables(self.new)))

    @property
    def opened(self) -> tuple[int, ...]:
        return tuple(sorted(tables(self.new) - tables(self.old)))

    @property
    def people(self) -> list[tuple[Entry, str, str]]:
        """Who, the new seat such as "7C", and the old one, "" for none; by name."""
        before = {entry.pk: spot_name(spot) for spot, entry in self.old.items()}
        rows = [(entry, spot_name(spot), before.get(entry.pk, "")) for spot, entry in self.new.items()]
        return sorted(rows, key=lambda row: by_name(row[0]))

    @property
    def moved(self) -> int:
        return sum(1 for _entry, new, old in self.people if new != old)

    @property
    def left_out(self) -> list[Entry]:
        seated = set(self.new.values())
        return [entry for entry in self.old.values() if entry not in seated]

    @property
    def announcement(self) -> str:
        return announcement(self.steps) if self.steps else ""

    @property
    def old_announcement(self) -> str | None:
        return announced(self.stored.round) if self.stored else None


def tables(spots: Collection[Spot]) -> set[int]:
    return {table for table, _letter in spots}


@dataclass(frozen=True, kw_only=True)
class SeatingProposal:
    """Rounds with other seats than those stored now, and what that does to who meets whom."""

    tournament: Tournament
    stored: Sequence[RoundSeating]
    """Every stored round, those that stand too."""
    rounds: tuple[RoundChange, ...]
    taken_back: tuple[int, ...] = ()
    """The stored rounds that would be gone."""
    come_in: tuple[Entry, ...] = ()
    """Who sits down and is not checked in."""

    @property
    def before(self) -> SeatNumbers:
        return self._numbers(lambda seat: seat.old)

    @property
    def after(self) -> SeatNumbers:
        return self._numbers(lambda seat: seat.new)

    def _numbers(self, entry_of: Callable[[SeatChange], Entry | None]) -> SeatNumbers:
        return {
            str(changed.number): {
                spot_name(seat.spot): entry.number if (entry := entry_of(seat)) else None
                for seat in changed.seats
            }
            for changed in self.rounds
        }

    @property
    def digest(self) -> str:
        """A hash of the seats that change, of what they become, and of whether players see them, for stamps."""
        seen = [self.before, self.after, self.taken_back, self.published]
        return sha256(msgspec.json.encode(seen)).hexdigest()[:16]

    @cached_property
    def certificate(self) -> Certificate:
        planned = {
            seated.round.number: planned
            for seated, planned in zip(self.stored, as_plan(self.stored), strict=True)
        }
        planned |= {changed.number: changed.planned for changed in self.rounds}
        return self._certificate(
            [planned[number] for number in sorted(planned.keys() - set(self.taken_back))]
        )

    def _certificate(self, rounds: Sequence[PlannedRound]) -> Certificate:
        return certificate_with(self.tournament, rounds)

    @property
    def sentence(self) -> str:
        return sentence(self.certificate, self.tournament)

    @property
    def sentence_before(self) -> str:
        return sentence(self._certificate(as_plan(self.stored)), self.tournament)

    @property
    def published(self) -> list[int]:
        """The changed rounds whose seats players know."""
        return [changed.number for changed in self.rounds if changed.stored and changed.round.published_at]

    @property
    def touches_published(self) -> bool:
        return bool(self.published)

    @property
    def stay_together(self) -> bool:
        """Whether a table is opened in several rounds, whose newcomers meet each time unless those are planned anew."""
        return sum(bool(changed.opened) for changed in self.rounds) > 1


@dataclass(frozen=True, kw_only=True)
class NewPlan(SeatingProposal):
    """All rounds from one on, planned anew with this seed: a draw, a new draw, the remaining rounds."""

    plan: Plan
    movement: Movement
    """The one asked for, or suggested; `plan` says what was made."""
    seed: int
    entries: Mapping[str, Entry]

    @property
    def from_round(self) -> int:
        return self.rounds[0].number

    @property
    def replaced(self) -> list[RoundSeating]:
        return [seated for seated in self.stored if seated.round.number >= self.from_round]


def plan_anew(
    tournament: Tournament, from_round: int, choice: PlanChoice, seed: int | None = None
) -> NewPlan:
    """A new plan from this round on beside what is stored now; without `seed` one is made up. Raises Refused where
    there is none.

    Bonus rounds are beside the movement: the others go on as if none had been played.
    """
    seed = any_seed() if seed is None else seed
    stored = seating(tournament)
    entries = {name_of(entry): entry for entry in drawable(tournament, from_round)}
    made_from = plan_input(
        tournament,
        entries.values(),
        rounds=choice.rounds or tournament.last_round - from_round + 1,
        seed=seed,
        from_round=from_round,
    )
    history = [seated for seated in stored if seated.round.number < from_round and not seated.round.is_bonus]
    more: dict[str, Any] = {"history": as_plan(history), "new_draw": choice.new_draw}
    if choice.standings is not None:
        order = [name_of(entry) for entry in choice.standings if name_of(entry) in entries]
        order += [name for name in entries if name not in set(order)]
        more["standings"] = order
    movement = choice.movement or suggested(tournament, made_from).movement
    planned = made_from.plan(movement, choice.steps, **more)
    if isinstance(planned, Refusal):
        raise Refused(map(fault_in_words, planned.errors))
    by_number = {seated.round.number: seated for seated in stored}
    numbers = range(from_round, from_round + len(planned.rounds))
    # One step per gap; one more where the plan goes on from rounds already played.
    steps = [*[None] * (len(planned.rounds) - len(planned.steps)), *planned.steps]
    return NewPlan(
        tournament=tournament,
        stored=stored,
        rounds=tuple(
            RoundChange(
                number=number, stored=by_number.get(number), planned=seats, entries=entries, steps=step
            )
            for number, seats, step in zip(numbers, planned.rounds, steps, strict=True)
        ),
        taken_back=tuple(number for number in by_number if number >= numbers.stop),
        plan=planned,
        movement=movement,
        seed=seed,
        entries=entries,
    )


def any_seed() -> int:
    return secrets.randbelow(1_000_000)
