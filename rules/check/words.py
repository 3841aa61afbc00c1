"""One reading in small words, for the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rules.profile import PointsProfile, load_profile

BONUSES = ("picking the winning tile", "no jokers", "winning without exposures")
"""What the bonuses are for, in the order of `Tables.bonuses`."""

_COUNTS = ("no", "one", "two", "three or more")

_INFRACTIONS = {
    "blind-pass-look": "looked at a blind pass",
    "out-of-turn": "played out of turn",
    "wrong-wall": "picked from the wrong wall",
    "misnamed-for-exposure": "misnamed a tile claimed for an exposure",
    "misnamed-for-mahjong": "misnamed the winning tile",
    "racked-called-tile": "put a called tile in the rack",
}


def exposures_in_words(steps: Sequence[int]) -> str:
    """Steps of the thrower's penalty as a number of exposures: ``[0, 1]`` is "no or one exposure"."""
    noun = "exposure" if steps[-1] == 1 else "exposures"
    return f"{' or '.join(_COUNTS[step] for step in steps)} {noun}"


def describe(game: Mapping[str, Any], profile: PointsProfile | None = None) -> str:
    """A reading in small words: "B threw to 25 with two exposures, no jokers", "C self-picked 30", "Wall game".

    ``game`` is one of the ``games`` of an answer; its numbers are those of ``profile``, when that is not the system's
    own with the game's own changes.
    """
    if profile is None:
        profile = cast("PointsProfile", load_profile(game["system"], game.get("profile")))
    parts = [_outcome(game, profile)]
    dead = sorted([*game.get("dead", ()), *game.get("dead_after_throw", ())])
    if dead:
        parts.append(f"{_listed(dead)} dead")
    if "error" in game and game["outcome"] != "error":
        parts.append(_went_on(game["error"]))
    parts += [f"{one['seat']} {_INFRACTIONS[one['kind']]}" for one in game.get("infractions", ())]
    return "; ".join(parts)


def _outcome(game: Mapping[str, Any], profile: PointsProfile) -> str:
    if "ruled" in game:
        return "Wall game by the director's ruling"
    match game["outcome"]:
        case "win":
            return _win(game, profile)
        case "wall":
            return "Wall game"
        case "unfinished":
            return "Unfinished at time"
        case _:
            return _error(game)


def _win(game: Mapping[str, Any], profile: PointsProfile) -> str:
    concealed = "" if game["hand_class"] == "exposed" else "a concealed "
    bare = profile.no_exposure > 0 and game["exposures"] == 0 and not concealed
    jokers = ", no jokers" if game["jokerless"] else ""
    if game["self_picked"]:
        return f"{game['winner']} self-picked {concealed}{game['value']}{', no exposures' if bare else ''}{jokers}"
    exposures = "" if concealed else _exposures(profile, min(game["exposures"], 3), bare=bare)
    return f"{game['thrower']} threw to {concealed}{game['value']}{exposures}{jokers}"


def _exposures(profile: PointsProfile, exposures: int, *, bare: bool) -> str:
    """All that the winner may have had exposed for the same points; nothing where it does not matter."""
    if bare:
        return " with no exposures"
    alike = [step for step, penalty in enumerate(profile.thrower) if penalty == profile.thrower[exposures]]
    if not profile.no_exposure:
        return "" if len(alike) == len(profile.thrower) else f" with {exposures_in_words(alike)}"
    shown = [step for step in alike if step]
    return f" with {exposures_in_words(shown)}{', or concealed' if 0 in alike else ''}"


def _error(game: Mapping[str, Any]) -> str:
    error = game["error"]
    out = {error["caller"], *error["exposed"], *game.get("dead", ())}
    intact = [seat for seat in game["seats"] if seat not in out]
    kept = f"only {intact[0]} kept the hand intact" if intact else "nobody kept the hand intact"
    return f"{error['caller']} called mah jongg in error, {kept}"


def _went_on(error: Mapping[str, Any]) -> str:
    """A mah jongg in error after which play went on."""
    shown = sorted(error["exposed"])
    hands = (
        "" if not shown else f", {_listed(shown)} showed {'the hand' if len(shown) == 1 else 'their hands'}"
    )
    return f"{error['caller']} called mah jongg in error{hands}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
