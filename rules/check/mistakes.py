"""The likeliest mistakes behind numbers that no game gives, each with the corrected numbers."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple

from msgspec import UNSET

from rules.check.games import games, legal
from rules.check.index import MOST_PROFILES, Index
from rules.check.numbers import MOST_GAMES, Numbers
from rules.game import Correction, Hint, Phrase, Values
from rules.systems.points import PointsGame

BONUSES = ("self-picked", "jokerless", "no-exposure")
"""What the bonuses of `Index.bonuses` are for, in their order."""


class Mistake(NamedTuple):
    """``rank``: smaller is likelier. ``points``: the right points by seat. ``values``: what the sentence needs."""

    rank: tuple[int, ...]
    code: str
    points: Mapping[int, int]
    values: Values


class _ImpossibleGame:
    def __init__(self, index: Index, numbers: Numbers) -> None:
        self.index, self.numbers, self.seats = index, numbers, numbers.seats
        self.points: tuple[int, ...] = numbers.points
        self.fines = numbers.fined(index)

    def corrected(self, points: Mapping[int, int]) -> tuple[int, ...]:
        return tuple([points.get(seat, number) for seat, number in enumerate(self.points)])

    def is_legal_with(self, points: Mapping[int, int]) -> bool:
        return legal(self.index, self.numbers.with_points(self.corrected(points)))


@lru_cache(maxsize=MOST_GAMES)
def hints(index: Index, numbers: Numbers) -> tuple[Hint, ...]:
    """The mistakes whose corrections make the game legal, likeliest first; one for each result."""
    game = _ImpossibleGame(index, numbers)
    hints_by_points: dict[tuple[int, ...], Hint] = {}
    for mistake in sorted(_mistakes(game), key=attrgetter("rank")):
        corrected = game.corrected(mistake.points)
        if corrected not in hints_by_points:
            changes = zip(numbers.seats, numbers.points, corrected, strict=True)
            hints_by_points[corrected] = Hint(
                mistake.code,
                tuple(
                    Correction(seat=seat, was=old_number, should_be=new_number)
                    for seat, old_number, new_number in changes
                    if old_number != new_number
                ),
                mistake.values,
            )
    return tuple(hints_by_points.values())


def _mistakes(game: _ImpossibleGame) -> Iterator[Mistake]:
    yield from _forgotten_fine(game)
    yield from _unpaid_survivor(game)
    yield from _missing_minus(game)
    yield from _digit_mistakes(game)
    yield from _wall_not_for_all(game)
    yield from _wrong_step(game)
    yield from _missing_penalty(game)
    yield from _missing_bonus(game)
    yield from _two_winners(game)


def _forgotten_fine(game: _ImpossibleGame) -> Iterator[Mistake]:
    for seat, fine in enumerate(game.fines):
        due = game.points[seat] - fine
        if fine and game.is_legal_with({seat: due}):
            values = {"variant": "infraction", "seat": game.seats[seat], "fine": fine, "due": due}
            yield Mistake((0, seat), "missing-penalty", {seat: due}, values)


def _missing_minus(game: _ImpossibleGame) -> Iterator[Mistake]:
    for seat, points in enumerate(game.points):
        if points > 0 and game.is_legal_with({seat: -points}):
            values = {"seat": game.seats[seat], "points": points}
            yield Mistake((1, seat), "missing-minus", {seat: -points}, values)


def _unpaid_survivor(game: _ImpossibleGame) -> Iterator[Mistake]:
    """After a marked mah jongg in error, the only intact hand was not given its points."""
    intact = game.numbers.intact()
    if len(intact) == 1 and game.numbers.erring():
        [seat] = intact
        due = game.index.survivor - game.fines[seat]
        if game.is_legal_with({seat: due}):
            values = {
                "variant": "survivor",
                "seat": game.seats[seat],
                "points": game.points[seat],
                "bonus": game.index.survivor,
                "due": due,
            }
            yield Mistake((0, seat), "missing-bonus", {seat: due}, values)


def _digit_mistakes(game: _ImpossibleGame) -> Iterator[Mistake]:
    """A number written with one digit too many or too few, or with two neighbouring digits exchanged.

    Ranked first where no game gives the number as written, last otherwise. 0 takes no part: nearly every game has a
    true one.
    """
    possible_numbers = ordinary(game.index)
    for seat, points in enumerate(game.points):
        fine = game.fines[seat]
        is_impossible = points + fine not in possible_numbers
        for likelihood, code, due in _digits_otherwise(points) if points else ():
            if due + fine in possible_numbers and game.is_legal_with({seat: due}):
                rank = (1, len(game.seats)) if is_impossible else (10,)
                is_ordinary = due + fine in game.index.values or due < 0
                values = {"seat": game.seats[seat], "points": points, "due": due}
                yield Mistake((*rank, likelihood, not is_ordinary, abs(due), seat), code, {seat: due}, values)


@lru_cache(maxsize=MOST_GAMES)
def _digits_otherwise(card_number: int) -> tuple[tuple[int, str, int], ...]:
    """Rank, code and number of everything that ``written`` can be a mistake for.

    Ranked by how few numbers a mistake can come from. A digit too many ranks higher where it is the last or repeats its
    neighbour, the commonest cases.
    """
    digits, sign = str(abs(card_number)), -1 if card_number < 0 else 1
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
    won = {
        value + extra
        for ways in (index.picked, *index.thrown.values())
        for extra in ways
        for value in index.values
    }
    return frozenset(
        {0, index.wall, index.unfinished, index.survivor, *won, *(-penalty for penalty in index.thrown)}
    )


def _wall_not_for_all(game: _ImpossibleGame) -> Iterator[Mistake]:
    """In a wall game every live player has the same points, and a dead one 0 unless the profile pays the dead."""
    index, numbers, fines = game.index, game.numbers, game.fines
    wall, dead_seats = index.wall, numbers.out()
    live = [seat for seat in range(len(numbers.seats)) if index.dead_gets_wall or seat not in dead_seats]
    expected_points = {seat: (wall if seat in live else 0) - fine for seat, fine in enumerate(fines)}
    maybe_dead = numbers.dead is UNSET and not index.dead_gets_wall
    wrong_points = {
        seat: points
        for seat, points in expected_points.items()
        if numbers.points[seat] != points and not (maybe_dead and numbers.points[seat] == -fines[seat])
    }
    right_seats = [
        seat for seat in live if seat not in wrong_points and numbers.points[seat] == expected_points[seat]
    ]
    if wall and len(right_seats) >= len(wrong_points) and game.is_legal_with(wrong_points):
        values: dict[str, object] = {"wall": wall, "numbers": _points_for(numbers, wrong_points)}
        if index.dead_gets_wall:
            values["variant"] = "dead-too"
        yield Mistake((1 + len(wrong_points),), "wall-not-for-all", wrong_points, values)


def _wrong_step(game: _ImpossibleGame) -> Iterator[Mistake]:
    for seat, points in enumerate(game.points):
        cost = -(points + game.fines[seat])
        for penalty in game.index.thrown if cost > 0 else ():
            due = -penalty - game.fines[seat]
            if game.is_legal_with({seat: due}):
                values = {
                    **_exposures(game.index, penalty, ""),
                    "seat": game.seats[seat],
                    "written": cost,
                    "penalty": penalty,
                }
                yield Mistake((2, abs(penalty - cost), penalty, seat), "wrong-step", {seat: due}, values)


def _missing_penalty(game: _ImpossibleGame) -> Iterator[Mistake]:
    for step, penalty in enumerate(game.index.thrown):
        for seat, points in enumerate(game.points):
            due = -penalty - game.fines[seat]
            if points + game.fines[seat] == 0 and game.is_legal_with({seat: due}):
                values = {
                    **_exposures(game.index, penalty, "throw"),
                    "due": due,
                    "seat": game.seats[seat],
                }
                rank = (3 if not step else 5 + step, seat)
                yield Mistake(rank, "missing-penalty", {seat: due}, values)


def _missing_bonus(game: _ImpossibleGame) -> Iterator[Mistake]:
    index = game.index
    bonuses = [bonus for bonus in index.bonuses if bonus]
    bonus_sums = {sum(combination) for size in (1, 2, 3) for combination in combinations(bonuses, size)}
    for seat, points in enumerate(game.points):
        if points + game.fines[seat] < index.values[0]:
            continue
        for bonus in sorted(bonus_sums):
            due = points + bonus
            if not game.is_legal_with({seat: due}):
                continue
            for explanation in games(index, game.numbers.with_points(game.corrected({seat: due}))):
                bonus_phrases = _bonuses_missing(index, explanation, game.seats[seat], bonus)
                if bonus_phrases:
                    values = {
                        "seat": game.seats[seat],
                        "points": points,
                        "bonuses": Phrase("and", {"parts": bonus_phrases}),
                        "due": due,
                    }
                    rank = (4, len(bonus_phrases), bonus, seat)
                    yield Mistake(rank, "missing-bonus", {seat: due}, values)
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


def _two_winners(game: _ImpossibleGame) -> Iterator[Mistake]:
    """Several players have a winner's points; all but one of them should have 0, or the thrower's penalty."""
    numbers, fines, lowest = game.numbers, game.fines, game.index.values[0]
    winning = [seat for seat, points in enumerate(game.points) if points + fines[seat] >= lowest]
    if not 2 <= len(winning) < len(game.seats):
        return
    winners = Phrase("and", {"parts": tuple(game.seats[seat] for seat in winning)})
    for winner in winning:
        zeros = {seat: -fines[seat] for seat in winning if seat != winner}
        thrown = [
            ((9, penalty, thrower), {**zeros, thrower: -penalty - fines[thrower]})
            for penalty in game.index.thrown
            for thrower in zeros
        ]
        for rank, due in [((5, winner), zeros), *thrown]:
            if game.is_legal_with(due):
                values = {"seats": winners, "numbers": _points_for(numbers, due)}
                yield Mistake(rank, "two-winners", due, values)


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
