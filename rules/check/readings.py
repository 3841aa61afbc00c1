"""Every game that could have given the numbers of one game: one reading for each that differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from rules.check.tables import MISNAMED_FOR_MAHJONG, Hand, Tables

MOST_GAMES = 20_000


class Infraction(msgspec.Struct, frozen=True, gc=False):
    seat: str
    kind: str


class Error(msgspec.Struct, frozen=True):
    """Mah jongg in error: who called it, and who exposed or destroyed the hand."""

    caller: str
    exposed: list[str]


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One game's facts in the form that `rules.score` takes; what does not belong to the outcome is unset."""

    system: str
    profile: dict[str, object] | UnsetType = UNSET
    seats: list[str]
    outcome: str
    winner: str | UnsetType = UNSET
    value: int | UnsetType = UNSET
    hand_class: str | UnsetType = UNSET
    jokerless: bool | UnsetType = UNSET
    self_picked: bool | UnsetType = UNSET
    thrower: str | UnsetType = UNSET
    exposures: int | UnsetType = UNSET
    dead: list[str]
    dead_after_throw: list[str] | UnsetType = UNSET
    error: Error | UnsetType = UNSET
    ruled: str | UnsetType = UNSET
    infractions: list[Infraction]


class Numbers(NamedTuple):
    """What the cards say about one game, the points in the order of the seats.

    ``dead`` names who was dead, None when that is not known. ``marked`` are the infractions the desk knows of, seat
    and kind: their penalties are in the points.
    """

    seats: tuple[str, ...]
    points: tuple[int, ...]
    dead: tuple[str, ...] | None = None
    marked: tuple[tuple[str, str], ...] = ()


class Games(NamedTuple):
    """All readings, simplest first; ``legal`` when they need no infraction beyond those marked."""

    legal: bool
    readings: tuple[Reading, ...]


class Fine(NamedTuple):
    """What explains the gap between a seat's game and its number: no infraction (kind empty), or one."""

    seat: int
    kind: str


Rank = tuple[int, ...]
"""A reading's place in the order: infractions, bonuses, dead, then the seats concerned."""

Ranked = tuple[Rank, "Reading"]


@lru_cache(maxsize=MOST_GAMES)
def games(tables: Tables, numbers: Numbers) -> Games:
    """Every reading of the numbers: without infractions if there are such, otherwise with at most one for each seat."""
    found = _sorted(_Search(tables, numbers, allow_fines=False))
    if found:
        return Games(legal=True, readings=found)
    return Games(legal=False, readings=_sorted(_Search(tables, numbers, allow_fines=True)))


@lru_cache(maxsize=MOST_GAMES)
def legal(tables: Tables, numbers: Numbers) -> bool:
    """Whether some game without infractions, but for those marked, scores so."""
    return next(_Search(tables, numbers, allow_fines=False).all(), None) is not None


def _sorted(search: _Search) -> tuple[Reading, ...]:
    return tuple(reading for _, reading in sorted(search.all(), key=_rank))


def _rank(ranked: Ranked) -> Rank:
    return ranked[0]


