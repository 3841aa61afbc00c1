"""The rules run backwards: the games that give these numbers, and the likeliest mistake where none does.

Points systems only. Numbers are legal if and only if some game without infractions gives them; every reading that is
answered scores back to the same numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from rules.check.answers import VERDICTS, Answer, SetAnswer, answer_game, answer_set
from rules.check.index import Index, index_of
from rules.check.numbers import Numbers
from rules.check.reader import read_each_field
from rules.game import Contradiction, Correction, ErrorCall, Hint, Refusal, refusal
from rules.systems.profile import Profile
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
"""Infractions or extras the desk knows of: seat, and kind or code."""


def answer(line: object) -> Answer | SetAnswer | Refusal:
    """Answers one decoded line of the command. Never raises: every fault comes back in a Refusal."""
    if not isinstance(line, Mapping):
        return Refusal((wrong_type("", AN_OBJECT, line),))
    index, games, faults = read_each_field(line)
    if faults or index is None:
        return refusal(faults)
    return answer_set(index, games) if "cards" in line else answer_game(index, games[0])


def check_points(
    points: Mapping[str, int],
    profile: Profile,
    *,
    dead: Sequence[str] | UnsetType = UNSET,
    infractions: Marks = (),
    error: ErrorCall | UnsetType | None = UNSET,
    extras: Marks | UnsetType = UNSET,
) -> Answer:
    """Whether these numbers can come from one game of this profile.

    ``points`` has the number of each seat (three or four letters). The marks are facts: no answer contradicts or adds
    to them. UNSET: it is not known, and any is allowed. ``dead``: exactly those declared dead. ``error``: a mah jongg
    in error with exactly those who exposed their hands because of it; None for none. With one and two hands left, no
    further dead hand is assumed that would leave one. ``extras``: exactly those marked, as seat and code.
    ``infractions`` are those marked at the desk, with their penalties included in the numbers; there may be others,
    which a game of the verdict ``with-infraction`` adds. An infraction that a director has to rule on makes the game
    impossible.

    The games leave out the profile; they score back under the same one. Raises ValueError where a seat is not at the
    table, or where a marked infraction costs a hand and no points.
    """
    index = index_of(profile)
    numbers = _numbers(index, points, dead=dead, infractions=infractions, error=error, extras=extras)
    if numbers is None:
        raise ValueError("A game is checked with all of its numbers.")
    return _bare(answer_game(index, numbers))


def check_cards(
    cards: Mapping[str, Sequence[int | None]], profile: Profile, marks: Sequence[Mapping[str, Any]] = ()
) -> SetAnswer:
    """Whether these cards can come from games of this profile.

    ``cards`` has for each seat its numbers in the order of the games, None for a number that is missing.
    ``marks`` have for each game what `check_points` takes by name; without them nothing else is known.
    """
    index = index_of(profile)
    count = max(map(len, cards.values()))
    full_cards = {seat: (*numbers, *[None] * (count - len(numbers))) for seat, numbers in cards.items()}
    games = [{seat: numbers[game] for seat, numbers in full_cards.items()} for game in range(count)]
    marked: Iterable[Mapping[str, Any]] = marks or repeat({})
    answer = answer_set(
        index, [_numbers(index, points, **known) for points, known in zip(games, marked, strict=False)]
    )
    return SetAnswer(
        answer.verdict, tuple(None if game is None else _bare(game) for game in answer.by_game), answer.hints
    )


def _numbers(
    index: Index,
    points: Mapping[str, int | None],
    *,
    dead: Sequence[str] | UnsetType = UNSET,
    infractions: Marks = (),
    error: ErrorCall | UnsetType | None = UNSET,
    extras: Marks | UnsetType = UNSET,
) -> Numbers | None:
    """One game's numbers in the order of the letters; None when one is missing."""
    deadly = sorted({kind for _, kind in infractions if kind in index.deadly})
    if deadly:
        raise ValueError(f"This profile answers with a dead hand: {', '.join(deadly)}.")
    seats = tuple(sorted(points))
    seat_points = [number for seat in seats if (number := points[seat]) is not None]
    if len(seat_points) < len(seats):
        return None
    return Numbers(
        seats,
        tuple(seat_points),
        UNSET if dead is UNSET else tuple(sorted(set(dead))),
        tuple(sorted(set(infractions))),
        error,
        extras=UNSET if extras is UNSET else tuple(sorted(set(extras))),
    )


def _bare(answer: Answer) -> Answer:
    """The answer with its games under the same profile, so that they need not name it."""
    if not answer.games or answer.games[0].profile is UNSET:
        return answer
    bare = tuple(msgspec.structs.replace(game, profile=UNSET) for game in answer.games)
    return msgspec.structs.replace(answer, games=bare)
