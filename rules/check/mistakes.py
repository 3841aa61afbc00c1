"""The likeliest mistakes behind numbers that no game gives, each with the numbers that would be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rules.check.games import games, legal
from rules.check.index import MOST_PROFILES, Index
from rules.check.numbers import MOST_GAMES, Numbers
from rules.game import Correction, Hint, Phrase, PointsGame, Values

BONUSES = ("self-picked", "jokerless", "no-exposure")
"""What the bonuses of `Index.bonuses` are for, in their order."""


class Mistake(NamedTuple):
    """What may have gone wrong: how unlikely it is, its code, the right points of each seat, the sentence's values."""

    rank: tuple[int, ...]
    code: str
    points: Mapping[int, int]
    values: Values


@lru_cache(maxsize=MOST_GAMES)
def hints(index: Index, numbers: Numbers) -> tuple[Hint, ...]:
    """Mistakes that explain the numbers, likeliest first; with each one's changes the game is legal."""
    hints_by_points: dict[tuple[int, ...], Hint] = {}
    for mistake in sorted(_mistakes(index, numbers), key=_rank):
        right = _with(numbers, mistake.points)
        if right.points != numbers.points and right.points not in hints_by_points and legal(index, right):
            changes = zip(numbers.seats, numbers.points, right.points, strict=True)
            hints_by_points[right.points] = Hint(
                mistake.code,
                tuple(
                    Correction(seat=seat, was=was, should_be=now) for seat, was, now in changes if was != now
                ),
                mistake.values,
            )
    return tuple(hints_by_points.values())


def _rank(mistake: Mistake) -> tuple[int, ...]:
    return mistake.rank


def _with(numbers: Numbers, points: Mapping[int, int]) -> Numbers:
    """The numbers with these points in these seats' places."""
    return numbers.with_points(tuple([points.get(seat, was) for seat, was in enumerate(numbers.points)]))


def _mistakes(index: Index, numbers: Numbers) -> Iterator[Mistake]:
    """Everything that may have gone wrong, whether or not it explains the numbers."""
    fined = numbers.fined(index)
    yield from _forgotten_fine(numbers, fined)
    yield from _unpaid_survivor(index, numbers, fined)
    yield from _missing_minus(numbers)
    yield from _slips_of_digits(index, numbers, fined)
    yield from _wall_not_for_all(index, numbers, fined)
    yield from _wrong_step(index, numbers, fined)
    yield from _missing_penalty(index, numbers, fined)
    yield from _missing_bonus(index, numbers, fined)
    yield from _two_winners(index, numbers, fined)


