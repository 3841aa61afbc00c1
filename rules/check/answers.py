"""The answers about one game's numbers and about a set of cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from rules.check.contradictions import contradictions, rulings
from rules.check.games import games, games_with_infractions
from rules.check.index import Index
from rules.check.mistakes import hints
from rules.check.numbers import MOST_GAMES, Numbers
from rules.check.sets import in_game, out_of_order
from rules.game import Contradiction, Hint, PointsGame

VERDICTS = ("legal", "with-infraction", "impossible")
"""From the best to the worst."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One game: the explanations, simplest first, and when it is not legal the likeliest mistakes.

    ``legal``: some game without infractions, but for those marked. ``contradictions``: what is marked and cannot be,
    when it is impossible.
    """

    verdict: str
    games: tuple[PointsGame, ...]
    hints: tuple[Hint, ...]
    contradictions: tuple[Contradiction, ...] = ()


class SetAnswer(msgspec.Struct, frozen=True, gc=False):
    """A set: the worst verdict, an answer for each game (None where a number is missing), the mistakes of all games."""

    verdict: str | None
    by_game: tuple[Answer | None, ...]
    hints: tuple[Hint, ...]


@lru_cache(maxsize=MOST_GAMES)
def answer_game(index: Index, numbers: Numbers) -> Answer:
    """What can be said of one game's numbers."""
    if waits := rulings(index, numbers):
        return Answer("impossible", (), (), waits)
    if readings := games(index, numbers):
        return Answer("legal", tuple(readings), ())
    if wrong := contradictions(index, numbers):  # what is marked is not made good by what nobody marked
        return Answer("impossible", (), hints(index, numbers), wrong)
    readings = games_with_infractions(index, numbers)
    return Answer("with-infraction" if readings else "impossible", tuple(readings), hints(index, numbers))


def answer_set(index: Index, numbers: Sequence[Numbers | None]) -> SetAnswer:
    """What can be said of a set, game by game and as a whole; None stands for a game that is not complete.

    Among the hints, cards that are right in another order come first when that mends several games, and last when it
    mends only one.
    """
    by_game = tuple(None if game is None else answer_game(index, game) for game in numbers)
    verdicts = [answer.verdict for answer in by_game if answer]
    worst = max(verdicts, key=VERDICTS.index, default=None)
    if worst in (None, "legal"):
        return SetAnswer(worst, by_game, ())
    single = [
        in_game(hint, place)
        for place, answer in enumerate(by_game, start=1)
        for hint in (answer.hints if answer else ())
    ]
    complete = [game for game in numbers if game is not None]
    moved = out_of_order(index, complete) if len(complete) == len(numbers) else []
    first = [hint for mended, hint in moved if mended > 1]
    last = [hint for mended, hint in moved if mended == 1]
    return SetAnswer(worst, by_game, (*first, *single, *last))
