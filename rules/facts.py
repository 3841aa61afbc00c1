"""One game's facts, as each family of systems is told them."""

from __future__ import annotations

from itertools import permutations
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from rules.game import LETTERS

Seats: TypeAlias = tuple[str, ...]
HandClass: TypeAlias = Literal["exposed", "concealed", "singles-and-pairs"]
Ruled: TypeAlias = Literal["wall", "replay"]

TABLES: dict[Seats, Seats] = {
    seats: tuple(sorted(seats)) for size in (3, 4) for seats in permutations(LETTERS, size)
}
"""Every order in which a table's seats can be named, with the seats by letter."""


class ErrorCall(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A mah jongg in error: who called it, and who exposed or destroyed the hand because of it."""

    caller: str
    exposed: Seats = ()


class PricedErrorCall(ErrorCall, frozen=True, gc=False, forbid_unknown_fields=True):
    """The same where players pay: with the value of the hand that was claimed."""

    value: int | UnsetType = UNSET


class Infraction(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    seat: str
    kind: str


class Challenge(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """``by`` said that ``of`` was dead, ``of`` played on, and the hand was looked at when the game ended."""

    by: str
    of: str
    upheld: bool


class Mahjong(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    seat: str
    hand: int
    declared: bool = True


class Fishing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    seat: str
    hand: int


class Override(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A director's exception to one refusal."""

    code: Literal["hand-won-before"]
    reason: str


class Facts(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What every system is told about a game. ``profile`` holds the changed numbers, unread."""

    outcome: str
    seats: Seats = LETTERS
    profile: msgspec.Raw | UnsetType = UNSET


class RackFacts(Facts, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A game of the American kind: one hand wins, by a throw or self-picked."""

    winner: str | UnsetType = UNSET
    value: int | UnsetType = UNSET
    hand_class: HandClass = "exposed"
    jokerless: bool = False
    self_picked: bool = False
    thrower: str | UnsetType = UNSET
    exposures: int | UnsetType = UNSET
    dead: Seats = ()
    dead_after_throw: Seats = ()


class PointsFacts(RackFacts, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    error: ErrorCall | UnsetType = UNSET
    infractions: tuple[Infraction, ...] = ()
    ruled: Ruled | UnsetType = UNSET


class PaymentsFacts(RackFacts, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    error: PricedErrorCall | UnsetType = UNSET
    misnamed: bool = False
    out_of_turn: bool = False
    challenges: tuple[Challenge, ...] = ()


class SixteenHandsFacts(Facts, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """``won_before`` says for a seat which hands its player has won, and in which game."""

    mahjong: Mahjong | UnsetType = UNSET
    fishing: tuple[Fishing, ...] = ()
    bouquet: Seats = ()
    flower: Seats = ()
    kongs: dict[str, int] = {}
    wrong_count: Seats = ()
    won_before: dict[str, dict[str, str]] = {}
    override: Override | UnsetType = UNSET


FAMILY_FACTS: dict[str, type[Facts]] = {
    "points": PointsFacts,
    "payments": PaymentsFacts,
    "sixteen-hands": SixteenHandsFacts,
}
