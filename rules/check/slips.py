"""The likeliest slips behind numbers that no game gives, each with the numbers that would be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from rules.check.numbers import MOST_GAMES, Numbers, legal
from rules.check.readings import Reading, games
from rules.check.tables import Tables
from rules.check.words import BONUSES, exposures_in_words
from rules.words import chained, say


class Change(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One number to write anew; ``game`` counts from 1 and is only set where a whole set is spoken of."""

    seat: str
    game: int | UnsetType = UNSET
    was: int
    should_be: int


class Hint(msgspec.Struct, frozen=True, gc=False):
    """A likely slip: a stable code, the numbers that mend it, a sentence for the desk."""

    code: str
    changes: tuple[Change, ...]
    message: str


class Slip(NamedTuple):
    """A slip that may have happened: how unlikely it is, its code, the right points of each seat, a sentence."""

    rank: tuple[int, ...]
    code: str
    points: Mapping[int, int]
    message: str


@lru_cache(maxsize=MOST_GAMES)
def hints(tables: Tables, numbers: Numbers) -> tuple[Hint, ...]:
    """Slips that explain the numbers, likeliest first; with each one's changes the game is legal."""
    found: dict[tuple[int, ...], Hint] = {}
    for slip in sorted(_slips(tables, numbers), key=_rank):
        right = _with(numbers, slip.points)
        if right.points != numbers.points and right.points not in found and legal(tables, right):
            changes = zip(numbers.seats, numbers.points, right.points, strict=True)
            found[right.points] = Hint(
                slip.code,
                tuple(Change(seat=seat, was=was, should_be=now) for seat, was, now in changes if was != now),
                slip.message,
            )
    return tuple(found.values())


def _rank(slip: Slip) -> tuple[int, ...]:
    return slip.rank


def _with(numbers: Numbers, points: Mapping[int, int]) -> Numbers:
    """The numbers with these points in these seats' places."""
    return numbers._replace(points=tuple(points.get(seat, was) for seat, was in enumerate(numbers.points)))


def _slips(tables: Tables, numbers: Numbers) -> Iterator[Slip]:
    """Everything that may have gone wrong, whether or not it explains the numbers."""
    fined = numbers.fined(tables)
    yield from _forgotten_fine(numbers, fined)
    yield from _missing_minus(numbers)
    yield from _wall_not_for_all(tables, numbers, fined)
    yield from _wrong_step(tables, numbers, fined)
    yield from _missing_penalty(tables, numbers, fined)
    yield from _missing_bonus(tables, numbers, fined)
    yield from _two_winners(tables, numbers, fined)


def _forgotten_fine(numbers: Numbers, fined: list[int]) -> Iterator[Slip]:
    for seat, fine in enumerate(fined):
        if fine:
            letter, due = numbers.seats[seat], numbers.points[seat] - fine
            message = say(
                "{seat} has an infraction that costs {fine}, and it is not taken off: {due} for {seat}.",
                seat=letter,
                fine=fine,
                due=due,
            )
            yield Slip((0, seat), "missing-penalty", {seat: due}, message)


def _missing_minus(numbers: Numbers) -> Iterator[Slip]:
    for seat, points in enumerate(numbers.points):
        if points > 0:
            message = say(
                "{seat}'s {points} reads like a penalty whose minus sign is missing: -{points}.",
                seat=numbers.seats[seat],
                points=points,
            )
            yield Slip((1, seat), "missing-minus", {seat: -points}, message)


def _wall_not_for_all(tables: Tables, numbers: Numbers, fined: list[int]) -> Iterator[Slip]:
    """A wall game pays every live player the same, and a dead one nothing unless the profile says so."""
    wall = tables.wall
    live = [
        seat
        for seat, letter in enumerate(numbers.seats)
        if tables.dead_gets_wall or letter not in (numbers.dead or ())
    ]
    due = {seat: (wall if seat in live else 0) - fine for seat, fine in enumerate(fined)}
    maybe_dead = numbers.dead is None and not tables.dead_gets_wall
    wrong = {
        seat: points
        for seat, points in due.items()
        if numbers.points[seat] != points and not (maybe_dead and numbers.points[seat] == -fined[seat])
    }
    right = [seat for seat in live if seat not in wrong and numbers.points[seat] == due[seat]]
    if wall and len(right) >= len(wrong):
        mended = _in_words(numbers, wrong)
        if tables.dead_gets_wall:
            message = say("A wall game is {wall} for each player: {numbers}.", wall=wall, numbers=mended)
        else:
            message = say(
                "A wall game is {wall} for each player whose hand is live: {numbers}.",
                wall=wall,
                numbers=mended,
            )
        yield Slip((1 + len(wrong),), "wall-not-for-all", wrong, message)