def _forgotten_fine(numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    for seat, fine in enumerate(fined):
        if fine:
            letter, due = numbers.seats[seat], numbers.points[seat] - fine
            values = {"variant": "infraction", "seat": letter, "fine": fine, "due": due}
            yield Mistake((0, seat), "missing-penalty", {seat: due}, values)


def _missing_minus(numbers: Numbers) -> Iterator[Mistake]:
    for seat, points in enumerate(numbers.points):
        if points > 0:
            values = {"seat": numbers.seats[seat], "points": points}
            yield Mistake((1, seat), "missing-minus", {seat: -points}, values)


def _unpaid_survivor(index: Index, numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    """The only hand left intact by a mah jongg in error that was marked has no points for it."""
    intact = numbers.intact()
    if len(intact) == 1 and numbers.erring():
        [seat] = intact
        due = index.survivor - fined[seat]
        values = {
            "variant": "survivor",
            "seat": numbers.seats[seat],
            "points": numbers.points[seat],
            "bonus": index.survivor,
            "due": due,
        }
        yield Mistake((0, seat), "missing-bonus", {seat: due}, values)


def _slips_of_digits(index: Index, numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    """A number written with one digit too many or too few, or with two of them changed over.

    Where no game gives the number as written, that is the first thing to think of; where some do, the last. A 0 is
    neither written nor meant by such a slip: it might be any number's.
    """
    known = ordinary(index)
    for seat, written in enumerate(numbers.points):
        fine = fined[seat]
        odd = written + fine not in known
        for slip, code, due in _digits_otherwise(written) if written else ():
            if due + fine in known:
                rank = (1, len(numbers.seats)) if odd else (10,)
                plain = due + fine in index.values or due < 0
                values = {"seat": numbers.seats[seat], "points": written, "due": due}
                yield Mistake((*rank, slip, not plain, abs(due), seat), code, {seat: due}, values)


@lru_cache(maxsize=MOST_GAMES)
def _digits_otherwise(written: int) -> tuple[tuple[int, str, int], ...]:
    """What may have been meant: how unlikely that is, the slip, and the number.

    The fewer numbers a slip can come from, the likelier it is; a digit too many comes last or twice, most often.
    """
    digits, sign = str(abs(written)), -1 if written < 0 else 1
    numbers: dict[int, tuple[int, str]] = {}
    for place in range(len(digits) - 1):
        digit, following = digits[place], digits[place + 1]
        if place or following != "0":
            number = int(digits[:place] + following + digit + digits[place + 2 :])
            numbers.setdefault(number, (0, "transposed"))
    for place, digit in enumerate(digits if len(digits) > 1 else ()):
        after = digits[place + 1 :]
        unlikely = bool(after) and not after.startswith(digit)
        number = int(digits[:place] + after)
        numbers[number] = min(numbers.get(number, (3, "")), (1 + unlikely, "added-digit"))
    for place in range(len(digits) + 1):
        for digit in "0123456789"[not place :]:
            numbers.setdefault(int(digits[:place] + digit + digits[place:]), (3, "dropped-digit"))
    return tuple((rank, code, sign * number) for number, (rank, code) in numbers.items() if number)


@lru_cache(maxsize=MOST_PROFILES)
def ordinary(index: Index) -> frozenset[int]:
    """Every number that a game without infractions gives somebody."""
    won = {
        value + extra
        for ways in (index.picked, *index.thrown.values())
        for extra in ways
        for value in index.values
    }
    return frozenset(
        {0, index.wall, index.unfinished, index.survivor, *won, *(-penalty for penalty in index.thrown)}
    )


def _wall_not_for_all(index: Index, numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    """A wall game pays every live player the same, and a dead one nothing unless the profile says so."""
    wall, out = index.wall, numbers.out()
    live = [seat for seat in range(len(numbers.seats)) if index.dead_gets_wall or seat not in out]
    due = {seat: (wall if seat in live else 0) - fine for seat, fine in enumerate(fined)}
    maybe_dead = numbers.dead is None and not index.dead_gets_wall
    wrong = {
        seat: points
        for seat, points in due.items()
        if numbers.points[seat] != points and not (maybe_dead and numbers.points[seat] == -fined[seat])
    }
    right = [seat for seat in live if seat not in wrong and numbers.points[seat] == due[seat]]
    if wall and len(right) >= len(wrong):
        values: dict[str, object] = {"wall": wall, "numbers": _points_for(numbers, wrong)}
        if index.dead_gets_wall:
            values["variant"] = "dead-too"
        yield Mistake((1 + len(wrong),), "wall-not-for-all", wrong, values)


def _wrong_step(index: Index, numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    for seat, points in enumerate(numbers.points):
        written = -(points + fined[seat])
        if written > 0:
            for penalty in index.thrown:
                values = {
                    "seat": numbers.seats[seat],
                    "written": written,
                    "exposures": _exposures(index, penalty),
                    "penalty": penalty,
                }
                due = -penalty - fined[seat]
                yield Mistake((2, abs(penalty - written), penalty, seat), "wrong-step", {seat: due}, values)


def _missing_penalty(index: Index, numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    for step, penalty in enumerate(index.thrown):
        for seat, points in enumerate(numbers.points):
            if points + fined[seat] == 0:
                due = -penalty - fined[seat]
                values = {
                    "variant": "throw",
                    "due": due,
                    "seat": numbers.seats[seat],
                    "exposures": _exposures(index, penalty),
                }
                rank = (3 if not step else 5 + step, seat)
                yield Mistake(rank, "missing-penalty", {seat: due}, values)


def _missing_bonus(index: Index, numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    """The winner has the value, but not every bonus that the game must have had."""
    bonuses = [bonus for bonus in index.bonuses if bonus]
    more = {sum(combination) for size in (1, 2, 3) for combination in combinations(bonuses, size)}
    for seat, points in enumerate(numbers.points):
        if points + fined[seat] < index.values[0]:
            continue
        for bonus in sorted(more):
            right = _with(numbers, {seat: points + bonus})
            for game in games(index, right) if legal(index, right) else ():
                missing = _bonuses_missing(index, game, numbers.seats[seat], bonus)
                if missing:
                    values = {
                        "seat": numbers.seats[seat],
                        "points": points,
                        "bonuses": Phrase("and", {"parts": missing}),
                        "due": points + bonus,
                    }
                    rank = (4, len(missing), bonus, seat)
                    yield Mistake(rank, "missing-bonus", {seat: points + bonus}, values)
                    break


def _bonuses_missing(index: Index, game: PointsGame, winner: str, points: int) -> tuple[Phrase, ...]:
    """The fewest bonuses of this game that make up the missing points; none when they do not."""
    if game.winner != winner:
        return ()
    pays = (
        game.self_picked,
        game.jokerless,
        game.exposures == 0 and game.hand_class == "exposed",
    )
    paid = [
        (bonus, name)
        for bonus, name, is_paid in zip(index.bonuses, BONUSES, pays, strict=True)
        if is_paid and bonus
    ]
    for size in range(1, len(paid) + 1):
        for combination in combinations(paid, size):
            if sum(bonus for bonus, _ in combination) == points:
                return tuple(Phrase("bonus", {"name": name, "points": bonus}) for bonus, name in combination)
    return ()


def _two_winners(index: Index, numbers: Numbers, fined: list[int]) -> Iterator[Mistake]:
    """Several players have what only a winner can have; all but one of them had 0, or threw the winning tile."""
    winning = [seat for seat, points in enumerate(numbers.points) if points + fined[seat] >= index.values[0]]
    if not 2 <= len(winning) < len(numbers.seats):
        return
    winners = Phrase("and", {"parts": tuple(numbers.seats[seat] for seat in winning)})
    for winner in winning:
        losers = [seat for seat in winning if seat != winner]
        zeros = {seat: -fined[seat] for seat in losers}
        values = {"seats": winners, "numbers": _points_for(numbers, zeros)}
        yield Mistake((5, winner), "two-winners", zeros, values)
        for penalty in index.thrown:
            for thrower in losers:
                due = {**zeros, thrower: -penalty - fined[thrower]}
                values = {"seats": winners, "numbers": _points_for(numbers, due)}
                yield Mistake((9, penalty, thrower), "two-winners", due, values)


def _exposures(index: Index, penalty: int) -> Phrase:
    """What the winner had exposed when throwing the winning tile costs so much."""
    return Phrase(
        "exposures", {"steps": tuple(step for step, cost in enumerate(index.thrower) if cost == penalty)}
    )


def _points_for(numbers: Numbers, points: Mapping[int, int]) -> tuple[Phrase, ...]:
    return tuple(
        Phrase("points-for", {"points": due, "seat": numbers.seats[seat]}) for seat, due in points.items()
    )
