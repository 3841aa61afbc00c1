"""Systems of points: the winner scores the hand and bonuses, the thrower loses by the winner's exposures."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from rules.game import INFRACTION_KINDS, Due, Fault, PointsGame, Seats, Settled, quoted, short
from rules.systems.profile import Profile
from rules.systems.rack import (
    NOTHING_LOST,
    RACK_OUTCOMES,
    dead_before_throw,
    intact,
    not_at_table,
    not_for_outcome,
    rack_faults,
    seats_of,
)

OUTCOMES = RACK_OUTCOMES
GAME = PointsGame

THROWN = ("thrower-0-exposures", "thrower-1-exposures", "thrower-2-exposures", "thrower-3-exposures")
"""The codes of the thrower's line, by the winner's exposures."""


class PointsProfile(Profile, frozen=True, kw_only=True):
    """Points for the winner, penalties for the thrower. All penalties are positive numbers.

    ``thrower`` is indexed by the winner's exposures, the last for three or more. ``infractions`` maps each kind to
    points, ``dead`` or ``ruling``.
    """

    self_picked: int
    jokerless: int
    no_exposure: int
    wall: int
    dead_gets_wall: bool
    unfinished: int
    error_survivor: int
    thrower: tuple[int, ...]
    infractions: Mapping[str, int | str]
    values: tuple[int, ...]

    def __hash__(self) -> int:
        return hash((self.system, self.thrower, self.values, self.wall, tuple(self.infractions.items())))


def faults(
    game: PointsGame, profile: PointsProfile, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """Every fault of the game; empty when it can be scored."""
    problems = rack_faults(game, needs_exposures=profile.no_exposure > 0, lost_fields=lost_fields)
    if game.infractions:
        problems += _infraction_faults(game, profile, lost_fields)
    if (
        game.ruled is not UNSET
        and lost_fields.isdisjoint({"seats", "dead", "error"})
        and not _needs_ruling(game)
    ):
        problems.append(not_for_outcome("ruled", "ruled"))
    return problems


def _infraction_faults(game: PointsGame, profile: PointsProfile, lost_fields: frozenset[str]) -> list[Fault]:
    problems: list[Fault] = []
    seats = seats_of(game)
    marked = set()
    for index, infraction in enumerate(game.infractions):
        seat, kind, field = infraction.seat, infraction.kind, f"infractions.{index}"
        if seat not in seats:
            problems.append(not_at_table(seat, f"{field}.seat"))
        if (seat, kind) in marked:
            problems.append(Fault("duplicate-infraction", field, {"seat": short(seat)}))
        marked.add((seat, kind))
        if kind not in INFRACTION_KINDS:
            values = {"infraction": quoted(kind), "infractions": INFRACTION_KINDS}
            problems.append(Fault("unknown-infraction", f"{field}.kind", values))
            continue
        if profile.infractions[kind] == "dead":
            problems.append(Fault("enter-as-dead", f"{field}.kind", {"seat": short(seat)}))
        thrown = game.outcome == "win" and game.thrower == seat
        if kind == "misnamed-for-mahjong" and not thrown and lost_fields.isdisjoint({"outcome", "thrower"}):
            problems.append(Fault("not-the-thrower", f"{field}.seat"))
    return problems


def _needs_ruling(game: PointsGame) -> bool:
    """Whether at most one live hand is left, and not because of a mah jongg in error."""
    return len(game.dead) > 1 and game.error is UNSET and len(intact(game)) < 2


def settle(game: PointsGame, profile: PointsProfile) -> Settled:
    """Scores a game without `faults`."""
    outcome = game.outcome
    if game.dead and _needs_ruling(game):
        if game.ruled != "wall":
            return Settled({}, "ruling" if game.ruled is UNSET else "replay", [], [])
        outcome = "wall"
    seats = seats_of(game)
    due = _won(game, profile) if outcome == "win" else _not_won(game, profile, outcome, seats)
    for infraction in game.infractions:
        answer = profile.infractions[infraction.kind]
        if not isinstance(answer, int):
            return Settled({}, "ruling", [], [])
        due.append((infraction.seat, -answer, infraction.kind, ()))
    points = dict.fromkeys(seats, 0)
    for seat, number, _, _ in due:
        points[seat] += number
    off_list = outcome == "win" and game.value not in profile.values
    return Settled(points, "scored", ["value-off-list"] if off_list else [], due)


def _won(game: PointsGame, profile: PointsProfile) -> list[Due]:
    winner, value = game.winner, game.value
    assert isinstance(winner, str)  # noqa: S101  (faults() saw to it)
    assert isinstance(value, int)  # noqa: S101
    exposures = 0 if game.exposures is UNSET else game.exposures
    due: list[Due] = [(winner, value, "hand", ())]
    if game.self_picked and profile.self_picked:
        due.append((winner, profile.self_picked, "self-picked", ()))
    if game.jokerless and profile.jokerless and game.hand_class != "singles-and-pairs":
        due.append((winner, profile.jokerless, "jokerless", ()))
    if profile.no_exposure and exposures == 0 and game.hand_class == "exposed":
        due.append((winner, profile.no_exposure, "no-exposure", ()))
    if isinstance(game.thrower, str):
        step = min(exposures, 3)
        if penalty := profile.thrower[step]:
            due.append((game.thrower, -penalty, THROWN[step], ()))
    return due


def _not_won(game: PointsGame, profile: PointsProfile, outcome: str, seats: Seats) -> list[Due]:
    if outcome == "error":
        return _points_each(intact(game), profile.error_survivor, "error-survivor")
    dead = (*dead_before_throw(game), *game.dead_after_throw)
    live = [seat for seat in seats if seat not in dead]
    if outcome == "wall":
        return _points_each(list(seats) if profile.dead_gets_wall else live, profile.wall, "wall")
    return _points_each(live, profile.unfinished, "unfinished")


def _points_each(seats: list[str], points: int, code: str) -> list[Due]:
    return [(seat, points, code, ()) for seat in seats] if points else []
