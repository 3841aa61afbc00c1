"""Who wins which prize: the rows of a prize plan, in their order, over contests of scores.

A contest is one order of entries by score, higher is better; a row sets prizes out for places of every contest it
names. Rows of one criterion, kind and exclusivity are one ladder of places: a tie that reaches over a row's border
pools the places of the next row too. Whoever holds an exclusive prize is passed over for any other exclusive one, and
the next moves up; only the places above keep those who fill them.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count, filterfalse, groupby, islice
from typing import Generic, TypeVar

import msgspec

from rules.game import Fault
from rules.pot import largest_remainders
from rules.ranking import entry_order

K = TypeVar("K", bound=Hashable)
Ladder = tuple[str, bool, bool]


class AwardRow(msgspec.Struct, Generic[K], frozen=True):
    """Prizes for the places from ``first`` down: ``cents`` or ``things``, one for each place.

    ``contests`` has the scores of each contest by its name; a criterion has the same contests in all its rows.
    ``ranks`` say who of equal scores comes first, where a tie-break decides that; those of one rank tie.
    """

    criterion: str
    contests: Mapping[str, Mapping[K, int]]
    first: int = 1
    cents: tuple[int, ...] = ()
    things: tuple[str, ...] = ()
    exclusive: bool = False
    ranks: Mapping[K, int] = msgspec.field(default_factory=dict)

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.cents or self.things))

    @property
    def ladder(self) -> Ladder:
        return (self.criterion, bool(self.things), self.exclusive)


class Award(msgspec.Struct, Generic[K], frozen=True):
    """What one entry wins by a row.

    ``first`` to ``last`` are the places that those who share fill, ``sharing`` how many they are; ``rank`` is the place
    in the contest with nobody passed over, ``moved_up`` how many above were passed over.
    """

    row: int
    contest: str
    entry: K
    first: int
    last: int
    rank: int
    score: int
    sharing: int = 1
    moved_up: int = 0
    cents: int = 0
    thing: str = ""


class PassedOver(msgspec.Struct, Generic[K], frozen=True):
    """Somebody who would have had a prize of ``row`` without the exclusive one of row ``holds``."""

    row: int
    contest: str
    entry: K
    holds: int


class Undecided(msgspec.Struct, Generic[K], frozen=True):
    """Things for ``candidates`` who tie and cannot share them, because the things differ or are too few."""

    row: int
    contest: str
    first: int
    last: int
    things: tuple[str, ...]
    candidates: tuple[K, ...]


class TieDecision(msgspec.Struct, Generic[K], frozen=True):
    """A director's answer to an `Undecided`: ``winners`` in the order of the things, or ``each`` gets the first thing.

    Valid for exactly these candidates; once others tie, the prize is undecided again.
    """

    criterion: str
    contest: str
    candidates: tuple[K, ...]
    winners: tuple[K, ...]
    each: bool = False


class UnfilledPrize(msgspec.Struct, frozen=True):
    row: int
    contest: str
    place: int
    cents: int = 0
    thing: str = ""


class Awards(msgspec.Struct, Generic[K], frozen=True):
    """The outcome of a plan; each list in the order of rows, contests and places."""

    awards: list[Award[K]]
    undecided: list[Undecided[K]]
    passed_over: list[PassedOver[K]]
    unfilled: list[UnfilledPrize]


def overlaps(rows: Sequence[AwardRow[K]]) -> list[Fault]:
    """The rows that set out a prize for a place twice in one ladder; ``field`` is the later row's index."""
    faults, row_of_place = [], dict[tuple[Ladder, int], int]()
    for index, row in enumerate(rows):
        twice = [place for place in row.places if (row.ladder, place) in row_of_place]
        if twice:
            values = {"place": twice[0], "row": row_of_place[row.ladder, twice[0]]}
            faults.append(Fault("places-overlap", str(index), values))
        row_of_place |= {(row.ladder, place): index for place in row.places if place not in twice}
    return faults


