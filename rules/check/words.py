"""One reading in small words, for the desk; what exposures and bonuses are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rules.profile import PointsProfile, load_profile
from rules.words import listed, say, say_count, to_say

BONUSES = (
    to_say("the {points} for picking the winning tile"),
    to_say("the {points} for no jokers"),
    to_say("the {points} for winning without exposures"),
)
"""What the bonuses are for, in the order of `Tables.bonuses`."""

_EXPOSURES = {
    (0,): to_say("no exposures"),
    (1,): to_say("one exposure"),
    (2,): to_say("two exposures"),
    (3,): to_say("three or more exposures"),
    (0, 1): to_say("no or one exposure"),
    (0, 2): to_say("no or two exposures"),
    (0, 3): to_say("no or three or more exposures"),
    (1, 2): to_say("one or two exposures"),
    (1, 3): to_say("one or three or more exposures"),
    (2, 3): to_say("two or three or more exposures"),
    (0, 1, 2): to_say("no or one or two exposures"),
    (0, 1, 3): to_say("no or one or three or more exposures"),
    (0, 2, 3): to_say("no or two or three or more exposures"),
    (1, 2, 3): to_say("one or two or three or more exposures"),
    (0, 1, 2, 3): to_say("no or one or two or three or more exposures"),
}
"""Steps of the thrower's penalty as a number of exposures."""

_INFRACTIONS = {
    "blind-pass-look": to_say("{seat} looked at a blind pass"),
    "out-of-turn": to_say("{seat} played out of turn"),
    "wrong-wall": to_say("{seat} picked from the wrong wall"),
    "misnamed-for-exposure": to_say("{seat} misnamed a tile claimed for an exposure"),
    "misnamed-for-mahjong": to_say("{seat} misnamed the winning tile"),
    "racked-called-tile": to_say("{seat} put a called tile in the rack"),
}


def exposures_in_words(steps: Sequence[int]) -> str:
    """Steps of the thrower's penalty as a number of exposures: ``[0, 1]`` is "no or one exposure"."""
    return say(_EXPOSURES[tuple(steps)])


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
        parts.append(say_count("{seats} dead", "{seats} dead", len(dead), seats=listed(dead)))
    if "error" in game and game["outcome"] != "error":
        parts.append(_went_on(game["error"]))
    parts += [say(_INFRACTIONS[one["kind"]], seat=one["seat"]) for one in game.get("infractions", ())]
    return "; ".join(parts)


def _outcome(game: Mapping[str, Any], profile: PointsProfile) -> str:
    if "ruled" in game:
        return say("Wall game by the director's ruling")
    match game["outcome"]:
        case "win":
            return _win(game, profile)
        case "wall":
            return say("Wall game")
        case "unfinished":
            return say("Unfinished at time")
        case _:
            return _error(game)


def _win(game: Mapping[str, Any], profile: PointsProfile) -> str:
    concealed = game["hand_class"] != "exposed"
    bare = profile.no_exposure > 0 and game["exposures"] == 0 and not concealed
    parts = [_picked(game, concealed=concealed) if game["self_picked"] else _thrown(game, profile, bare=bare)]
    if game["self_picked"] and bare:
        parts.append(exposures_in_words([0]))
    if game["jokerless"]:
        parts.append(say("no jokers"))
    return ", ".join(parts)


def _picked(game: Mapping[str, Any], *, concealed: bool) -> str:
    seat, value = game["winner"], game["value"]
    if concealed:
        return say("{seat} self-picked a concealed {value}", seat=seat, value=value)
    return say("{seat} self-picked {value}", seat=seat, value=value)


def _thrown(game: Mapping[str, Any], profile: PointsProfile, *, bare: bool) -> str:
    """With all that the winner may have had exposed for the same points; without where it does not matter."""
    seat, value = game["thrower"], game["value"]
    if game["hand_class"] != "exposed":
        return say("{seat} threw to a concealed {value}", seat=seat, value=value)
    lost = profile.thrower[min(game["exposures"], 3)]
    alike = [0] if bare else [step for step, penalty in enumerate(profile.thrower) if penalty == lost]
    if len(alike) == len(profile.thrower) and not profile.no_exposure:
        return say("{seat} threw to {value}", seat=seat, value=value)
    if profile.no_exposure and not bare and 0 in alike:
        exposures = exposures_in_words(alike[1:])
        return say(
            "{seat} threw to {value} with {exposures}, or concealed",
            seat=seat,
            value=value,
            exposures=exposures,
        )
    return say(
        "{seat} threw to {value} with {exposures}",
        seat=seat,
        value=value,
        exposures=exposures_in_words(alike),
    )


def _error(game: Mapping[str, Any]) -> str:
    error = game["error"]
    out = {error["caller"], *error["exposed"], *game.get("dead", ())}
    intact = [seat for seat in game["seats"] if seat not in out]
    if not intact:
        return say("{seat} called mah jongg in error, nobody kept the hand intact", seat=error["caller"])
    return say(
        "{seat} called mah jongg in error, only {intact} kept the hand intact",
        seat=error["caller"],
        intact=intact[0],
    )


def _went_on(error: Mapping[str, Any]) -> str:
    """A mah jongg in error after which play went on."""
    shown = sorted(error["exposed"])
    if not shown:
        return say("{seat} called mah jongg in error", seat=error["caller"])
    return say_count(
        "{seat} called mah jongg in error, {others} showed the hand",
        "{seat} called mah jongg in error, {others} showed their hands",
        len(shown),
        seat=error["caller"],
        others=listed(shown),
    )
