"""The likeliest mistakes behind numbers that no game gives, each with the corrected numbers."""

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


TENS_WITHOUT_THEIR_DIGIT = tuple((3, "dropped-digit", tens) for tens in range(10, 100, 10))


class Mistake(NamedTuple):
    """``rank``: smaller is likelier. ``points``: the right points by seat. ``values``: what the sentence needs."""

    rank: tuple[int, ...]
    code: str
    points: Mapping[int, int]
    values: Values


@lru_cache(maxsize=MOST_GAMES)
def hints(index: Index, numbers: Numbers) -> tuple[Hint, ...]:
    """The mistakes whose corrections make the game legal, likeliest first; one for each result."""
    hints_by_points: dict[tuple[int, ...], Hint] = {}
    for mistake in sorted(_mistakes(index, numbers), key=_rank):
        corrected_numbers = _with(numbers, mistake.points)
        if (
            corrected_numbers.points != numbers.points
            and corrected_numbers.points not in hints_by_points
            and legal(index, corrected_numbers)
        ):
            changes = zip(numbers.seats, numbers.points, corrected_numbers.points, strict=True)
            hints_by_points[corrected_numbers.points] = Hint(
                mistake.code,
                tuple(
                    Correction(seat=seat, was=old_number, should_be=new_number)
                    for seat, old_number, new_number in changes
                    if old_number != new_number
                ),
                mistake.values,
            )
    return tuple(hints_by_points.values())


def _rank(mistake: Mistake) -> tuple[int, ...]:
    return mistake.rank


def _with(numbers: Numbers, points: Mapping[int, int]) -> Numbers:
    return numbers.with_points(tuple([points.get(seat, was) for seat, was in enumerate(numbers.points)]))


def _mistakes(index: Index, numbers: Numbers) -> Iterator[Mistake]:
    """All possible mistakes, including those that do not explain the numbers."""
    fines = numbers.fined(index)
    yield from _forgotten_fine(numbers, fines)
    yield from _unpaid_survivor(index, numbers, fines)
    yield from _missing_minus(numbers)
    yield from _digit_mistakes(index, numbers, fines)
    yield from _wall_not_for_all(index, numbers, fines)
    yield from _wrong_step(index, numbers, fines)
    yield from _missing_penalty(index, numbers, fines)
    yield from _missing_bonus(index, numbers, fines)
    yield from _two_winners(index, numbers, fines)


