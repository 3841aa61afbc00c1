from typing import cast

from msgspec import UNSET

from rules.game import Game, Phrase, Values
from rules.systems.extras import by_code
from rules.systems.points import PointsGame, PointsProfile
from rules.systems.profile import Profile


def reading_of(of: Game, by: Profile) -> Phrase:
    """For a game of points: the outcome, dead hands, a mah jongg in error that did not end it, and infractions."""
    game, profile = cast("PointsGame", of), cast("PointsProfile", by)
    parts = [_outcome(game, profile)]
    dead = sorted([*game.dead, *game.dead_after_throw])
    if dead:
        parts.append(Phrase("dead", {"count": len(dead), "seats": _listed(dead)}))
    if game.error is not UNSET and game.outcome != "error":
        caller, exposed = game.error.caller, sorted(game.error.exposed)
        if exposed:
            values = {"count": len(exposed), "seat": caller, "others": _listed(exposed)}
            parts.append(Phrase("error-shown", values))
        else:
            parts.append(Phrase("error", {"seat": caller}))
    parts += [
        Phrase("infraction", {"kind": infraction.kind, "seat": infraction.seat})
        for infraction in game.infractions
    ]
    if game.extras:
        extras = by_code(profile)
        parts += [
            Phrase("extra", {"seat": mark.seat, "name": extras[mark.code].name}) for mark in game.extras
        ]
    return Phrase("reading", {"parts": tuple(parts)})


def _listed(seats: list[str]) -> Phrase:
    return Phrase("listed", {"parts": tuple(seats)})


def _outcome(game: PointsGame, profile: PointsProfile) -> Phrase:
    if game.ruled is not UNSET:
        return Phrase("ruled")
    if game.outcome == "win":
        return _win(game, profile)
    if game.outcome == "error" and game.error is not UNSET:
        error = game.error
        out = {error.caller, *error.exposed, *game.dead}
        intact = [seat for seat in game.seats if seat not in out]
        if not intact:
            return Phrase("error-nobody", {"seat": error.caller})
        return Phrase("error-only", {"seat": error.caller, "intact": intact[0]})
    return Phrase(game.outcome)


def _win(game: PointsGame, profile: PointsProfile) -> Phrase:
    concealed = game.hand_class != "exposed"
    bare = profile.no_exposure > 0 and game.exposures in (0, UNSET) and not concealed
    if game.self_picked:
        code = "picked-concealed" if concealed else "picked"
        parts = [Phrase(code, {"seat": game.winner, "value": game.value})]
        if bare:
            parts.append(_exposures([0]))
    else:
        parts = [_thrown(game, profile, bare=bare)]
    if game.jokerless:
        parts.append(Phrase("no-jokers"))
    return Phrase("win", {"parts": tuple(parts)})


def _thrown(game: PointsGame, profile: PointsProfile, *, bare: bool) -> Phrase:
    """Names all exposures that give the same points, or none where they make no difference."""
    throw = {"seat": game.thrower, "value": game.value}
    if game.hand_class != "exposed":
        return Phrase("thrown-concealed", throw)
    exposures = 0 if game.exposures is UNSET else game.exposures
    penalty = profile.thrower[min(exposures, 3)]
    exposure_counts = [0] if bare else steps_costing(penalty, profile)
    if len(exposure_counts) == len(profile.thrower):
        return Phrase("thrown", throw)
    if profile.no_exposure and not bare and 0 in exposure_counts:
        return Phrase("thrown-or-concealed", {**throw, "exposures": _exposures(exposure_counts[1:])})
    return Phrase("thrown-exposures", {**throw, "exposures": _exposures(exposure_counts)})


def steps_costing(penalty: int, profile: PointsProfile) -> list[int]:
    return [step for step, cost in enumerate(profile.thrower) if cost == penalty]


def thrown_to(penalty: int, by: Profile) -> tuple[str, Values]:
    """Code and values of a thrower's line where the winner's exposures are known from the penalty alone."""
    profile = cast("PointsProfile", by)
    steps = steps_costing(penalty, profile)
    if not 0 < len(steps) < len(profile.thrower):
        return "thrower", {}
    return "thrower-exposures", {"exposures": _exposures(steps)}


def _exposures(steps: list[int]) -> Phrase:
    return Phrase("exposures", {"steps": tuple(steps)})
