"""Systems of points: the winner scores the hand and bonuses, the thrower loses by the winner's exposures."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET

from rules.facts import PointsFacts, Seats
from rules.game import INFRACTION_KINDS, Fault, Scored, saying
from rules.impossible import (
    NOTHING_LOST,
    RACK_OUTCOMES,
    dead_before_throw,
    intact,
    not_at_table,
    not_for_outcome,
    rack_faults,
    seats_of,
)
from rules.profile import PointsProfile, shown
from rules.words import say, to_say

OUTCOMES = RACK_OUTCOMES

Due: TypeAlias = tuple[str, int, str]
"""What a seat gets or loses, and the code of the line that says so."""

_SENTENCES = {
    "hand": to_say("{points} for the hand"),
    "self-picked": to_say("{points} for picking the winning tile"),
    "jokerless": to_say("{points} for having no jokers"),
    "no-exposure": to_say("{points} for winning with nothing exposed before"),
    "thrower-0-exposures": to_say("{points} for throwing the winning tile to a hand with no exposures"),
    "thrower-1-exposures": to_say("{points} for throwing the winning tile to a hand with one exposure"),
    "thrower-2-exposures": to_say("{points} for throwing the winning tile to a hand with two exposures"),
    "thrower-3-exposures": to_say(
        "{points} for throwing the winning tile to a hand with three or more exposures"
    ),
    "wall": to_say("{points} for a wall game"),
    "unfinished": to_say("{points} for a game that time ended"),
    "error-survivor": to_say("{points} for the only hand left intact by a mah jongg in error"),
    "blind-pass-look": to_say("{points} for looking at a blind pass"),
    "out-of-turn": to_say("{points} for playing out of turn"),
    "wrong-wall": to_say("{points} for taking a tile from the wrong wall or end"),
    "misnamed-for-exposure": to_say("{points} for misnaming a tile that was claimed for an exposure"),
    "misnamed-for-mahjong": to_say("{points} for misnaming the winning tile"),
    "racked-called-tile": to_say("{points} for putting a called tile in the rack"),
}
_THROWN = ("thrower-0-exposures", "thrower-1-exposures", "thrower-2-exposures", "thrower-3-exposures")


def faults(facts: PointsFacts, profile: PointsProfile, lost: frozenset[str] = NOTHING_LOST) -> list[Fault]:
    """Everything that cannot be; an empty list when the game can be scored."""
    found = rack_faults(facts, needs_exposures=profile.no_exposure > 0, lost=lost)
    if facts.infractions:
        found += _infraction_faults(facts, profile, lost)
    if facts.ruled is not UNSET and lost.isdisjoint({"seats", "dead", "error"}) and not _needs_ruling(facts):
        sentence = say(
            "The director rules only where at most one live hand is left without a mah jongg in error."
        )
        found.append(not_for_outcome("ruled", sentence))
    return found


def _infraction_faults(facts: PointsFacts, profile: PointsProfile, lost: frozenset[str]) -> list[Fault]:
    found: list[Fault] = []
    seats = seats_of(facts)
    seen = set()
    for index, infraction in enumerate(facts.infractions):
        seat, kind, field = infraction.seat, infraction.kind, f"infractions.{index}"
        if seat not in seats:
            found.append(not_at_table(seat, f"{field}.seat"))
        if (seat, kind) in seen:
            sentence = say("The same infraction of {seat} is named twice.", seat=shown(seat)[1:-1])
            found.append(Fault("duplicate-infraction", field, sentence))
        seen.add((seat, kind))
        if kind not in INFRACTION_KINDS:
            sentence = say(
                "There is no infraction {infraction}; there are {infractions}.",
                infraction=shown(kind),
                infractions=", ".join(INFRACTION_KINDS),
            )
            found.append(Fault("unknown-infraction", f"{field}.kind", sentence))
            continue
        if profile.infractions[kind] == "dead":
            sentence = say(
                "The answer to this infraction is a dead hand: enter {seat} as dead.", seat=shown(seat)[1:-1]
            )
            found.append(Fault("enter-as-dead", f"{field}.kind", sentence))
        thrown = facts.outcome == "win" and facts.thrower == seat
        if kind == "misnamed-for-mahjong" and not thrown and lost.isdisjoint({"outcome", "thrower"}):
            sentence = say("Only the player who threw the winning tile can have misnamed it.")
            found.append(Fault("not-the-thrower", f"{field}.seat", sentence))
    return found


def _needs_ruling(facts: PointsFacts) -> bool:
    """At most one live hand is left, and not because of a mah jongg in error."""
    return len(facts.dead) > 1 and facts.error is UNSET and len(intact(facts)) < 2


def score(facts: PointsFacts, profile: PointsProfile) -> Scored:
    """Score a game in which ``faults`` found nothing."""
    outcome = facts.outcome
    if facts.dead and _needs_ruling(facts):
        if facts.ruled != "wall":
            return Scored({}, "ruling" if facts.ruled is UNSET else "replay", [], [])
        outcome = "wall"
    seats, clauses = seats_of(facts), profile.clauses
    due = _won(facts, profile) if outcome == "win" else _not_won(facts, profile, outcome, seats)
    for infraction in facts.infractions:
        answer = profile.infractions[infraction.kind]
        if not isinstance(answer, int):
            return Scored({}, "ruling", [], [])
        due.append((infraction.seat, -answer, infraction.kind))
    line, lines = saying(), []
    points = dict.fromkeys(seats, 0)
    for seat, number, code in due:
        points[seat] += number
        lines.append(line(seat, number, code, clauses[code], _SENTENCES[code]))
    off_list = outcome == "win" and facts.value not in profile.values
    return Scored(points, "scored", ["value-off-list"] if off_list else [], lines)


def _won(facts: PointsFacts, profile: PointsProfile) -> list[Due]:
    winner, value = facts.winner, facts.value
    assert isinstance(winner, str)  # noqa: S101  (faults() saw to it)
    assert isinstance(value, int)  # noqa: S101
    exposures = 0 if facts.exposures is UNSET else facts.exposures
    due = [(winner, value, "hand")]
    if facts.self_picked and profile.self_picked:
        due.append((winner, profile.self_picked, "self-picked"))
    if facts.jokerless and profile.jokerless and facts.hand_class != "singles-and-pairs":
        due.append((winner, profile.jokerless, "jokerless"))
    if profile.no_exposure and exposures == 0 and facts.hand_class == "exposed":
        due.append((winner, profile.no_exposure, "no-exposure"))
    if isinstance(facts.thrower, str):
        step = min(exposures, 3)
        if penalty := profile.thrower[step]:
            due.append((facts.thrower, -penalty, _THROWN[step]))
    return due


def _not_won(facts: PointsFacts, profile: PointsProfile, outcome: str, seats: Seats) -> list[Due]:
    if outcome == "error":
        return _each(intact(facts), profile.error_survivor, "error-survivor")
    dead = (*dead_before_throw(facts), *facts.dead_after_throw)
    live = [seat for seat in seats if seat not in dead]
    if outcome == "wall":
        return _each(list(seats) if profile.dead_gets_wall else live, profile.wall, "wall")
    return _each(live, profile.unfinished, "unfinished")


def _each(seats: list[str], points: int, code: str) -> list[Due]:
    return [(seat, points, code) for seat in seats] if points else []
