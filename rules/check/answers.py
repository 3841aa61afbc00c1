from collections.abc import Sequence

import msgspec

from rules.check.contradictions import contradictions, rulings
from rules.check.games import games, games_with_infractions
from rules.check.index import Index
from rules.check.mistakes import hints
from rules.check.numbers import Numbers
from rules.check.sets import in_game, out_of_order
from rules.game import Contradiction, Hint
from rules.systems.points import PointsGame

VERDICTS = ("legal", "with-infraction", "impossible")
"""From the best to the worst."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One game: its explanations, simplest first; where it is not legal, the likeliest mistakes.

    ``legal``: some game without infractions other than the marked ones gives the numbers. ``contradictions``: the
    marks that cannot hold, when it is impossible.
    """

    verdict: str
    games: tuple[PointsGame, ...]
    hints: tuple[Hint, ...]
    contradictions: tuple[Contradiction, ...] = ()


class SetAnswer(msgspec.Struct, frozen=True, gc=False):
    verdict: str | None
    by_game: tuple[Answer | None, ...]
    hints: tuple[Hint, ...]


def answer_game(index: Index, numbers: Numbers) -> Answer:
    """The answer to one game. Marks that wait for a director's ruling come before any reading of the numbers."""
    if numbers.marked and (waits := rulings(index, numbers)):
        return Answer("impossible", (), (), waits)
    if readings := games(index, numbers):
        return Answer("legal", tuple(readings), ())
    if wrong := contradictions(
        index, numbers
    ):  # unmarked infractions do not resolve a contradiction of marks
        return Answer("impossible", (), hints(index, numbers), wrong)
    readings = games_with_infractions(index, numbers)
    return Answer("with-infraction" if readings else "impossible", tuple(readings), hints(index, numbers))


def answer_set(index: Index, numbers: Sequence[Numbers | None]) -> SetAnswer:
    return answer_judged(index, numbers, [game and answer_game(index, game) for game in numbers])


def answer_judged(
    index: Index, numbers: Sequence[Numbers | None], by_game: Sequence[Answer | None]
) -> SetAnswer:
    """The answer to a set whose games have these answers.

    Order of the hints: cards whose numbers in another order make several games legal; hints for single games; cards
    whose other order makes only one game legal.
    """
    verdicts = [answer.verdict for answer in by_game if answer]
    worst = max(verdicts, key=VERDICTS.index, default=None)
    if worst in (None, "legal"):
        return SetAnswer(worst, tuple(by_game), ())
    game_hints = [
        in_game(hint, number)
        for number, answer in enumerate(by_game, start=1)
        for hint in (answer.hints if answer else ())
    ]
    complete = [game for game in numbers if game is not None]
    order_hints = out_of_order(index, complete) if len(complete) == len(numbers) else []
    sure_hints = [hint for games_mended, hint in order_hints if games_mended > 1]
    doubtful_hints = [hint for games_mended, hint in order_hints if games_mended == 1]
    return SetAnswer(worst, tuple(by_game), (*sure_hints, *game_hints, *doubtful_hints))