def _wrong_step(tables: Tables, numbers: Numbers, fined: list[int]) -> Iterator[Slip]:
    for seat, points in enumerate(numbers.points):
        written = -(points + fined[seat])
        if written > 0:
            for penalty in tables.thrown:
                message = say(
                    "{seat}'s penalty of {written} does not fit this game; throwing the winning tile to {exposures} "
                    "costs {penalty}.",
                    seat=numbers.seats[seat],
                    written=written,
                    exposures=_winner_in_words(tables, penalty),
                    penalty=penalty,
                )
                due = -penalty - fined[seat]
                yield Slip((2, abs(penalty - written), penalty, seat), "wrong-step", {seat: due}, message)


def _missing_penalty(tables: Tables, numbers: Numbers, fined: list[int]) -> Iterator[Slip]:
    for step, penalty in enumerate(tables.thrown):
        for seat, points in enumerate(numbers.points):
            if points + fined[seat] == 0:
                letter, due = numbers.seats[seat], -penalty - fined[seat]
                message = say(
                    "Nobody has the penalty for throwing the winning tile: {due} for {seat} if {seat} threw it to "
                    "{exposures}.",
                    due=due,
                    seat=letter,
                    exposures=_winner_in_words(tables, penalty),
                )
                yield Slip((3 if not step else 5 + step, seat), "missing-penalty", {seat: due}, message)


def _missing_bonus(tables: Tables, numbers: Numbers, fined: list[int]) -> Iterator[Slip]:
    """The winner has the value, but not every bonus that the game must have had."""
    bonuses = [bonus for bonus in tables.bonuses if bonus]
    more = {sum(some) for size in (1, 2, 3) for some in combinations(bonuses, size)}
    for seat, points in enumerate(numbers.points):
        if points + fined[seat] < tables.values[0]:
            continue
        for bonus in sorted(more):
            right = _with(numbers, {seat: points + bonus})
            for reading in games(tables, right) if legal(tables, right) else ():
                missing = _bonuses_missing(tables, reading, numbers.seats[seat], bonus)
                if missing:
                    message = say(
                        "{seat}'s {points} lacks {bonuses}: {due}.",
                        seat=numbers.seats[seat],
                        points=points,
                        bonuses=chained(missing),
                        due=points + bonus,
                    )
                    rank = (4, len(missing), bonus, seat)
                    yield Slip(rank, "missing-bonus", {seat: points + bonus}, message)
                    break


def _bonuses_missing(tables: Tables, reading: Reading, winner: str, points: int) -> list[str]:
    """The fewest bonuses of this reading that make up the missing points, in words; none when they do not."""
    if reading.winner != winner:
        return []
    pays = (
        reading.self_picked is True,
        reading.jokerless is True,
        reading.exposures == 0 and reading.hand_class == "exposed",
    )
    paid = [
        (bonus, name)
        for bonus, name, is_paid in zip(tables.bonuses, BONUSES, pays, strict=True)
        if is_paid and bonus
    ]
    for size in range(1, len(paid) + 1):
        for some in combinations(paid, size):
            if sum(bonus for bonus, _ in some) == points:
                return [say(name, points=bonus) for bonus, name in some]
    return []


def _two_winners(tables: Tables, numbers: Numbers, fined: list[int]) -> Iterator[Slip]:
    """Several players have what only a winner can have; all but one of them had 0, or threw the winning tile."""
    winning = [seat for seat, points in enumerate(numbers.points) if points + fined[seat] >= tables.values[0]]
    if not 2 <= len(winning) < len(numbers.seats):
        return
    winners = chained([numbers.seats[seat] for seat in winning])
    for winner in winning:
        losers = [seat for seat in winning if seat != winner]
        nothing = {seat: -fined[seat] for seat in losers}
        yield Slip((5, winner), "two-winners", nothing, _one_winner(winners, numbers, nothing))
        for penalty in tables.thrown:
            for thrower in losers:
                due = {**nothing, thrower: -penalty - fined[thrower]}
                yield Slip((9, penalty, thrower), "two-winners", due, _one_winner(winners, numbers, due))


def _one_winner(winners: str, numbers: Numbers, points: Mapping[int, int]) -> str:
    return say(
        "{seats} have a winner's points, and a game has one winner: {numbers}.",
        seats=winners,
        numbers=_in_words(numbers, points),
    )


def _winner_in_words(tables: Tables, penalty: int) -> str:
    """What the winner had exposed when throwing the winning tile costs so much."""
    return exposures_in_words([step for step, cost in enumerate(tables.thrower) if cost == penalty])


def _in_words(numbers: Numbers, points: Mapping[int, int]) -> str:
    return ", ".join(
        say("{points} for {seat}", points=due, seat=numbers.seats[seat]) for seat, due in points.items()
    )
