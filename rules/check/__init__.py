"""The rules run backwards: which games give these numbers, and which slip is likeliest where none does.

Points systems only. Numbers are legal if and only if some game without infractions scores so; every reading scores
back to the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from rules.check.answers import VERDICTS, Answer, answer_game, answer_set
from rules.check.command import answer, answer_line
from rules.check.numbers import Numbers
from rules.check.slips import Change, Hint
from rules.check.tables import Tables, tables
from rules.check.words import describe
from rules.facts import ErrorCall
from rules.profile import PointsProfile

__all__ = [
    "VERDICTS",
    "Change",
    "Checked",
    "CheckedSet",
    "Hint",
    "answer",
    "answer_line",
    "check_cards",
    "check_points",
    "describe",
]

Marks = Sequence[tuple[str, str]]
"""Infractions the desk knows of: seat and kind."""


class Checked(msgspec.Struct, frozen=True):
    """What can be said of one game's numbers.

    ``games`` are the readings in the form that ``score`` takes, simplest first; ``hints``, when the verdict is not
    ``legal``, the likeliest slips, likeliest first.
    """

    verdict: str
    games: list[dict[str, Any]]
    hints: tuple[Hint, ...]


class CheckedSet(msgspec.Struct, frozen=True):
    """What can be said of a set of cards: the worst verdict, an answer for each game, the likeliest slips of all.

    A game in which a number is still missing has None in its place and does not count for the verdict, which is None
    when nothing is complete. In the changes of the set's ``hints`` the game is named.
    """

    verdict: str | None
    by_game: tuple[Checked | None, ...]
    hints: tuple[Hint, ...]


def check_points(
    points: Mapping[str, int],
    profile: PointsProfile,
    *,
    dead: Sequence[str] | None = None,
    infractions: Marks = (),
    error: ErrorCall | None = None,
) -> Checked:
    """Can these numbers come from one game of this profile?

    ``points`` has the number of each seat (three or four letters). ``dead``: left out, anybody may have been dead;
    named, exactly these were, by a declaration or by playing on after their own mah jongg in error (a game that such an
    error ended needs nobody named). ``infractions`` are those marked at the desk, whose penalties are in the numbers.
    ``error`` is a mah jongg in error that the desk knows of: every game then has it, and whoever it names was dead
    beside the ``dead``; others may have exposed over it only where it ended the game. The games leave out the profile:
    they score back under the same one. Raises ValueError where a seat is not at the table, or an infraction is marked
    that costs no points but a hand or a ruling.
    """
    table = tables(profile)
    numbers = _numbers(table, points, dead, infractions, error)
    if numbers is None:
        raise ValueError("A game is checked with all of its numbers.")
    return _bare(answer_game(table, numbers))


def check_cards(
    cards: Mapping[str, Sequence[int | None]],
    profile: PointsProfile,
    *,
    dead: Sequence[Sequence[str] | None] | None = None,
    infractions: Sequence[Marks] | None = None,
    errors: Sequence[ErrorCall | None] | None = None,
) -> CheckedSet:
    """Can these cards come from games of this profile?

    ``cards`` has for each seat its numbers in the order of the games, None where there is none yet. ``dead``,
    ``infractions`` and ``errors`` have for each game what `check_points` takes.
    """
    table = tables(profile)
    count = max(map(len, cards.values()))
    written = {seat: (*numbers, *[None] * (count - len(numbers))) for seat, numbers in cards.items()}
    answer = answer_set(
        table,
        [
            _numbers(
                table,
                {seat: numbers[game] for seat, numbers in written.items()},
                None if dead is None else dead[game],
                () if infractions is None else infractions[game],
                None if errors is None else errors[game],
            )
            for game in range(count)
        ],
    )
    return CheckedSet(
        answer.verdict, tuple(None if game is None else _bare(game) for game in answer.by_game), answer.hints
    )


def _numbers(
    table: Tables,
    points: Mapping[str, int | None],
    dead: Sequence[str] | None,
    marks: Marks,
    error: ErrorCall | None,
) -> Numbers | None:
    """One game's numbers in the order of the letters; None when one is missing."""
    unpriced = sorted({kind for _, kind in marks if kind not in table.costs})
    if unpriced:
        raise ValueError(f"This profile answers otherwise than with points: {', '.join(unpriced)}.")
    seats = tuple(sorted(points))
    written = [number for seat in seats if (number := points[seat]) is not None]
    if len(written) < len(seats):
        return None
    if error is not None:
        dead = (*(dead or ()), error.caller, *error.exposed)
    return Numbers(
        seats,
        tuple(written),
        None if dead is None else tuple(sorted(set(dead))),
        tuple(sorted(set(marks))),
        error,
    )


def _bare(answer: Answer) -> Checked:
    """The answer with its games as plain data, the profile left out."""
    bare = [msgspec.to_builtins(msgspec.structs.replace(game, profile=UNSET)) for game in answer.games]
    return Checked(answer.verdict, bare, answer.hints)
