"""A points profile inverted: from a number on a card to the hands that give it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

import msgspec

from rules.systems.extras import by_code
from rules.systems.points import PointsProfile
from rules.systems.profile import Profile
from rules.systems.registry import load_profile
from rules.systems.shapes import Extra

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
    "extras",
)
"""The values of a points profile that decide about points."""

MISNAMED_FOR_MAHJONG = "misnamed-for-mahjong"
MOST_PROFILES = 512


class WinningHand(NamedTuple):
    """A winner's hand without its value; one stands for all hands that pay and cost the same."""

    bonuses: int
    """How many bonuses pay."""
    hand_class: str
    jokerless: bool
    exposures: int


Ways = dict[int, list[WinningHand]]
"""Points on top of the value -> the hands that give them."""


@dataclass(frozen=True, eq=False, slots=True)
class Index:
    """What `rules.check` looks up in a profile, computed once per profile. Compared by identity."""

    system: str
    changes: msgspec.Raw | msgspec.UnsetType
    """The profile's changed values as JSON."""
    values: tuple[int, ...]
    picked: Ways
    """Wins by picking the winning tile."""
    thrown: dict[int, Ways]
    """Wins off a throw by the thrower's penalty, fewest exposures first."""
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
    deadly: frozenset[str]
    """The infractions that are answered with a dead hand."""
    fines: dict[int, str]
    """Points -> the first infraction that anybody can be fined so much for."""
    extras: dict[str, Extra]
    """The extras of the house by code."""
    thrower_fines: dict[int, str]
    """The same for the thrower of the winning tile, who may have misnamed it."""


@lru_cache(maxsize=MOST_PROFILES)
def index_of(of: Profile) -> Index:
    """The index of a profile of points. Cached: nearly every line of an event has the same profile."""
    profile = cast("PointsProfile", of)
    bonuses = (profile.self_picked, profile.jokerless, profile.no_exposure)
    picked, thrown = _ways(profile.thrower, *bonuses)
    costs = {kind: answer for kind, answer in profile.infractions.items() if isinstance(answer, int)}
    fines: dict[int, str] = {}
    for kind, cost in costs.items():
        if cost and kind != MISNAMED_FOR_MAHJONG:
            fines.setdefault(cost, kind)
    misnamed = costs.get(MISNAMED_FOR_MAHJONG, 0)
    return Index(
        system=profile.system,
        changes=_changes(profile),
        values=profile.values,
        picked=picked,
        thrown=thrown,
        thrower=profile.thrower,
        bonuses=bonuses,
        wall=profile.wall,
        dead_gets_wall=profile.dead_gets_wall,
        unfinished=profile.unfinished,
        survivor=profile.error_survivor,
        costs=costs,
        deadly=frozenset(kind for kind, answer in profile.infractions.items() if answer == "dead"),
        extras=by_code(profile),
        fines=fines,
        thrower_fines={misnamed: MISNAMED_FOR_MAHJONG, **fines} if misnamed else fines,
    )


@lru_cache(maxsize=MOST_PROFILES)
def _ways(
    thrower: tuple[int, ...], self_picked: int, jokerless: int, no_exposure: int
) -> tuple[Ways, dict[int, Ways]]:
    """The fields ``picked`` and ``thrown`` of an index, which many changed profiles have in common."""
    racks = _racks(thrower, no_exposure)
    thrown: dict[int, Ways] = {}
    for rack in racks:
        _add(thrown.setdefault(thrower[rack.exposures], {}), rack, jokerless, 0)
    picked: Ways = {}
    for rack in [rack for rack in racks if rack.hand_class == "exposed"][: 2 if no_exposure else 1]:
        _add(picked, rack, jokerless, self_picked)
    return picked, thrown


def _changes(profile: PointsProfile) -> msgspec.Raw | msgspec.UnsetType:
    base = load_profile(profile.system)
    changes = {
        name: getattr(profile, name) for name in NAMES if getattr(profile, name) != getattr(base, name)
    }
    return msgspec.Raw(msgspec.json.encode(changes)) if changes else msgspec.UNSET


class _Rack(NamedTuple):
    hand_class: str
    exposures: int
    extra: int


def _racks(thrower: tuple[int, ...], no_exposure: int) -> list[_Rack]:
    """The racks of a winner that differ in the thrower's penalty or in the no-exposure bonus.

    Of racks that do not differ, one stands for all: an exposed hand if there is one, then the fewest exposures.
    """
    racks = [_Rack("exposed", exposures, 0 if exposures else no_exposure) for exposures in range(4)]
    if no_exposure:
        racks.append(_Rack("concealed", 0, 0))
    racks_by_effect: dict[tuple[int, int], _Rack] = {}
    for rack in racks:
        racks_by_effect.setdefault((thrower[rack.exposures], rack.extra), rack)
    return sorted(racks_by_effect.values(), key=lambda rack: rack.exposures)


def _add(ways: Ways, rack: _Rack, jokerless: int, self_picked: int) -> None:
    """Adds the hands with this rack, with and without jokers, under the points they add to the value."""
    extra, bonuses = rack.extra + self_picked, (rack.extra > 0) + (self_picked > 0)
    joker_hand = WinningHand(bonuses, rack.hand_class, False, rack.exposures)
    jokerless_hand = WinningHand(bonuses + (jokerless > 0), rack.hand_class, True, rack.exposures)
    ways.setdefault(extra, []).append(joker_hand)
    ways.setdefault(extra + jokerless, []).append(jokerless_hand)
