"""The words of one game: letters, outcomes, hand classes, infractions, point lines, refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TypeAlias

import msgspec

from rules.words import language, say

LETTERS = ("A", "B", "C", "D")
ACROSS = {"A": "C", "B": "D", "C": "A", "D": "B"}

OUTCOMES = ("win", "wall", "unfinished", "error", "thrown-in", "played", "stale", "missed")
HAND_CLASSES = ("exposed", "concealed", "singles-and-pairs")
INFRACTION_KINDS = (
    "blind-pass-look",
    "out-of-turn",
    "wrong-wall",
    "misnamed-for-exposure",
    "misnamed-for-mahjong",
    "racked-called-tile",
)
HAND_TIERS = ("half-limit", "limit", "double-limit")


class Fault(msgspec.Struct, frozen=True, gc=False):
    """One reason why something is refused: a stable code, the field at fault, a sentence for the desk.

    A field inside another is written with a dot: ``error.caller``, ``infractions.0.seat``.
    """

    code: str
    field: str
    message: str


class Refusal(msgspec.Struct, frozen=True):
    """Everything that is wrong, ordered by field, then code."""

    errors: tuple[Fault, ...]


class Line(msgspec.Struct, frozen=True, gc=False):
    """Points for one seat, with the reason: a stable code, the clause of the rule text, a sentence."""

    seat: str
    points: int
    code: str
    clause: str
    message: str


Said: TypeAlias = Callable[..., Line]
"""Makes a line from its seat, points, code, clause and sentence; its other places than ``points`` by name."""


def saying() -> Said:
    """What makes the lines of one game, in the reader's language; most have been made before."""
    return partial(_line, language())


@lru_cache(maxsize=16384)
def _line(
    _language: str | None, seat: str, points: int, code: str, clause: str, sentence: str, /, **places: object
) -> Line:
    return Line(seat, points, code, clause, say(sentence, points=points, **places))


class Scored(msgspec.Struct, frozen=True):
    """The answer to one game.

    ``status`` is ``scored``, ``replay`` (deal again) or ``ruling`` (the director must decide); with the last
    two ``points`` and ``lines`` are empty. Otherwise ``points`` has exactly the seated letters, and ``lines`` add
    up to it.
    """

    points: dict[str, int]
    status: str
    warnings: list[str]
    lines: list[Line]


def refusal(faults: list[Fault]) -> Refusal:
    """All faults once, ordered by field, then code."""
    return Refusal(tuple(sorted(set(faults), key=lambda fault: (fault.field, fault.code, fault.message))))
