"""Point lines of an accepted set. They follow from the numbers and readings alone, so they can be recomputed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _

from rules.english import line_sentence
from rules.game import Line, PointsGame, Refusal, Scored
from rules.reading import thrown_to
from rules.score import score_game
from rules.systems.points import THROWN, PointsProfile
from rules.systems.profile import Profile
from scoring.models import CardSet, PointLine
from scoring.sets.facts.games import PlayedGame
from scoring.sets.judged.games import judge_game
from scoring.sets.typed import Ruling, WrittenSet
from tournament.models import CardsCarry, Entry

AS_WRITTEN, NOTHING, RULED = "as-written", "nothing", "ruled"


class SetLine(msgspec.Struct, frozen=True, order=True):
    """One point line, by letter."""

    letter: str
    game: int
    points: int
    code: str
    clause: str
    values: tuple[tuple[str, Any], ...] = ()


def set_lines(
    written: WrittenSet, profile: Profile, played: Sequence[PlayedGame | None] | None = None
) -> list[SetLine]:
    """The lines of an accepted set. A card has at least one line for each game, and they add up to its number.

    If a game has a reading that scores to exactly the numbers on the cards, its lines are those of `rules.score`
    (from `played`, if the game was scored when the set was judged). Otherwise a thrower's penalty, if all readings have
    it, is said as such, and each other card has one line with its number.
    If a director ruled on the game, it says who and why.
    """
    lines: list[SetLine] = []
    for number, (game, judged) in enumerate(
        zip(written.games, played or [None] * len(written.games), strict=True), 1
    ):
        points = {letter: value or 0 for letter, value in written.numbers(number).items()}
        if game.ruled:
            lines += _ruled_lines(number, points, game.ruled)
            continue
        scored = judged or (score_game(game.reading, profile) if game.reading else None)
        known = None if scored is None or isinstance(scored, Refusal) else _lines_for(points, scored)
        penalty = _penalty(number, written, profile) if known is None else []
        lines += _game_lines(number, points, known, penalty)
    return lines


def _ruled_lines(number: int, written: dict[str, int], ruling: Ruling) -> Iterator[SetLine]:
    values = (("by", ruling.by), ("reason", ruling.reason))
    for letter, points in written.items():
        yield SetLine(letter, number, points, RULED, "", values)


def _lines_for(points: Mapping[str, int], scored: Scored | PlayedGame) -> Sequence[Line] | None:
    """The lines if they give these points; none for a game that was thrown in and not dealt again."""
    if isinstance(scored, Scored) and scored.status == "replay" and not any(points.values()):
        return ()
    return scored.lines if scored.points == points else None


def _penalty(number: int, written: WrittenSet, profile: Profile) -> list[Line]:
    """The lines of the thrower, if all readings of the numbers are wins that agree about them; none otherwise."""
    marks = written.games[number - 1]
    if marks.facts is not None or not isinstance(profile, PointsProfile):
        return []
    judged = judge_game(number, written, marks, profile)
    games = [reading.game for reading in judged.readings if judged.verdict in ("legal", "off-list")]
    throwers = {game.thrower for game in games if isinstance(game, PointsGame) and game.outcome == "win"}
    scored = [score_game(game, profile) for game in games if game.outcome == "win"]
    penalties = [
        [line for line in answer.lines if line.seat in throwers]
        for answer in scored
        if isinstance(answer, Scored)
    ]
    agree = len(throwers) == 1 and len(penalties) == len(games)
    return penalties[0] if agree and all(lines == penalties[0] for lines in penalties) else []


def _game_lines(
    number: int, written: dict[str, int], known: Sequence[Line] | None, penalty: Sequence[Line]
) -> Iterator[SetLine]:
    for letter, points in written.items():
        explained = [line for line in known or penalty if line.seat == letter]
        for line in explained:
            yield SetLine(
                letter, number, line.points, line.code, line.clause, tuple(sorted(line.values.items()))
            )
        if not explained:
            code = AS_WRITTEN if points or known is None else NOTHING
            yield SetLine(letter, number, points, code, "")


def point_lines(
    card_set: CardSet,
    written: WrittenSet,
    entries: Mapping[str, Entry],
    profile: Profile,
    played: Sequence[PlayedGame | None],
) -> list[PointLine]:
    """The lines as unsaved rows of the players at these letters."""
    before: Counter[tuple[str, int]] = Counter()
    return [
        PointLine(
            card_set=card_set,
            round_id=card_set.round_id,
            entry=entries[line.letter],
            game=line.game,
            position=_next(before, line),
            points=line.points,
            code=line.code,
            clause=line.clause,
            values=dict(line.values),
        )
        for line in set_lines(written, profile, played)
    ]


def _next(before: Counter[tuple[str, int]], line: SetLine) -> int:
    """The position of this line among those of its card and game, from 1."""
    before[line.letter, line.game] += 1
    return before[line.letter, line.game]


def line_in_words(line: PointLine, profile: Profile, cards_carry: str) -> str:
    """The sentence of a stored line in the language of the page.

    Cards with numbers do not say how many exposures a winner had, and facts need not where all throws cost the same:
    only what the penalty says of them is said.
    """
    code, points, values = line.code, line.points, line.values
    if code == NOTHING:
        return "0"
    if code == AS_WRITTEN:
        return (
            _("%(points)s on the card; how it came about was not noted") % {"points": points}
            if points
            else "0"
        )
    if code == RULED:
        return _("%(points)s as ruled by %(by)s: %(reason)s") % {"points": points, **values}
    if code in THROWN and isinstance(profile, PointsProfile):
        unasked = code == THROWN[0] and len({*profile.thrower}) == 1
        if unasked or cards_carry == CardsCarry.POINTS:
            code, values = thrown_to(-points, profile)
    return line_sentence(code, points, values, translation)
