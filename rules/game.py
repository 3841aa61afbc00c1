"""The types of one game: letters, outcomes, facts, point lines, refusals.

Faults and lines are codes with values; `rules.english` makes sentences of them.
"""

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

Seats: TypeAlias = tuple[str, ...]

LETTERS: Seats = ("A", "B", "C", "D")
ACROSS = {"A": "C", "B": "D", "C": "A", "D": "B"}
TABLES: dict[Seats, Seats] = {
    seats: tuple(sorted(seats)) for size in (3, 4) for seats in permutations(LETTERS, size)
}
"""Every order in which a table's seats can be named, with the seats by letter."""

HandClass: TypeAlias = Literal["exposed", "concealed", "singles-and-pairs"]
HAND_CLASSES = ("exposed", "concealed", "singles-and-pairs")
INFRACTION_KINDS = (
    "blind-pass-look",
    "out-of-turn",
    "wrong-wall",
    "misnamed-for-exposure",
    "misnamed-for-mahjong",
    "racked-called-tile",
)
EXTRA_TO = ("winner", "seat")
EXTRA_PER = ("game", "round", "block")
HAND_TIERS = ("half-limit", "limit", "double-limit")
Ruled: TypeAlias = Literal["wall", "replay"]


# What happened in a game -------------------------------------------------------------------------------------------


class ErrorCall(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A mah jongg in error: who called it, and who exposed or destroyed the hand because of it."""

    caller: str
    exposed: Seats = ()


class Infraction(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    seat: str
    kind: str


class ExtraMark(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    seat: str
    code: str


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The facts that every system takes. ``profile`` holds the changed numbers, not yet validated."""

    outcome: str
    seats: Seats = LETTERS
    extras: tuple[ExtraMark, ...] = ()
    profile: msgspec.Raw | UnsetType = UNSET


# Results, as codes and values ----------------------------------------------------------------------------------

Values: TypeAlias = Mapping[str, Any]
"""What a sentence about a code needs: numbers, texts, phrases, and tuples of these.

Where a code has several sentences, ``variant`` names the one that is meant.
"""
NO_VALUES: Values = {}


class Phrase(msgspec.Struct, frozen=True, gc=False):
    """A part of a sentence: a code and its values."""

    code: str
    values: Values = NO_VALUES


class Fault(msgspec.Struct, frozen=True, gc=False):
    """One reason for a refusal: a stable code, the field at fault, the values of its sentence.

    A field inside another is written with a dot: ``error.caller``, ``infractions.0.seat``.
    """

    code: str
    field: str
    values: Values = NO_VALUES


class Refusal(msgspec.Struct, frozen=True):
    """All faults, each once, ordered by field, then code."""

    errors: tuple[Fault, ...]


def refusal(faults: Iterable[Fault]) -> Refusal:
    """The refusal with these faults: equal ones once, ordered by field, then code."""
    faults_by_key = {(fault.field, fault.code, repr(fault.values)): fault for fault in faults}
    return Refusal(tuple(faults_by_key[key] for key in sorted(faults_by_key)))


class Line(msgspec.Struct, frozen=True, gc=False):
    seat: str
    points: int
    code: str
    clause: str
    values: Values = NO_VALUES
    second: int = 0
    """Points of the second total."""


Due: TypeAlias = tuple[str, int, str, tuple[tuple[str, Any], ...]]
"""A line before it is one, and hashable: seat, points, code, and the values as pairs."""


class Settled(msgspec.Struct, frozen=True, gc=False):
    """The result of a family of systems: `Scored` with ``due`` in place of lines."""

    points: dict[str, int]
    status: str
    warnings: list[str]
    due: list[Due]


class Scored(msgspec.Struct, frozen=True):
    """The result of one game.

    ``status`` is ``scored``, ``replay`` (deal again) or ``ruling`` (the director must decide); with the last two,
    ``points`` and ``lines`` are empty. Otherwise ``points`` has exactly the seated letters, and the ``lines`` of a
    letter add up to its points.
    """

    points: dict[str, int]
    status: str
    warnings: list[str]
    lines: list[Line]


class Correction(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    seat: str
    game: int | UnsetType = UNSET
    was: int
    should_be: int


class Hint(msgspec.Struct, frozen=True, gc=False):
    """A likely mistake: a stable code, the corrections, the values of its sentence.

    ``game`` counts from 1 and is set only in answers about a whole set, for a mistake within one game.
    """

    code: str
    changes: tuple[Correction, ...]
    values: Values
    game: int | None = None


class Contradiction(msgspec.Struct, frozen=True, gc=False):
    """A mark that contradicts the numbers of its game or another mark.

    A stable code, the seat where it concerns one, the values of its sentence.
    """

    code: str
    seat: str | None
    values: Values


def as_decimal(number: int, unit: int) -> str:
    """A number of the smallest unit in points: 174 of a unit of 10 are "17.4"."""
    whole, rest = divmod(abs(number), unit)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{len(str(unit)) - 1}}"


def short(value: object) -> str:
    """A value shortened for a sentence, without characters that cannot be encoded or printed."""
    text = value if isinstance(value, str) else type(value).__name__
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 40 else f"{text[:39]}…"


def quoted(value: object) -> str:
    """The value, shortened, in quotation marks for a sentence."""
    return f"“{short(value)}”"
