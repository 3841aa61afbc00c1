"""How often the rules run backwards name the mistake that was made: games of each points system, written wrong.

    .venv/bin/python -m tools.wrong_games [GAMES]

Each of GAMES (200) games of a system is written wrong in every way of MISTAKES: a sign, a penalty, a bonus or a wall
left out, two digits exchanged, a digit dropped or added. Wrong numbers that are legal cannot be caught and are counted
apart; of the others it counts those whose first hint, and whose hints at all, name the mistake.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

from rules.check import check_points
from rules.game import LETTERS
from rules.systems.points import PointsProfile
from tools.every_game import PROFILES, by_points

SYSTEMS = ("sanctioned", "club-day", "mahj-x")
MISTAKES = (
    "missing-minus",
    "missing-penalty",
    "missing-bonus",
    "wrong-step",
    "wall-not-for-all",
    "two-winners",
    "transposed",
    "dropped-digit",
    "added-digit",
)

Points = tuple[int, ...]


class Share(NamedTuple):
    """Of the games written wrong in one way: all, those legal all the same, and those whose true game is named."""

    games: int
    legal: int
    first: int
    named: int


def main(arguments: list[str]) -> int:
    games = int(arguments[0]) if arguments else 200
    print(f"{'':12}{'mistake':18}{'wrong games':>12}{'still legal':>12}{'named first':>16}{'named':>16}")
    for system in SYSTEMS:
        for mistake, share in shares(system, games).items():
            caught = share.games - share.legal
            first, named = (
                f"{count} ({100 * count / caught:.0f} %)" if caught else "" for count in share[2:]
            )
            print(f"{system:12}{mistake:18}{share.games:>12}{share.legal:>12}{first:>16}{named:>16}")
    return 0


def shares(system: str, games: int) -> dict[str, Share]:
    """What becomes of so many games of a system, by mistake; the same games each time."""
    profile = PROFILES[system]
    every = sorted(by_points(system, LETTERS)[None])
    chosen = random.Random(20261122).sample(every, min(games, len(every)))  # noqa: S311 (the same on every run)
    counted = dict.fromkeys(MISTAKES, Share(0, 0, 0, 0))
    for right in chosen:
        for mistake, wrong in sorted({*written_wrong(right, profile)}):
            counted[mistake] = Share(
                *map(sum, zip(counted[mistake], judged(right, wrong, profile), strict=True))
            )
    return counted


def judged(right: Points, wrong: Points, profile: PointsProfile) -> Share:
    answer = check_points(dict(zip(LETTERS, wrong, strict=True)), profile)
    mended = []
    for hint in answer.hints:
        changed = {change.seat: change.should_be for change in hint.changes}
        mended.append(tuple(changed.get(seat, points) for seat, points in zip(LETTERS, wrong, strict=True)))
    return Share(1, answer.verdict == "legal", mended[:1] == [right], right in mended)


def written_wrong(right: Points, profile: PointsProfile) -> Iterator[tuple[str, Points]]:
    """Everything that one mistake makes of a game."""
    for seat, points in enumerate(right):
        for mistake, number in _mistakes(points, right, profile):
            if number != points:
                yield mistake, (*right[:seat], number, *right[seat + 1 :])


def _mistakes(points: int, right: Points, profile: PointsProfile) -> Iterator[tuple[str, int]]:
    yield from ((mistake, number) for mistake, number in digits_wrong(points))
    if points < 0:
        yield "missing-minus", -points
        yield "missing-penalty", 0
        yield from (("wrong-step", -penalty) for penalty in profile.thrower)
    if points >= profile.values[0]:
        bonuses = (profile.self_picked, profile.jokerless, profile.no_exposure)
        yield from (
            ("missing-bonus", points - bonus) for bonus in bonuses if points - bonus in profile.values
        )
    elif points == profile.wall and right.count(profile.wall) > 1:
        yield "wall-not-for-all", 0
    elif points <= 0 and max(right) >= profile.values[0]:
        yield from (("two-winners", value) for value in profile.values)


def digits_wrong(points: int) -> Iterator[tuple[str, int]]:
    """A number with two digits changed over, one left out, and one too many."""
    digits, sign = str(abs(points)), -1 if points < 0 else 1
    if not points:
        return
    for place in range(len(digits) - 1):
        yield (
            "transposed",
            sign * int(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]),
        )
    if len(digits) > 1:
        yield from (
            ("dropped-digit", sign * int(digits[:at] + digits[at + 1 :])) for at in range(len(digits))
        )
    for place in range(len(digits) + 1):
        for digit in "0123456789":
            yield "added-digit", sign * int(digits[:place] + digit + digits[place:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
