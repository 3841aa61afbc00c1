"""Systems of payments: the players pay the winner, and every game sums to zero."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET

from rules.facts import PaymentsFacts
from rules.game import Fault, Line, Scored, saying
from rules.impossible import (
    NOTHING_LOST,
    RACK_OUTCOMES,
    bad_value,
    intact,
    not_at_table,
    not_for_outcome,
    rack_faults,
    seats_of,
)
from rules.profile import PaymentsProfile, shown
from rules.reading import missing
from rules.words import say, to_say

OUTCOMES = (*RACK_OUTCOMES, "thrown-in")


class _Why(NamedTuple):
    """What is said of a payment: to who receives it, from one player or from all, and to each who pays."""

    from_one: str
    paid: str
    from_all: str = ""


_VOID = to_say("0: {seat}'s hand was found dead, so nobody pays for the win")
_HAND = _Why(
    to_say("{points} from {seat} for the hand"),
    to_say("{points} to {seat} for the hand"),
    to_say("{points} from the other players for the hand"),
)
_MISNAMED = _Why(
    to_say("{points} from {seat} for misnaming the winning card"),
    to_say("{points} to {seat} for misnaming the winning card"),
)
_OUT_OF_TURN = _Why(
    to_say("{points} from {seat} for throwing the winning card out of turn"),
    to_say("{points} to {seat} for throwing the winning card out of turn"),
)
_CALLED_IN_ERROR = _Why(
    to_say("{points} from {seat} for a mah jongg called in error"),
    to_say("{points} to {seat} for a mah jongg called in error"),
)
_UPHELD = _Why(
    to_say("{points} from {seat} for a death challenge upheld"),
    to_say("{points} to {seat} for a death challenge upheld"),
)
_CHALLENGED_IN_ERROR = _Why(
    to_say("{points} from {seat} for a death challenge made in error"),
    to_say("{points} to {seat} for a death challenge made in error"),
)


def faults(
    facts: PaymentsFacts, profile: PaymentsProfile, lost: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """Everything that cannot be; an empty list when the game can be settled."""
    found = rack_faults(facts, needs_exposures=False, lost=lost)
    if (facts.misnamed or facts.out_of_turn) and facts.outcome in OUTCOMES:
        thrown = facts.outcome == "win" and not facts.self_picked
        fields = [name for name in ("misnamed", "out_of_turn") if getattr(facts, name) and not thrown]
        sentence = say(
            "Only a win off a throw can have a misnamed card or a discard out of turn that one player pays for."
        )
        found += [not_for_outcome(field, sentence) for field in fields]
    if facts.error is not UNSET:
        found += _price_faults(facts, lost)
    if facts.challenges:
        found += _challenge_faults(facts)
    if facts.outcome == "thrown-in":
        sentence = say(
            "A game that is thrown in is dealt again and nothing is paid: say nothing else about it."
        )
        said = [name for name in ("dead", "error", "challenges") if getattr(facts, name) not in ((), UNSET)]
        found += [not_for_outcome(field, sentence) for field in said]
    return found


def _price_faults(facts: PaymentsFacts, lost: frozenset[str]) -> list[Fault]:
    claimed = facts.error.value if facts.error is not UNSET else UNSET
    if claimed is not UNSET:
        fault = bad_value(claimed, "error.value")
        return [fault] if fault else []
    is_paid = facts.outcome == "error" and len(intact(facts)) == 1
    return [missing("error.value")] if is_paid and lost.isdisjoint({"error", "dead", "seats"}) else []


def _challenge_faults(facts: PaymentsFacts) -> list[Fault]:
    found: list[Fault] = []
    seats = seats_of(facts)
    seen = set()
    for index, challenge in enumerate(facts.challenges):
        field = f"challenges.{index}"
        found += [
            not_at_table(seat, f"{field}.{role}")
            for role, seat in (("by", challenge.by), ("of", challenge.of))
            if seat not in seats
        ]
        if challenge.by == challenge.of:
            sentence = say("{seat} cannot challenge their own hand.", seat=shown(challenge.by)[1:-1])
            found.append(Fault("bad-challenge", field, sentence))
        if (challenge.by, challenge.of) in seen:
            found.append(Fault("bad-challenge", field, say("The same challenge is named twice.")))
        seen.add((challenge.by, challenge.of))
    return found


def score(facts: PaymentsFacts, profile: PaymentsProfile) -> Scored:
    """Settle a game in which ``faults`` found nothing."""
    if facts.outcome == "thrown-in":
        return Scored({}, "replay", [], [])
    lines: list[Line] = []
    warnings: list[str] = []
    if facts.outcome == "win":
        lines += _win_lines(facts, profile)
        warnings += _off_list(facts.value, profile)
    elif facts.outcome == "error":
        lines += _error_lines(facts, profile)
        warnings += _off_list(facts.error.value if facts.error is not UNSET else UNSET, profile)
    lines += _challenge_lines(facts, profile)
    points = dict.fromkeys(seats_of(facts), 0)
    for line in lines:
        points[line.seat] += line.points
    return Scored(points, "scored", warnings, lines)


def _off_list(value: object, profile: PaymentsProfile) -> list[str]:
    return [] if value is UNSET or value in profile.values else ["value-off-list"]


def _win_lines(facts: PaymentsFacts, profile: PaymentsProfile) -> list[Line]:
    winner, value = facts.winner, facts.value
    assert isinstance(winner, str)  # noqa: S101  (faults() saw to it)
    assert isinstance(value, int)  # noqa: S101
    if any(challenge.upheld and challenge.of == winner for challenge in facts.challenges):
        return [saying()(winner, 0, "void-win", profile.clauses["void-win"], _VOID, seat=winner)]
    if facts.misnamed or facts.out_of_turn:
        paid = {str(facts.thrower): profile.sole_payer * value}
        why = _MISNAMED if facts.misnamed else _OUT_OF_TURN
        return _pay(paid, winner, "sole-payment", profile, why)
    if facts.jokerless and facts.hand_class != "singles-and-pairs":
        value *= profile.jokerless_factor
    payers = {seat: profile.others_pay * value for seat in seats_of(facts) if seat != winner}
    if facts.self_picked:
        payers = dict.fromkeys(payers, profile.self_picked_pays * value)
    else:
        payers[str(facts.thrower)] = profile.thrower_pays * value
    return _pay(payers, winner, "payment", profile, _HAND)


def _pay(payers: dict[str, int], receiver: str, code: str, profile: PaymentsProfile, why: _Why) -> list[Line]:
    """What the receiver gets in all, then what each payer pays; nothing for those who owe nothing."""
    clause = profile.clauses[code]
    owing = {seat: amount for seat, amount in payers.items() if amount}
    if not owing:
        return []
    line, got = saying(), why.from_all if len(owing) > 1 else why.from_one
    return [line(receiver, sum(owing.values()), code, clause, got, seat=next(iter(owing)))] + [
        line(seat, -amount, code, clause, why.paid, seat=receiver) for seat, amount in owing.items()
    ]


def _error_lines(facts: PaymentsFacts, profile: PaymentsProfile) -> list[Line]:
    left, error = intact(facts), facts.error
    if len(left) != 1 or error is UNSET or error.value is UNSET:
        return []
    paid = {error.caller: profile.error_pays * error.value}
    return _pay(paid, left[0], "error-payment", profile, _CALLED_IN_ERROR)


def _challenge_lines(facts: PaymentsFacts, profile: PaymentsProfile) -> list[Line]:
    lines: list[Line] = []
    for challenge in facts.challenges:
        payer, receiver = (challenge.of, challenge.by) if challenge.upheld else (challenge.by, challenge.of)
        why = _UPHELD if challenge.upheld else _CHALLENGED_IN_ERROR
        lines += _pay({payer: profile.lowest}, receiver, "challenge", profile, why)
    return lines
