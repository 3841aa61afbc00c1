"""What cannot be at a table of the American kind: each fault with its code, its field and a sentence.

Both families that play for one winning hand ask here. Facts that were misshapen are named in ``lost``: nothing is
said twice about them, and nothing is concluded from their absence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec import UNSET

from rules.facts import TABLES, PaymentsFacts, PointsFacts, RackFacts, Seats
from rules.game import LETTERS, Fault
from rules.profile import MOST_POINTS, shown
from rules.reading import missing
from rules.words import say, say_count, to_say

NOTHING_LOST: frozenset[str] = frozenset()
RACK_OUTCOMES = ("win", "wall", "unfinished", "error")
NO_WIN_OUTCOMES = ("wall", "unfinished", "error", "thrown-in")

_NOTHING_EXPOSED = {
    "concealed": to_say("A concealed hand is won with nothing exposed before the win."),
    "singles-and-pairs": to_say("A singles and pairs hand is won with nothing exposed before the win."),
}
_NOBODY_WON = {
    "winner": to_say("Nobody won this game, so it has no winner."),
    "value": to_say("Nobody won this game, so it has no hand value."),
    "hand_class": to_say("Nobody won this game, so it has no class of the winning hand."),
    "jokerless": to_say("Nobody won this game, so it has no hand without jokers."),
    "self_picked": to_say("Nobody won this game, so it has no winning tile that was picked."),
    "thrower": to_say("Nobody won this game, so it has no winning tile that was thrown."),
    "exposures": to_say("Nobody won this game, so it has no winner's exposures."),
}
"""What is said of a fact that only a win has."""


def seats_of(facts: RackFacts) -> Seats:
    """The seats by letter; all four where ``seats`` is no table."""
    return TABLES.get(facts.seats, LETTERS)


def bad_seats() -> Fault:
    """The refusal of seats that are no table."""
    return Fault("bad-seats", "seats", say("A table has three or four different seats out of A, B, C and D."))


def not_at_table(seat: str, field: str) -> Fault:
    """The refusal of a seat that nobody sits in."""
    return Fault(
        "seat-not-at-table", field, say("Nobody sits in seat {seat} at this table.", seat=shown(seat))
    )


def dead_twice(seat: str, field: str) -> Fault:
    """The refusal of a seat that is named twice among the dead."""
    return Fault("dead-twice", field, say("Seat {seat} is named twice.", seat=shown(seat)))


def not_for_outcome(field: str, sentence: str) -> Fault:
    """The refusal of a fact that a game with this outcome cannot have."""
    return Fault("not-for-outcome", field, sentence)


def repeated(seats: Collection[str]) -> set[str]:
    """The seats that are named more than once."""
    if len({*seats}) == len(seats):
        return set()
    return {seat for seat, times in Counter(seats).items() if times > 1}


def dead_before_throw(facts: PointsFacts | PaymentsFacts) -> Seats:
    """Everybody who was dead when the game ended: declared dead, or out by a mah jongg in error."""
    error = facts.error
    return facts.dead if error is UNSET else (*facts.dead, error.caller, *error.exposed)


def intact(facts: PointsFacts | PaymentsFacts) -> list[str]:
    """The seats whose hand is neither dead nor shown or destroyed over a mah jongg in error."""
    out = dead_before_throw(facts)
    return [seat for seat in seats_of(facts) if seat not in out]


def bad_value(value: int, field: str) -> Fault | None:
    """The refusal of a hand value that no card has, or None."""
    if 0 < value <= MOST_POINTS and value % 5 == 0:
        return None
    if abs(value) <= MOST_POINTS:
        sentence = say(
            "{value:,} is no hand's value: hands are worth a multiple of 5, from 5 up.", value=value
        )
    else:
        sentence = say("That is no hand's value: hands are worth a multiple of 5, from 5 up.")
    return Fault("bad-value", field, sentence)


def rack_faults(
    facts: PointsFacts | PaymentsFacts, *, needs_exposures: bool, lost: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """Every fault in the facts both families share; ``needs_exposures`` where a bonus depends on them."""
    faults: list[Fault] = []
    seats = TABLES.get(facts.seats)
    if seats is None:
        seats = LETTERS
        if "seats" not in lost:
            faults.append(bad_seats())
    if facts.dead or facts.dead_after_throw or facts.error is not UNSET:
        _dead_faults(facts, seats, lost, faults)
    if facts.outcome == "win":
        _win_faults(facts, seats, lost, faults)
        _exposures_faults(facts, lost, faults, needed=needs_exposures)
    else:
        _no_win_faults(facts, lost, faults)
    return faults


def _dead_faults(
    facts: PointsFacts | PaymentsFacts, seats: Seats, lost: frozenset[str], faults: list[Fault]
) -> None:
    error = facts.error
    exposed = () if error is UNSET else error.exposed
    for field, named in (
        ("dead", facts.dead),
        ("dead_after_throw", facts.dead_after_throw),
        ("error.exposed", exposed),
    ):
        faults += [not_at_table(seat, field) for seat in named if seat not in seats]
        faults += [dead_twice(seat, field) for seat in repeated(named)]
    if error is not UNSET and error.caller not in seats:
        faults.append(not_at_table(error.caller, "error.caller"))
    both = {*dead_before_throw(facts)}.intersection(facts.dead_after_throw)
    for seat in both:
        sentence = say(
            "{seat} was dead before the throw and cannot die again after it.", seat=shown(seat)[1:-1]
        )
        faults.append(Fault("dead-twice", "dead_after_throw", sentence))
    if error is not UNSET and lost.isdisjoint({"seats", "dead", "error", "outcome"}):
        _count_intact(facts, len(intact(facts)), faults)


def _count_intact(facts: PointsFacts | PaymentsFacts, hands: int, faults: list[Fault]) -> None:
    if facts.outcome == "error" and hands > 1:
        sentence = say_count(
            "{count} hand is still intact: play goes on. Enter how the game ended, with the error beside it.",
            "{count} hands are still intact: play goes on. Enter how the game ended, with the error beside it.",
            hands,
        )
        faults.append(Fault("play-goes-on", "error", sentence))
    if facts.outcome in ("win", "wall", "unfinished") and hands < 2:
        sentence = say("Fewer than two hands were intact after the mah jongg in error: it ended the game.")
        faults.append(Fault("should-have-ended", "error", sentence))


def _win_faults(
    facts: PointsFacts | PaymentsFacts,
    seats: Seats,
    lost: frozenset[str],
    faults: list[Fault],
) -> None:
    out = dead_before_throw(facts)
    winner, thrower = facts.winner, facts.thrower
    if winner is UNSET:
        if "winner" not in lost:
            faults.append(missing("winner"))
    elif winner not in seats:
        faults.append(not_at_table(winner, "winner"))
    elif winner in out or winner in facts.dead_after_throw:
        sentence = say("{seat}'s hand is dead, and a dead hand cannot win.", seat=winner)
        faults.append(Fault("dead-winner", "winner", sentence))
    if facts.value is UNSET:
        if "value" not in lost:
            faults.append(missing("value"))
    elif fault := bad_value(facts.value, "value"):
        faults.append(fault)
    if thrower is not UNSET:
        _thrower_faults(facts, thrower, seats, out, faults)
    elif not facts.self_picked and lost.isdisjoint({"thrower", "self_picked"}):
        sentence = say("Say who threw the winning tile, or that the winner picked it.")
        faults.append(Fault("no-thrower", "thrower", sentence))
    if facts.self_picked and facts.dead_after_throw:
        sentence = say(
            "Nobody threw the winning tile, so nobody can be declared dead after the throw: enter them as dead."
        )
        faults.append(not_for_outcome("dead_after_throw", sentence))


def _thrower_faults(
    facts: PointsFacts | PaymentsFacts, thrower: str, seats: Seats, out: Seats, faults: list[Fault]
) -> None:
    if thrower not in seats:
        faults.append(not_at_table(thrower, "thrower"))
    if facts.self_picked:
        sentence = say(
            "The winner picked the winning tile, so {seat} cannot have thrown it.", seat=shown(thrower)[1:-1]
        )
        faults.append(Fault("self-picked-with-thrower", "thrower", sentence))
    if thrower == facts.winner:
        sentence = say("{seat} threw the winning tile and cannot also win on it.", seat=shown(thrower)[1:-1])
        faults.append(Fault("winner-is-thrower", "thrower", sentence))
    if thrower in out and thrower in seats:
        sentence = say(
            "{seat}'s hand was dead before the throw, and a dead player does not throw. "
            "If it was declared dead on the winning tile, enter it as dead after the throw.",
            seat=thrower,
        )
        faults.append(Fault("dead-thrower", "thrower", sentence))


def _exposures_faults(
    facts: PointsFacts | PaymentsFacts, lost: frozenset[str], faults: list[Fault], *, needed: bool
) -> None:
    exposures = facts.exposures
    if exposures is UNSET:
        if needed and facts.hand_class == "exposed" and lost.isdisjoint({"exposures", "hand_class"}):
            sentence = say("Say how many exposures the winner had: this system pays for having none.")
            faults.append(Fault("exposures-needed", "exposures", sentence))
        return
    if not 0 <= exposures <= 4:
        sentence = say("A rack holds from 0 to 4 exposures.")
        faults.append(Fault("exposures-out-of-range", "exposures", sentence))
    if exposures > 0 and facts.hand_class != "exposed":
        faults.append(Fault("class-with-exposures", "exposures", say(_NOTHING_EXPOSED[facts.hand_class])))


def _no_win_faults(facts: PointsFacts | PaymentsFacts, lost: frozenset[str], faults: list[Fault]) -> None:
    if facts.outcome not in NO_WIN_OUTCOMES:  # left out, lost or unknown: no telling what belongs to it
        return
    said = (
        ("winner", facts.winner is not UNSET),
        ("value", facts.value is not UNSET),
        ("hand_class", facts.hand_class != "exposed"),
        ("jokerless", facts.jokerless),
        ("self_picked", facts.self_picked),
        ("thrower", facts.thrower is not UNSET),
        ("exposures", facts.exposures is not UNSET and facts.exposures != 0),
    )
    faults += [not_for_outcome(field, say(_NOBODY_WON[field])) for field, is_said in said if is_said]
    if facts.dead_after_throw and facts.outcome != "wall":
        sentence = say("Only a win off a throw, or a wall, has players declared dead after the last throw.")
        faults.append(not_for_outcome("dead_after_throw", sentence))
    if facts.outcome == "error" and facts.error is UNSET and "error" not in lost:
        faults.append(missing("error"))
