"""Every game without infractions that a points profile knows, by what it scores: the oracle of `rules.check`.

Games are made forwards, fact by fact, and scored; nothing here is worked out backwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from msgspec import UNSET

from rules.game import HAND_CLASSES, ErrorCall
from rules.systems import points as scoring
from rules.systems.points import PointsGame, PointsProfile
from rules.systems.registry import load_profile

Key = tuple[Any, ...]
"""Games with the same points are different readings if their keys differ."""

PROFILES: dict[str, PointsProfile] = {
    "sanctioned": load_profile("sanctioned"),
    "club-day": load_profile("club-day"),
    "mahj-x": load_profile("mahj-x"),
    # no penalty at none, one number twice, time pays something, a wall pays what no survivor gets
    "house ladder": load_profile(
        "sanctioned", {"thrower": [0, 10, 10, 30], "wall": 15, "unfinished": 5, "values": [25, 50]}
    ),
    # a wall pays what time pays, picking pays as much as no jokers, all throws cost the same
    "house level": load_profile(
        "club-day", {"thrower": [10, 10, 10, 10], "unfinished": 10, "jokerless": 10, "values": [5, 10, 25]}
    ),
    # no bonus for no jokers, a step of its own for no exposures, dead players without the wall
    "house bare": load_profile(
        "mahj-x",
        {
            "thrower": [5, 10, 20, 20],
            "jokerless": 0,
            "no_exposure": 15,
            "dead_gets_wall": False,
            "self_picked": 10,
        },
    ),
    # infractions of every price, one of them only a thrower's
    "house fines": load_profile(
        "sanctioned",
        {
            "infractions": {
                "blind-pass-look": 10,
                "out-of-turn": 15,
                "wrong-wall": 15,
                "misnamed-for-mahjong": 25,
                "racked-called-tile": 0,
            },
            "values": [25, 40],
        },
    ),
    # nothing pays but the hand
    "house nothing": load_profile(
        "sanctioned",
        {
            "thrower": [0, 0, 0, 0],
            "wall": 0,
            "error_survivor": 0,
            "self_picked": 0,
            "jokerless": 0,
            "values": [25, 40],
        },
    ),
}
"""The points systems, and house profiles in which numbers coincide or vanish."""


def every_game(
    profile: PointsProfile, seats: tuple[str, ...]
) -> Iterator[tuple[PointsGame, tuple[int, ...]]]:
    """Every game without infractions at this table, and its points in the order of the seats."""
    for state in _states(seats):
        for facts in (*_wins(profile, seats, state), *_no_wins(seats, state)):
            if not scoring.faults(facts, profile):
                scored = scoring.settle(facts, profile)
                if scored.status == "scored":
                    yield facts, tuple(scored.points[seat] for seat in seats)


def _states(seats: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """All ways in which hands can be dead before or after the last throw, called in error, or exposed."""
    for roles in product(("live", "dead", "late", "exposed", "caller"), repeat=len(seats)):
        callers = [seat for seat, role in zip(seats, roles, strict=True) if role == "caller"]
        if len(callers) > 1 or ("exposed" in roles and not callers):
            continue
        seats_by_role = {
            role: tuple(seat for seat, own in zip(seats, roles, strict=True) if own == role)
            for role in set(roles)
        }
        yield {
            "dead": seats_by_role.get("dead", ()),
            "dead_after_throw": seats_by_role.get("late", ()),
            "error": ErrorCall(callers[0], seats_by_role.get("exposed", ())) if callers else UNSET,
        }


def _wins(profile: PointsProfile, seats: tuple[str, ...], state: Mapping[str, Any]) -> Iterator[PointsGame]:
    error = state["error"]
    out = state["dead"] if error is UNSET else (*state["dead"], error.caller, *error.exposed)
    for winner in seats:
        if winner in out or winner in state["dead_after_throw"]:
            continue
        for thrower in (None, *seats):
            if thrower == winner or thrower in out or (thrower is None and state["dead_after_throw"]):
                continue
            for value, jokerless, hand_class in product(profile.values, (False, True), HAND_CLASSES):
                for exposures in range(5 if hand_class == "exposed" else 1):
                    yield PointsGame(
                        outcome="win",
                        seats=seats,
                        winner=winner,
                        value=value,
                        hand_class=hand_class,
                        jokerless=jokerless,
                        self_picked=thrower is None,
                        thrower=thrower or UNSET,
                        exposures=exposures,
                        **state,
                    )


def _no_wins(seats: tuple[str, ...], state: Mapping[str, Any]) -> Iterator[PointsGame]:
    for outcome in ("wall", "unfinished", "error"):
        yield PointsGame(outcome=outcome, seats=seats, **state)
        yield PointsGame(outcome=outcome, seats=seats, ruled="wall", **state)


def marked_dead(facts: PointsGame) -> frozenset[str] | None:
    """Who is marked dead where an error is not marked; None for a game that is not supposed of marked hands.

    The caller of an error and those who exposed are among them if play went on; an error that ended the game needs
    nobody marked. Where fewer than two hands were live without it, the director rules.
    """
    declared = frozenset((*facts.dead, *facts.dead_after_throw))
    dead = declared if facts.outcome == "error" else out(facts)
    if facts.outcome != "win" and len(facts.seats) - len(dead) < 2:
        return None
    return dead


def out(facts: PointsGame) -> frozenset[str]:
    """Everybody whose hand was out of the game: declared dead, or by a mah jongg in error."""
    dead = frozenset((*facts.dead, *facts.dead_after_throw))
    return dead if facts.error is UNSET else dead.union((facts.error.caller, *facts.error.exposed))


def key(facts: PointsGame, profile: PointsProfile) -> Key:
    """The game's key, which distinguishes it from other readings of the same points."""
    dead = tuple(sorted(out(facts)))
    if facts.outcome == "win" and facts.ruled is UNSET:
        penalty = None if facts.self_picked else profile.thrower[min(facts.exposures, 3)]
        bare = profile.no_exposure > 0 and facts.hand_class == "exposed" and facts.exposures == 0
        jokerless = facts.jokerless and facts.hand_class != "singles-and-pairs"
        return (
            "win",
            facts.winner,
            facts.value,
            jokerless,
            None if facts.thrower is UNSET else facts.thrower,
            penalty,
            bare,
        )
    if facts.outcome == "error":
        return ("error", facts.error.caller, tuple(seat for seat in facts.seats if seat not in dead))
    if facts.outcome == "unfinished" and facts.ruled is UNSET:
        return ("unfinished", dead if profile.unfinished else ())
    return ("wall", dead if profile.wall and not profile.dead_gets_wall else ())


@cache
def by_points(
    name: str, seats: tuple[str, ...]
) -> dict[frozenset[str] | None, dict[tuple[int, ...], set[Key]]]:
    """Set of dead players (None: anybody may be dead) -> points -> keys of the games that score them."""
    profile = PROFILES[name]
    games: dict[frozenset[str] | None, dict[tuple[int, ...], set[Key]]] = defaultdict(
        lambda: defaultdict(set)
    )
    for facts, points in every_game(profile, seats):
        own = key(facts, profile)
        games[None][points].add(own)
        if (dead := marked_dead(facts)) is not None:
            games[dead][points].add(own)
    return games