def award_prizes(
    rows: Sequence[AwardRow[K]],
    *,
    decisions: Sequence[TieDecision[K]] = (),
    fixed: Collection[int] = (),
    given: Sequence[Award[K]] = (),
) -> Awards[K]:
    """Award the prizes of a plan. Raises ValueError where rows overlap.

    Rows in ``fixed`` are not awarded again: ``given`` has their awards, and their exclusive prizes count before
    those of every other row. In their ladder the places of their winners are taken, and the others fill the
    remaining places; rows that share a tie (``shared_ties``) are fixed together. Odd cents go to the lower entry
    numbers.
    """
    if overlaps(rows):
        raise ValueError("Two rows set out a prize for the same place.")
    work = _Work(rows, decisions, fixed)
    for award in given:
        work.give(award)
    for index, row in enumerate(rows):
        if index not in fixed:
            for contest in row.contests:
                work.award_contest(index, contest)
    unfilled = [prize for prize in work.unfilled_prizes() if prize.row not in fixed]
    return Awards(work.awards, work.undecided, work.passed_over, unfilled)


def shared_ties(rows: Sequence[AwardRow[K]], awards: Sequence[Award[K]], chosen: Collection[int]) -> set[int]:
    """The chosen rows, and those bound to them because a tie pools places of both."""
    bound = set(chosen)
    row_of_place = {(row.ladder, place): index for index, row in enumerate(rows) for place in row.places}
    ties = [
        {award.row}
        | {
            row_of_place[rows[award.row].ladder, place]
            for place in range(award.first, award.last + 1)
            if (rows[award.row].ladder, place) in row_of_place
        }
        for award in awards
    ]
    while more := {row for tie in ties if tie & bound for row in tie} - bound:
        bound |= more
    return bound


def next_free(place: int, taken: Collection[int]) -> int:
    return next(filterfalse(taken.__contains__, count(place)))


class _Group(msgspec.Struct, Generic[K]):
    entries: list[K]
    places: list[int]
    rank: int
    score: int
    moved_up: int

    @property
    def first(self) -> int:
        return self.places[0]

    @property
    def last(self) -> int:
        return self.places[-1]