def _forgotten_fine(numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    for seat, fine in enumerate(fines):
        if fine:
            letter, due = numbers.seats[seat], numbers.points[seat] - fine
            values = {"variant": "infraction", "seat": letter, "fine": fine, "due": due}
            yield Mistake((0, seat), "missing-penalty", {seat: due}, values)


def _missing_minus(numbers: Numbers) -> Iterator[Mistake]:
    for seat, points in enumerate(numbers.points):
        if points > 0:
            values = {"seat": numbers.seats[seat], "points": points}
            yield Mistake((1, seat), "missing-minus", {seat: -points}, values)


def _unpaid_survivor(index: Index, numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    """After a marked mah jongg in error, the only intact hand was not given its points."""
    intact = numbers.intact()
    if len(intact) == 1 and numbers.erring():
        [seat] = intact
        due = index.survivor - fines[seat]
        values = {
            "variant": "survivor",
            "seat": numbers.seats[seat],
            "points": numbers.points[seat],
            "bonus": index.survivor,
            "due": due,
        }
        yield Mistake((0, seat), "missing-bonus", {seat: due}, values)


def _digit_mistakes(index: Index, numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    """A number written with one digit too many or too few, or with two neighbouring digits exchanged.

    Ranked first where no game gives the number as written, last otherwise. 0 is the rest of a winner's tens alone, and
    after everything else: nearly every game has a true one.
    """
    possible_numbers = ordinary(index)
    for seat, written in enumerate(numbers.points):
        fine = fines[seat]
        is_impossible = written + fine not in possible_numbers
        for likelihood, code, due in _digits_otherwise(written) if written else TENS_WITHOUT_THEIR_DIGIT:
            if due + fine in possible_numbers:
                rank = (1, len(numbers.seats)) if is_impossible else (10,) if written else (11,)
                is_ordinary = due + fine in index.values or due < 0
                values = {"seat": numbers.seats[seat], "points": written, "due": due}
                yield Mistake((*rank, likelihood, not is_ordinary, abs(due), seat), code, {seat: due}, values)


@lru_cache(maxsize=MOST_GAMES)
def _digits_otherwise(written: int) -> tuple[tuple[int, str, int], ...]:
    """Rank, code and number of everything that ``written`` can be a mistake for.

    Ranked by how few numbers a mistake can come from. A digit too many ranks higher where it is the last or repeats its
    neighbour, the commonest cases.
    """
    digits, sign = str(abs(written)), -1 if written < 0 else 1
    numbers: dict[int, tuple[int, str]] = {}
    for position in range(len(digits) - 1):
        digit, next_digit = digits[position], digits[position + 1]
        if position or next_digit != "0":
            number = int(digits[:position] + next_digit + digit + digits[position + 2 :])
            numbers.setdefault(number, (0, "transposed"))
    for position, digit in enumerate(digits if len(digits) > 1 else ()):
        after = digits[position + 1 :]
        unlikely = bool(after) and not after.startswith(digit)
        number = int(digits[:position] + after)
        numbers[number] = min(numbers.get(number, (3, "")), (1 + unlikely, "added-digit"))
    for position in range(len(digits) + 1):
        for digit in "0123456789"[not position :]:
            numbers.setdefault(int(digits[:position] + digit + digits[position:]), (3, "dropped-digit"))
    return tuple((rank, code, sign * number) for number, (rank, code) in numbers.items() if number)


@lru_cache(maxsize=MOST_PROFILES)
def ordinary(index: Index) -> frozenset[int]:
    """Every number that a game without infractions gives to some player."""
    won = {
        value + extra
        for ways in (index.picked, *index.thrown.values())
        for extra in ways
        for value in index.values
    }
    return frozenset(
        {0, index.wall, index.unfinished, index.survivor, *won, *(-penalty for penalty in index.thrown)}
    )


def _wall_not_for_all(index: Index, numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    """In a wall game every live player has the same points, and a dead one 0 unless the profile pays the dead."""
    wall, dead_seats = index.wall, numbers.out()
    live = [seat for seat in range(len(numbers.seats)) if index.dead_gets_wall or seat not in dead_seats]
    expected_points = {seat: (wall if seat in live else 0) - fine for seat, fine in enumerate(fines)}
    maybe_dead = numbers.dead is None and not index.dead_gets_wall
    wrong_points = {
        seat: points
        for seat, points in expected_points.items()
        if numbers.points[seat] != points and not (maybe_dead and numbers.points[seat] == -fines[seat])
    }
    right_seats = [
        seat for seat in live if seat not in wrong_points and numbers.points[seat] == expected_points[seat]
    ]
    if wall and len(right_seats) >= len(wrong_points):
        values: dict[str, object] = {"wall": wall, "numbers": _points_for(numbers, wrong_points)}
        if index.dead_gets_wall:
            values["variant"] = "dead-too"
        yield Mistake((1 + len(wrong_points),), "wall-not-for-all", wrong_points, values)


def _wrong_step(index: Index, numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    for seat, points in enumerate(numbers.points):
        written = -(points + fines[seat])
        if written > 0:
            for penalty in index.thrown:
                values = {
                    **_exposures(index, penalty, ""),
                    "seat": numbers.seats[seat],
                    "written": written,
                    "penalty": penalty,
                }
                due = -penalty - fines[seat]
                yield Mistake((2, abs(penalty - written), penalty, seat), "wrong-step", {seat: due}, values)


def _missing_penalty(index: Index, numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    for step, penalty in enumerate(index.thrown):
        for seat, points in enumerate(numbers.points):
            if points + fines[seat] == 0:
                due = -penalty - fines[seat]
                values = {**_exposures(index, penalty, "throw"), "due": due, "seat": numbers.seats[seat]}
                rank = (3 if not step else 5 + step, seat)
                yield Mistake(rank, "missing-penalty", {seat: due}, values)


def _missing_bonus(index: Index, numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    """The winner was given the value without all bonuses of the game."""
    bonuses = [bonus for bonus in index.bonuses if bonus]
    bonus_sums = {sum(combination) for size in (1, 2, 3) for combination in combinations(bonuses, size)}
    for seat, points in enumerate(numbers.points):
        if points + fines[seat] < index.values[0]:
            continue
        for bonus in sorted(bonus_sums):
            corrected_numbers = _with(numbers, {seat: points + bonus})
            for game in games(index, corrected_numbers) if legal(index, corrected_numbers) else ():
                bonus_phrases = _bonuses_missing(index, game, numbers.seats[seat], bonus)
                if bonus_phrases:
                    values = {
                        "seat": numbers.seats[seat],
                        "points": points,
                        "bonuses": Phrase("and", {"parts": bonus_phrases}),
                        "due": points + bonus,
                    }
                    rank = (4, len(bonus_phrases), bonus, seat)
                    yield Mistake(rank, "missing-bonus", {seat: points + bonus}, values)
                    break


def _bonuses_missing(index: Index, game: PointsGame, winner: str, points: int) -> tuple[Phrase, ...]:
    """The fewest bonuses of this game that sum to ``points``; empty where none do."""
    if game.winner != winner:
        return ()
    is_bonus_paid = (
        game.self_picked,
        game.jokerless,
        game.exposures == 0 and game.hand_class == "exposed",
    )
    paid_bonuses = [
        (bonus, name)
        for bonus, name, is_paid in zip(index.bonuses, BONUSES, is_bonus_paid, strict=True)
        if is_paid and bonus
    ]
    for size in range(1, len(paid_bonuses) + 1):
        for combination in combinations(paid_bonuses, size):
            if sum(bonus for bonus, _ in combination) == points:
                return tuple(Phrase("bonus", {"name": name, "points": bonus}) for bonus, name in combination)
    return ()


def _two_winners(index: Index, numbers: Numbers, fines: list[int]) -> Iterator[Mistake]:
    """Several players have a winner's points; all but one of them should have 0, or the thrower's penalty."""
    winning = [seat for seat, points in enumerate(numbers.points) if points + fines[seat] >= index.values[0]]
    if not 2 <= len(winning) < len(numbers.seats):
        return
    winners = Phrase("and", {"parts": tuple(numbers.seats[seat] for seat in winning)})
    for winner in winning:
        losers = [seat for seat in winning if seat != winner]
        zeros = {seat: -fines[seat] for seat in losers}
        values = {"seats": winners, "numbers": _points_for(numbers, zeros)}
        yield Mistake((5, winner), "two-winners", zeros, values)
        for penalty in index.thrown:
            for thrower in losers:
                due = {**zeros, thrower: -penalty - fines[thrower]}
                values = {"seats": winners, "numbers": _points_for(numbers, due)}
                yield Mistake((9, penalty, thrower), "two-winners", due, values)


def _exposures(index: Index, penalty: int, variant: str) -> dict[str, object]:
    """The winner's exposures at which the thrower pays this penalty, for a sentence; none where all throws cost it."""
    steps = tuple(step for step, cost in enumerate(index.thrower) if cost == penalty)
    if len(steps) == len(index.thrower):
        return {"variant": "any-throw"}
    values: dict[str, object] = {"exposures": Phrase("exposures", {"steps": steps})}
    return {**values, "variant": variant} if variant else values


def _points_for(numbers: Numbers, points: Mapping[int, int]) -> tuple[Phrase, ...]:
    return tuple(
        Phrase("points-for", {"points": due, "seat": numbers.seats[seat]}) for seat, due in points.items()
    )
