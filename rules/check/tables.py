"""A points profile turned round: from a number on a card to what it can be made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.profile import PointsProfile, load_profile

NAMES = (
    "self_picked",
    "jokerless",
    "no_exposure",
    "wall",
    "dead_gets_wall",
    "unfinished",
    "error_survivor",
    "thrower",
    "infractions",
    "values",
)
"""The values of a points profile that decide about points."""

MISNAMED_FOR_MAHJONG = "misnamed-for-mahjong"
MOST_PROFILES = 512


class Hand(NamedTuple):
    """One way of winning, the value apart: it stands for every game that pays and costs the same."""

    extra: int
    """Points on top of the value."""
    bonuses: int
    """How many bonuses that pay make up the extra."""
    hand_class: str
    jokerless: bool
    exposures: int


@dataclass(frozen=True, eq=False, slots=True)
class Tables:
    """What the rules run backwards ask of a profile, worked out once for each profile; compared by identity."""

    system: str
    changes: dict[str, object]
    values: tuple[int, ...]
    picked: tuple[Hand, ...]
    """Ways of winning by picking the winning tile."""
    thrown: tuple[tuple[int, tuple[Hand, ...]], ...]
    """Each different penalty of a thrower, fewest exposures first, with the ways of winning that cost it."""
    thrower: tuple[int, ...]
    """The penalty at no, one, two, three or more exposures."""
    bonuses: tuple[int, int, int]
    """What picking the winning tile, no jokers and no exposures pay."""
    wall: int
    dead_gets_wall: bool
    unfinished: int
    survivor: int
    costs: dict[str, int]
    """Points each infraction costs; a kind that is answered with a dead hand or a ruling is not in it."""
    fines: dict[int, str]
    """Points -> the first infraction that anybody can be fined so much for."""
    thrower_fines: dict[int, str]
    """The same for the thrower of the winning tile, who may have misnamed it."""


def tables(profile: PointsProfile) -> Tables:
    """The profile's tables; nearly every line of an event has the same profile, so they are remembered."""
    return _tables(
        profile.system,
        profile.self_picked,
        profile.jokerless,
        profile.no_exposure,
        profile.wall,
        profile.dead_gets_wall,
        profile.unfinished,
        profile.error_survivor,
        profile.thrower,
        tuple(profile.infractions.items()),
        profile.values,
    )


@lru_cache(maxsize=MOST_PROFILES)
def _tables(
    system: str,
    self_picked: int,
    jokerless: int,
    no_exposure: int,
    wall: int,
    dead_gets_wall: bool,  # noqa: FBT001 (a value of the profile among the others)
    unfinished: int,
    survivor: int,
    thrower: tuple[int, ...],
    infractions: tuple[tuple[str, int | str], ...],
    values: tuple[int, ...],
) -> Tables:
    plain = _plain_hands(thrower, no_exposure)
    thrown: dict[int, list[Hand]] = {}
    for hand in plain:
        ways = thrown.setdefault(thrower[hand.exposures], [])
        ways += _with_jokerless(hand, jokerless)
    picked = [hand for hand in plain if hand.hand_class == "exposed"][: 2 if no_exposure else 1]
    picked = [
        hand._replace(extra=hand.extra + self_picked, bonuses=hand.bonuses + (self_picked > 0))
        for hand in picked
    ]
    costs = {kind: answer for kind, answer in infractions if isinstance(answer, int)}
    fines: dict[int, str] = {}
    for kind, cost in costs.items():
        if cost and kind != MISNAMED_FOR_MAHJONG:
            fines.setdefault(cost, kind)
    misnamed = costs.get(MISNAMED_FOR_MAHJONG, 0)
    now = (
        self_picked,
        jokerless,
        no_exposure,
        wall,
        dead_gets_wall,
        unfinished,
        survivor,
        thrower,
        dict(infractions),
        values,
    )
    base = load_profile(system)
    return Tables(
        system=system,
        changes={name: value for name, value in zip(NAMES, now, strict=True) if value != getattr(base, name)},
        values=values,
        picked=tuple(way for hand in picked for way in _with_jokerless(hand, jokerless)),
        thrown=tuple((penalty, tuple(ways)) for penalty, ways in thrown.items()),
        thrower=thrower,
        bonuses=(self_picked, jokerless, no_exposure),
        wall=wall,
        dead_gets_wall=dead_gets_wall,
        unfinished=unfinished,
        survivor=survivor,
        costs=costs,
        fines=fines,
        thrower_fines={misnamed: MISNAMED_FOR_MAHJONG, **fines} if misnamed else fines,
    )


def _plain_hands(thrower: tuple[int, ...], no_exposure: int) -> list[Hand]:
    """Wins with jokers that differ in the thrower's penalty or in the no-exposure bonus, fewest exposures first.

    Of those that do not differ one stays: an exposed hand if there is one, then the one with the fewest exposures.
    """
    hands = [Hand(0, 0, "exposed", False, exposures) for exposures in range(4)]
    if no_exposure:
        hands[0] = Hand(no_exposure, 1, "exposed", False, 0)
        hands.append(Hand(0, 0, "concealed", False, 0))
    kept: dict[tuple[int, int], Hand] = {}
    for hand in hands:
        kept.setdefault((thrower[hand.exposures], hand.extra), hand)
    return sorted(kept.values(), key=lambda hand: hand.exposures)


def _with_jokerless(hand: Hand, jokerless: int) -> tuple[Hand, Hand]:
    """The hand with jokers and the same hand without."""
    pays = hand.bonuses + (jokerless > 0)
    return hand, hand._replace(extra=hand.extra + jokerless, bonuses=pays, jokerless=True)
