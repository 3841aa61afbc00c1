"""Faults of a game of the American kind, in which one hand wins.

Used by both families of that kind. ``lost_fields`` names facts that were misshapen: they are not reported again, and
nothing is concluded from their absence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec import UNSET

from rules.game import (
    LETTERS,
    TABLES,
    Fault,
    PaymentsGame,
    PointsGame,
    RackGame,
    Seats,
    quoted,
    short,
)
from rules.limits import MOST_POINTS
from rules.systems.reader import missing

NOTHING_LOST: frozenset[str] = frozenset()
RACK_OUTCOMES = ("win", "wall", "unfinished", "error")
NO_WIN_OUTCOMES = ("wall", "unfinished", "error", "thrown-in")


def seats_of(game: RackGame) -> Seats:
    """The seats in the order of the letters; all four where ``seats`` is no possible table."""
    return TABLES.get(game.seats, LETTERS)


def bad_seats() -> Fault:
    return Fault("bad-seats", "seats")


def not_at_table(seat: str, field: str) -> Fault:
    return Fault("seat-not-at-table", field, {"seat": quoted(seat)})


def dead_twice(seat: str, field: str) -> Fault:
    return Fault("dead-twice", field, {"seat": quoted(seat)})


def not_for_outcome(field: str, variant: str) -> Fault:
    """The fault of a fact that a game with this outcome cannot have."""
    return Fault("not-for-outcome", field, {"variant": variant})


def repeats(seats: Collection[str]) -> set[str]:
    """The seats that are named more than once."""
    if len({*seats}) == len(seats):
        return set()
    return {seat for seat, times in Counter(seats).items() if times > 1}


def dead_before_throw(game: PointsGame | PaymentsGame) -> Seats:
    """The seats dead when the game ended: declared dead, or out by a mah jongg in error."""
    error = game.error
    return game.dead if error is UNSET else (*game.dead, error.caller, *error.exposed)


def intact(game: PointsGame | PaymentsGame) -> list[str]:
    """The seats neither dead nor exposed or destroyed because of a mah jongg in error."""
    out = dead_before_throw(game)
    return [seat for seat in seats_of(game) if seat not in out]


def bad_value(value: int, field: str) -> Fault | None:
    """The fault of a hand value that no card has, or None."""
    if 0 < value <= MOST_POINTS and value % 5 == 0:
        return None
    if abs(value) <= MOST_POINTS:
        return Fault("bad-value", field, {"variant": "hand", "value": value})
    return Fault("bad-value", field, {"variant": "hand-beyond-bounds"})


def rack_faults(
    game: PointsGame | PaymentsGame, *, needs_exposures: bool, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """The faults in the facts that both families share; ``needs_exposures`` where a bonus depends on the exposures."""
    faults: list[Fault] = []
    seats = TABLES.get(game.seats)
    if seats is None:
        seats = LETTERS
        if "seats" not in lost_fields:
            faults.append(bad_seats())
    if game.dead or game.dead_after_throw or game.error is not UNSET:
        _dead_faults(game, seats, lost_fields, faults)
    if game.outcome == "win":
        _win_faults(game, seats, lost_fields, faults)
        _exposures_faults(game, lost_fields, faults, needed=needs_exposures)
    else:
        _no_win_faults(game, lost_fields, faults)
    return faults


def _dead_faults(
    game: PointsGame | PaymentsGame, seats: Seats, lost_fields: frozenset[str], faults: list[Fault]
) -> None:
    error = game.error
    exposed = () if error is UNSET else error.exposed
    for field, marked in (
        ("dead", game.dead),
        ("dead_after_throw", game.dead_after_throw),
        ("error.exposed", exposed),
    ):
        faults += [not_at_table(seat, field) for seat in marked if seat not in seats]
        faults += [dead_twice(seat, field) for seat in repeats(marked)]
    if error is not UNSET and error.caller not in seats:
        faults.append(not_at_table(error.caller, "error.caller"))
    in_both = {*dead_before_throw(game)}.intersection(game.dead_after_throw)
    for seat in in_both:
        values = {"variant": "after-throw", "seat": short(seat)}
        faults.append(Fault("dead-twice", "dead_after_throw", values))
    if error is not UNSET and lost_fields.isdisjoint({"seats", "dead", "error", "outcome"}):
        _count_intact(game, len(intact(game)), faults)


def _count_intact(game: PointsGame | PaymentsGame, hands: int, faults: list[Fault]) -> None:
    if game.outcome == "error" and hands > 1:
        faults.append(Fault("play-goes-on", "error", {"count": hands}))
    if game.outcome in ("win", "wall", "unfinished") and hands < 2:
        faults.append(Fault("should-have-ended", "error"))


def _win_faults(
    game: PointsGame | PaymentsGame,
    seats: Seats,
    lost_fields: frozenset[str],
    faults: list[Fault],
) -> None:
    out = dead_before_throw(game)
    winner, thrower = game.winner, game.thrower
    if winner is UNSET:
        if "winner" not in lost_fields:
            faults.append(missing("winner"))
    elif winner not in seats:
        faults.append(not_at_table(winner, "winner"))
    elif winner in out or winner in game.dead_after_throw:
        faults.append(Fault("dead-winner", "winner", {"seat": winner}))
    if game.value is UNSET:
        if "value" not in lost_fields:
            faults.append(missing("value"))
    elif fault := bad_value(game.value, "value"):
        faults.append(fault)
    if thrower is not UNSET:
        _thrower_faults(game, thrower, seats, out, faults)
    elif not game.self_picked and lost_fields.isdisjoint({"thrower", "self_picked"}):
        faults.append(Fault("no-thrower", "thrower"))
    if game.self_picked and game.dead_after_throw:
        faults.append(not_for_outcome("dead_after_throw", "nobody-threw"))


def _thrower_faults(
    game: PointsGame | PaymentsGame, thrower: str, seats: Seats, out: Seats, faults: list[Fault]
) -> None:
    if thrower not in seats:
        faults.append(not_at_table(thrower, "thrower"))
    if game.self_picked:
        faults.append(Fault("self-picked-with-thrower", "thrower", {"seat": short(thrower)}))
    if thrower == game.winner:
        faults.append(Fault("winner-is-thrower", "thrower", {"seat": short(thrower)}))
    if thrower in out and thrower in seats:
        faults.append(Fault("dead-thrower", "thrower", {"seat": thrower}))


def _exposures_faults(
    game: PointsGame | PaymentsGame, lost_fields: frozenset[str], faults: list[Fault], *, needed: bool
) -> None:
    exposures = game.exposures
    if exposures is UNSET:
        if needed and game.hand_class == "exposed" and lost_fields.isdisjoint({"exposures", "hand_class"}):
            faults.append(Fault("exposures-needed", "exposures"))
        return
    if not 0 <= exposures <= 4:
        faults.append(Fault("exposures-out-of-range", "exposures"))
    if exposures > 0 and game.hand_class != "exposed":
        faults.append(Fault("class-with-exposures", "exposures", {"variant": game.hand_class}))


def _no_win_faults(game: PointsGame | PaymentsGame, lost_fields: frozenset[str], faults: list[Fault]) -> None:
    if (
        game.outcome not in NO_WIN_OUTCOMES
    ):  # missing, misshapen or unknown: nothing can be said about its facts
        return
    winner_facts = (
        ("winner", game.winner is not UNSET),
        ("value", game.value is not UNSET),
        ("hand_class", game.hand_class != "exposed"),
        ("jokerless", game.jokerless),
        ("self_picked", game.self_picked),
        ("thrower", game.thrower is not UNSET),
        ("exposures", game.exposures is not UNSET and game.exposures != 0),
    )
    faults += [not_for_outcome(field, f"nobody-won {field}") for field, is_given in winner_facts if is_given]
    if game.dead_after_throw and game.outcome != "wall":
        faults.append(not_for_outcome("dead_after_throw", "only-after-a-throw"))
    if game.outcome == "error" and game.error is UNSET and "error" not in lost_fields:
        faults.append(missing("error"))
