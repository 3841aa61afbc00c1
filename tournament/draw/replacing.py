"""A new plan beside the one it replaces: a new draw, rounds planned again."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

import msgspec

from rules.seating import FixedSeat, Plan, Steps
from rules.seating import Round as PlannedRound
from tournament.models import Entry, Tournament
from tournament.seating.announcing import announced, announcement
from tournament.seating.queries import (
    Apart,
    RoundSeating,
    as_plan,
    by_name,
    certificate_with,
    seating,
    sentence,
    spot_name,
    wishes_apart,
    wishes_fixed,
)


def any_seed() -> int:
    return secrets.randbelow(1_000_000)


@dataclass(frozen=True)
class NewPlan:
    """A new plan and the rounds it replaces."""

    tournament: Tournament
    from_round: int
    seed: int
    entries: Mapping[str, Entry]
    plan: Plan
    before: list[RoundSeating]
    """Every stored round, those that stand too."""
    apart: list[Apart]
    fixed: list[FixedSeat]

    @classmethod
    def of(
        cls, tournament: Tournament, from_round: int, seed: int, entries: Mapping[str, Entry], plan: Plan
    ) -> Self:
        """The plan beside the rounds and the wishes that are stored now."""
        before, apart, fixed = seating(tournament), wishes_apart(tournament), wishes_fixed(tournament)
        return cls(tournament, from_round, seed, entries, plan, before, apart, fixed)

    @property
    def replaced(self) -> list[RoundSeating]:
        return [seated for seated in self.before if seated.round.number >= self.from_round]

    @property
    def numbers(self) -> list[int]:
        return list(range(self.from_round, self.from_round + len(self.plan.rounds)))

    @property
    def taken_back(self) -> list[int]:
        """The planned rounds that the new plan does not seat."""
        return [seated.round.number for seated in self.replaced if seated.round.number not in self.numbers]

    @property
    def digest(self) -> str:
        """A hash of the rounds and their seats, for stamps."""
        return sha256(msgspec.json.encode([self.numbers, self.plan.rounds])).hexdigest()[:16]

    @property
    def sentence_before(self) -> str:
        return sentence(certificate_with(as_plan(self.before), self.apart, self.fixed), self.tournament)

    @property
    def sentence_after(self) -> str:
        stands = [seated for seated in self.before if seated.round.number < self.from_round]
        return sentence(
            certificate_with([*as_plan(stands), *self.plan.rounds], self.apart, self.fixed), self.tournament
        )

    @property
    def rounds(self) -> list[NewRound]:
        """The rounds of the plan, each with the seats planned for it before."""
        steps = self.plan.steps[-len(self.plan.rounds) :] if self.plan.steps else ()
        announced_before = dict(zip(reversed(self.numbers), reversed(steps), strict=False))
        old = {seated.round.number: seated for seated in self.replaced}
        return [
            new_round(number, seats, self.entries, announced_before.get(number), old.get(number))
            for number, seats in zip(self.numbers, self.plan.rounds, strict=True)
        ]


@dataclass(frozen=True)
class NewRound:
    """A round of a plan: its announcement, and everybody's seat with the one before, by name."""

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
    seats_before = {entry.pk: spot_name(spot) for spot, entry in old.seats.items() if entry} if old else {}
    seats_given = [
        (entries[name], f"{table.table}{letter}")
        for table in seats
        for letter, name in table.seats()
        if name is not None
    ]
    seated = {entry.pk for entry, _seat in seats_given}
    return NewRound(
        number=number,
        announcement=announcement(steps) if steps else "",
        old_announcement=announced(old.round) if old else None,
        seats=sorted(
            ((entry, seat, seats_before.get(entry.pk, "")) for entry, seat in seats_given),
            key=lambda row: by_name(row[0]),
        ),
        left_out=[entry for entry in (old.seats.values() if old else ()) if entry and entry.pk not in seated],
    )
