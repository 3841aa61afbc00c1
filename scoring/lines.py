"""An accepted set as point lines: made from the numbers and the readings alone, so that it can be made again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.game import Scored
from rules.profile import Profile
from rules.score import score_game
from scoring.models import CardSet, PointLine
from scoring.written import WrittenSet
from tournament.models import Entry

AS_WRITTEN, NOTHING = "as-written", "nothing"


class SetLine(msgspec.Struct, frozen=True, order=True):
    """One line: the letter that has it, the game, the points and where they come from."""

    letter: str
    game: int
    points: int
    code: str
    clause: str
    message: str


def set_lines(written: WrittenSet, profile: Profile) -> list[SetLine]:
    """The lines of an accepted set; each card's lines of a game add up to its number, and there is always one.

    Where the set has a reading of a game, and it scores to the very numbers on the cards, the lines are those of
    `rules.score`; elsewhere a card has one line with the number as written.
    """
    lines: list[SetLine] = []
    for number, game in enumerate(written.games, 1):
        points = {letter: card.points[number - 1] or 0 for letter, card in written.cards.items()}
        lines += _game_lines(number, points, game.reading, profile)
    return lines


def _game_lines(
    number: int, written: dict[str, int], reading: dict[str, Any] | None, profile: Profile
) -> Iterator[SetLine]:
    scored = score_game(reading, profile) if reading else None
    known = scored.lines if isinstance(scored, Scored) and scored.points == written else None
    for letter, points in written.items():
        explained = [line for line in known or () if line.seat == letter]
        for line in explained:
            yield SetLine(letter, number, line.points, line.code, line.clause, line.message)
        if not explained:
            code = AS_WRITTEN if points or known is None else NOTHING
            yield SetLine(letter, number, points, code, "", f"{points} as written" if points else "0")


def point_lines(
    card_set: CardSet, written: WrittenSet, entries: Mapping[str, Entry], profile: Profile
) -> list[PointLine]:
    """The lines as rows for the players at these letters, not saved."""
    return [
        PointLine(
            card_set=card_set,
            round_id=card_set.round_id,
            entry=entries[line.letter],
            game=line.game,
            points=line.points,
            code=line.code,
            clause=line.clause,
            message=line.message[:200],
        )
        for line in set_lines(written, profile)
    ]