class _Work(Generic[K]):
    def __init__(
        self, rows: Sequence[AwardRow[K]], decisions: Sequence[TieDecision[K]], fixed: Collection[int]
    ) -> None:
        self.rows = rows
        self.fixed = fixed
        self.decisions = {
            (decision.criterion, decision.contest, frozenset(decision.candidates)): decision
            for decision in decisions
        }
        self.awards: list[Award[K]] = []
        self.undecided: list[Undecided[K]] = []
        self.passed_over: list[PassedOver[K]] = []
        self.holders: dict[K, Award[K]] = {}
        self.filled: dict[tuple[Ladder, str], set[int]] = defaultdict(set)
        self.given: dict[tuple[Ladder, str], set[K]] = defaultdict(set)
        self.taken: dict[tuple[Ladder, str], set[int]] = defaultdict(set)
        self.set_out: dict[Ladder, dict[int, tuple[int, int | str]]] = defaultdict(dict)
        for index, row in enumerate(rows):
            prizes: Sequence[int | str] = row.cents or row.things
            self.set_out[row.ladder] |= {
                place: (index, prize) for place, prize in zip(row.places, prizes, strict=True)
            }

    def give(self, award: Award[K]) -> None:
        """Records an award of a fixed row; its winner takes one of the places that the tied entries fill."""
        self.hold(award)
        key = (self.rows[award.row].ladder, award.contest)
        self.given[key].add(award.entry)
        self.taken[key].add(next_free(award.first, self.taken[key]))

    def hold(self, award: Award[K]) -> None:
        if self.rows[award.row].exclusive:
            self.holders.setdefault(award.entry, award)

    def award_contest(self, index: int, contest: str) -> None:
        row = self.rows[index]
        filled = self.filled[row.ladder, contest]
        for group in self.groups(index, contest):
            open_places = [
                place
                for place in group.places
                if place in self.set_out[row.ladder]
                and place not in filled
                and self.set_out[row.ladder][place][0] not in self.fixed
            ]
            if group.last < row.first or not open_places:
                continue
            filled.update(open_places)
            prizes = [self.set_out[row.ladder][place][1] for place in open_places]
            for award in self.shared(index, contest, group, prizes):
                self.awards.append(award)
                self.hold(award)

    def groups(self, index: int, contest: str) -> Iterator[_Group[K]]:
        """The groups of a row by falling score, down to its last place; appends to ``passed_over``."""
        row = self.rows[index]
        scores = row.contests[contest]
        given, taken = self.given[row.ladder, contest], self.taken[row.ladder, contest]
        place, rank, passed = next_free(1, taken), 1, 0

        def merit(entry: K) -> tuple[int, int]:
            return (-scores[entry], row.ranks.get(entry, 0))

        order = sorted(scores, key=lambda entry: (*merit(entry), entry_order(entry)))
        for (score, _rank), tied in groupby(order, key=merit):
            if place > row.places[-1]:
                return
            entries = list(tied)
            free = []
            for entry in entries:
                holds = self.holders.get(entry) if row.exclusive else None
                if entry in given:
                    continue
                if holds is None:
                    free.append(entry)
                elif self.keeps_place_above(holds, row, contest, place):
                    place = next_free(place + 1, taken)
                else:
                    passed += 1
                    self.passed_over.append(PassedOver(index, contest, entry, holds.row))
            if free:
                places = list(islice(filterfalse(taken.__contains__, count(place)), len(free)))
                place = next_free(places[-1] + 1, taken)
                yield _Group(free, places, rank, -score, passed)
            rank += len(entries)

    def keeps_place_above(self, holds: Award[K], row: AwardRow[K], contest: str, place: int) -> bool:
        same = self.rows[holds.row].criterion == row.criterion and holds.contest == contest
        return same and place < row.first

    def shared(
        self, index: int, contest: str, group: _Group[K], prizes: list[int | str]
    ) -> Iterator[Award[K]]:
        """Money is pooled and shared to the cent; things only where everybody has the same one."""
        row, sharing = self.rows[index], len(group.entries)

        def award(entry: K, *, cents: int = 0, thing: str = "") -> Award[K]:
            return Award(
                row=index,
                contest=contest,
                entry=entry,
                first=group.first,
                last=group.last,
                rank=group.rank,
                score=group.score,
                sharing=sharing,
                moved_up=group.moved_up,
                cents=cents,
                thing=thing,
            )

        amounts = [prize for prize in prizes if isinstance(prize, int)]
        things = tuple(prize for prize in prizes if isinstance(prize, str))
        if amounts:
            shares = largest_remainders(sum(amounts), [1] * sharing)
            for entry, cents in zip(group.entries, shares, strict=True):
                yield award(entry, cents=cents)
            return
        decision = self.decisions.get((row.criterion, contest, frozenset(group.entries)))
        if len(things) == sharing and len(set(things)) == 1:
            for entry in group.entries:
                yield award(entry, thing=things[0])
        elif decision is None:
            candidates = tuple(group.entries)
            self.undecided.append(Undecided(index, contest, group.first, group.last, things, candidates))
        elif decision.each:
            for entry in group.entries:
                yield award(entry, thing=things[0])
        else:
            for entry, thing in zip(decision.winners, things, strict=False):
                yield award(entry, thing=thing)

    def unfilled_prizes(self) -> Iterator[UnfilledPrize]:
        for index, row in enumerate(self.rows):
            for contest in row.contests:
                filled = self.filled[row.ladder, contest]
                for position, place in enumerate(row.places):
                    if place not in filled and row.things:
                        yield UnfilledPrize(index, contest, place, thing=row.things[position])
                    elif place not in filled:
                        yield UnfilledPrize(index, contest, place, cents=row.cents[position])


def draw_lots(seed: str, numbers: Iterable[int]) -> list[int]:
    """The numbers in the order drawn, which anybody can draw again: by the SHA-256 of seed, a space and the number, as
    hexadecimal text.
    """
    return sorted(
        set(numbers), key=lambda number: (hashlib.sha256(f"{seed} {number}".encode()).hexdigest(), number)
    )