class _Search:
    """The search through one game's numbers. Seats are numbered in their order."""

    def __init__(self, tables: Tables, numbers: Numbers, *, allow_fines: bool) -> None:
        self.tables = tables
        self.letters = numbers.seats
        self.seats = range(len(numbers.seats))
        self.points = list(numbers.points)
        self.fines = tables.fines if allow_fines else {}
        self.thrower_fines = tables.thrower_fines if allow_fines else {}
        self.dead = None if numbers.dead is None else frozenset(map(numbers.seats.index, numbers.dead))
        self.dead_seats = self.dead or frozenset()
        self.marked = [Fine(numbers.seats.index(letter), kind) for letter, kind in numbers.marked]
        for seat, kind in self.marked:
            self.points[seat] += tables.costs[kind]
        self.marked_seats = {seat for seat, _ in self.marked}
        self.misnamers = {seat for seat, kind in self.marked if kind == MISNAMED_FOR_MAHJONG}

    def all(self) -> Iterator[Ranked]:
        yield from self.wins()
        if not self.misnamers:  # a misnamed tile that was claimed for mah jongg ends the game in a win
            yield from self.shared("wall", self.tables.wall, dead_share=self.tables.dead_gets_wall)
            yield from self.shared("unfinished", self.tables.unfinished, dead_share=False)
            yield from self.errors()

    def wins(self) -> Iterator[Ranked]:
        idle = [self.fine(seat, 0) for seat in self.seats]
        for winner in self.seats:
            if winner in self.dead_seats:
                continue
            others = [seat for seat in self.seats if seat != winner]
            scoring = [seat for seat in others if idle[seat] is None]
            if len(scoring) > 1:
                continue
            if not scoring and not self.misnamers and len(self.seats) - len(self.dead_seats) > 1:
                yield from self.picked(winner, [idle[seat] for seat in others])
            for thrower in scoring or others:
                if self.misnamers <= {thrower}:
                    rest = [idle[seat] for seat in others if seat != thrower]
                    yield from self.thrown(winner, thrower, rest)

    def picked(self, winner: int, rest: list[Fine | None]) -> Iterator[Ranked]:
        """Wins without a thrower."""
        for value, hand, fine in self.hands(winner, self.tables.picked):
            rank = (hand.bonuses, len(self.dead_seats), winner, 0, -value, hand.jokerless)
            yield self.reading(
                "win",
                [fine, *rest],
                rank,
                winner=self.letters[winner],
                value=value,
                hand_class=hand.hand_class,
                jokerless=hand.jokerless,
                self_picked=True,
                exposures=hand.exposures,
                dead=self.named(self.dead_seats),
            )

    def thrown(self, winner: int, thrower: int, rest: list[Fine | None]) -> Iterator[Ranked]:
        """Wins off this thrower. A thrower who was dead was declared so on the winning tile."""
        for penalty, ways in self.tables.thrown:
            paid = self.fine(thrower, -penalty, thrower=True)
            if paid is None:
                continue
            for value, hand, fine in self.hands(winner, ways):
                rank = (hand.bonuses, len(self.dead_seats), winner, thrower + 1, -value, hand.jokerless)
                yield self.reading(
                    "win",
                    [fine, paid, *rest],
                    rank,
                    winner=self.letters[winner],
                    value=value,
                    hand_class=hand.hand_class,
                    jokerless=hand.jokerless,
                    self_picked=False,
                    thrower=self.letters[thrower],
                    exposures=hand.exposures,
                    dead=self.named(self.dead_seats - {thrower}),
                    dead_after_throw=self.named(self.dead_seats & {thrower}) or UNSET,
                )

    def hands(self, winner: int, ways: tuple[Hand, ...]) -> Iterator[tuple[int, Hand, Fine]]:
        """The value, the hand and the winner's infraction that give the winner's number."""
        total = self.points[winner]
        totals = [(total, Fine(winner, ""))]
        if winner not in self.marked_seats:
            totals += [(total + cost, Fine(winner, kind)) for cost, kind in self.fines.items()]
        for due, fine in totals:
            for value in self.tables.values:
                for hand in ways:
                    if value + hand.extra == due:
                        yield value, hand, fine

    def shared(self, outcome: str, each: int, *, dead_share: bool) -> Iterator[Ranked]:
        """Games that nobody won: every live player has the same points, a dead one none unless they share."""
        options: list[list[tuple[bool, Fine]]] = []
        for seat in self.seats:
            ends = []
            if self.dead is None or seat not in self.dead:
                ends.append((False, self.fine(seat, each)))
            if self.dead is None and each and not dead_share:
                ends.append((True, self.fine(seat, 0)))
            elif seat in self.dead_seats:
                ends.append((True, self.fine(seat, each if dead_share else 0)))
            options.append([(dead, fine) for dead, fine in ends if fine])
        for chosen in product(*options):
            dead = {fine.seat for is_dead, fine in chosen if is_dead}
            ruled = len(self.seats) - len(dead) < 2
            if ruled and outcome != "wall":
                continue
            order = len(self.seats) if ruled else -1
            rank = (0, len(dead), order, outcome == "unfinished", -sum(8 >> seat for seat in dead), 0)
            yield self.reading(
                outcome,
                [fine for _, fine in chosen],
                rank,
                dead=self.named(dead),
                ruled="wall" if ruled else UNSET,
            )

    def errors(self) -> Iterator[Ranked]:
        """Mah jongg in error that ended the game: one player, or nobody, had kept the hand intact.

        Those known to be dead may have been so before, or by the call; the others have exposed their hands.
        """
        for intact in (*self.seats, None):
            if intact in self.dead_seats:
                continue
            fines = [self.fine(seat, self.tables.survivor if seat == intact else 0) for seat in self.seats]
            if None in fines:
                continue
            for caller in self.seats:
                if caller == intact:
                    continue
                exposed = set(self.seats) - {caller, intact} - self.dead_seats
                out = len(self.seats) - (intact is not None)
                yield self.reading(
                    "error",
                    fines,
                    (0, out, caller, -1 if intact is None else intact, 0, 0),
                    dead=self.named(self.dead_seats - {caller}),
                    error=Error(self.letters[caller], self.named(exposed)),
                )

    def named(self, seats: Iterable[int]) -> list[str]:
        return [self.letters[seat] for seat in sorted(seats)]

    def fine(self, seat: int, due: int, *, thrower: bool = False) -> Fine | None:
        """What makes this seat's number out of the points due; None when nothing does."""
        gap = due - self.points[seat]
        if not gap:
            return Fine(seat, "")
        if seat in self.marked_seats:
            return None
        kind = (self.thrower_fines if thrower else self.fines).get(gap)
        return Fine(seat, kind) if kind else None

    def reading(self, outcome: str, fines: Sequence[Fine | None], rank: Rank, **facts: object) -> Ranked:
        """One reading. ``rank`` is its place among those with as many infractions."""
        infractions = [*self.marked, *(fine for fine in fines if fine and fine.kind)]
        return (len(infractions), *rank), Reading(
            system=self.tables.system,
            profile=self.tables.changes or UNSET,
            seats=list(self.letters),
            outcome=outcome,
            infractions=[Infraction(self.letters[seat], kind) for seat, kind in sorted(infractions)],
            **facts,  # type: ignore[arg-type]
        )
