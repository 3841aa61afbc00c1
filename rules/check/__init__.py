"""The rules run backwards: which games give these numbers, and which slip is likeliest where none does.

Points systems only. Numbers are legal if and only if some game without infractions scores so; every reading scores
back to the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from rules.check.answers import VERDICTS, Answer, SetAnswer, answer_game, answer_set
from rules.check.index import Index, index_of
from rules.check.numbers import Numbers
from rules.check.reader import read_each_field
from rules.game import Contradiction, Correction, ErrorCall, Hint, Refusal, refusal
from rules.systems.points import PointsProfile
from rules.systems.reader import AN_OBJECT, wrong_type

__all__ = [
    "VERDICTS",
    "Answer",
    "Contradiction",
    "Correction",
    "Hint",
    "SetAnswer",
    "answer",
    "check_cards",
    "check_points",
]

Marks = Sequence[tuple[str, str]]
"""Infractions the desk knows of: seat and kind."""


def answer(line: object) -> Answer | SetAnswer | Refusal:
    """The answer to one decoded line of the command. Never raises: whatever is wrong is answered with a Refusal."""
    if not isinstance(line, Mapping):
        return Refusal((wrong_type("", AN_OBJECT, line),))
    index, games, faults = read_each_field(line)
    if faults or index is None:
        return refusal(faults)
    return answer_set(index, games) if "cards" in line else answer_game(index, games[0])


def check_points(
    points: Mapping[str, int],
    profile: PointsProfile,
    *,
    dead: Sequence[str] | None = None,
    infractions: Marks = (),
    error: ErrorCall | UnsetType | None = UNSET,
) -> Answer:
    """Can these numbers come from one game of this profile?

    ``points`` has the number of each seat (three or four letters). What is marked is a fact: no game contradicts or
    completes it. ``dead``: left out, anybody may have been declared dead; named, exactly these were (beside an error
    that left two hands nobody else is supposed dead so that one is left). ``error``: a mah jongg in error with exactly
    those who showed the hand over it; None if there was none, left out if that is not known. ``infractions`` are those
    marked at the desk, whose penalties are in the numbers; there may be others, which a game of the verdict
    ``with-infraction`` adds. One that waits for the director makes the game impossible. The games leave out the
    profile: they score back under the same one. Raises ValueError where a seat is not at the table, or an infraction is
    marked that costs no points but a hand.
    """
    index = index_of(profile)
    numbers = _numbers(index, points, dead, infractions, error)
    if numbers is None:
        raise ValueError("A game is checked with all of its numbers.")
    return _bare(answer_game(index, numbers))


def check_cards(
    cards: Mapping[str, Sequence[int | None]],
    profile: PointsProfile,
    *,
    dead: Sequence[Sequence[str] | None] | None = None,
    infractions: Sequence[Marks] | None = None,
    errors: Sequence[ErrorCall | UnsetType | None] | None = None,
) -> SetAnswer:
    """Can these cards come from games of this profile?

    ``cards`` has for each seat its numbers in the order of the games, None where there is none yet. ``dead``,
    ``infractions`` and ``errors`` have for each game what `check_points` takes.
    """
    index = index_of(profile)
    count = max(map(len, cards.values()))
    written = {seat: (*numbers, *[None] * (count - len(numbers))) for seat, numbers in cards.items()}
    answer = answer_set(
        index,
        [
            _numbers(
                index,
                {seat: numbers[game] for seat, numbers in written.items()},
                None if dead is None else dead[game],
                () if infractions is None else infractions[game],
                UNSET if errors is None else errors[game],
            )
            for game in range(count)
        ],
    )
    return SetAnswer(
        answer.verdict, tuple(None if game is None else _bare(game) for game in answer.by_game), answer.hints
    )


def _numbers(
    index: Index,
    points: Mapping[str, int | None],
    dead: Sequence[str] | None,
    marks: Marks,
    error: ErrorCall | UnsetType | None,
) -> Numbers | None:
    """One game's numbers in the order of the letters; None when one is missing."""
    deadly = sorted({kind for _, kind in marks if kind in index.deadly})
    if deadly:
        raise ValueError(f"This profile answers with a dead hand: {', '.join(deadly)}.")
    seats = tuple(sorted(points))
    written = [number for seat in seats if (number := points[seat]) is not None]
    if len(written) < len(seats):
        return None
    return Numbers(
        seats,
        tuple(written),
        None if dead is None else tuple(sorted(set(dead))),
        tuple(sorted(set(marks))),
        error,
    )


def _bare(answer: Answer) -> Answer:
    """The answer with its games under the same profile, so that they need not name it."""
    if not answer.games or answer.games[0].profile is UNSET:
        return answer
    bare = tuple(msgspec.structs.replace(game, profile=UNSET) for game in answer.games)
    return msgspec.structs.replace(answer, games=bare)
