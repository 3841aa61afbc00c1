"""Systems of payments: players pay the winner; every game sums to zero."""

from __future__ import annotations

from msgspec import UNSET

from rules.game import Due, Fault, PaymentsGame, Settled, short
from rules.systems.profile import Profile
from rules.systems.rack import (
    NOTHING_LOST,
    RACK_OUTCOMES,
    bad_value,
    intact,
    not_at_table,
    not_for_outcome,
    rack_faults,
    seats_of,
)
from rules.systems.reader import missing

OUTCOMES = (*RACK_OUTCOMES, "thrown-in")
GAME = PaymentsGame


class PaymentsProfile(Profile, frozen=True, kw_only=True):
    """Payments between players as multiples of the hand's value; ``lowest`` is an amount."""

    thrower_pays: int
    others_pay: int
    self_picked_pays: int
    jokerless_factor: int
    sole_payer: int
    error_pays: int
    lowest: int
    values: tuple[int, ...]


def faults(
    game: PaymentsGame, profile: PaymentsProfile, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """Every fault of the game; empty when it can be settled."""
    problems = rack_faults(game, needs_exposures=False, lost_fields=lost_fields)
    if (game.misnamed or game.out_of_turn) and game.outcome in OUTCOMES:
        thrown = game.outcome == "win" and not game.self_picked
        fields = [name for name in ("misnamed", "out_of_turn") if getattr(game, name) and not thrown]
        problems += [not_for_outcome(field, "one-pays-for-all") for field in fields]
    if game.error is not UNSET:
        problems += _price_faults(game, lost_fields)
    if game.challenges:
        problems += _challenge_faults(game)
    if game.outcome == "thrown-in":
        filled = [name for name in ("dead", "error", "challenges") if getattr(game, name) not in ((), UNSET)]
        problems += [not_for_outcome(field, "thrown-in") for field in filled]
    return problems


def _price_faults(game: PaymentsGame, lost_fields: frozenset[str]) -> list[Fault]:
    claimed = game.error.value if game.error is not UNSET else UNSET
    if claimed is not UNSET:
        fault = bad_value(claimed, "error.value")
        return [fault] if fault else []
    is_paid = game.outcome == "error" and len(intact(game)) == 1
    return [missing("error.value")] if is_paid and lost_fields.isdisjoint({"error", "dead", "seats"}) else []


def _challenge_faults(game: PaymentsGame) -> list[Fault]:
    problems: list[Fault] = []
    seats = seats_of(game)
    pairs = set()
    for index, challenge in enumerate(game.challenges):
        field = f"challenges.{index}"
        problems += [
            not_at_table(seat, f"{field}.{role}")
            for role, seat in (("by", challenge.by), ("of", challenge.of))
            if seat not in seats
        ]
        if challenge.by == challenge.of:
            values = {"variant": "own-hand", "seat": short(challenge.by)}
            problems.append(Fault("bad-challenge", field, values))
        if (challenge.by, challenge.of) in pairs:
            problems.append(Fault("bad-challenge", field, {"variant": "twice"}))
        pairs.add((challenge.by, challenge.of))
    return problems


def settle(game: PaymentsGame, profile: PaymentsProfile) -> Settled:
    """Settles a game without `faults`."""
    if game.outcome == "thrown-in":
        return Settled({}, "replay", [], [])
    due: list[Due] = []
    warnings: list[str] = []
    if game.outcome == "win":
        due += _win(game, profile)
        warnings += _off_list(game.value, profile)
    elif game.outcome == "error":
        due += _error(game, profile)
        warnings += _off_list(game.error.value if game.error is not UNSET else UNSET, profile)
    due += _challenges(game, profile)
    points = dict.fromkeys(seats_of(game), 0)
    for seat, amount, _, _ in due:
        points[seat] += amount
    return Settled(points, "scored", warnings, due)


def _off_list(value: object, profile: PaymentsProfile) -> list[str]:
    return [] if value is UNSET or value in profile.values else ["value-off-list"]


def _win(game: PaymentsGame, profile: PaymentsProfile) -> list[Due]:
    winner, value = game.winner, game.value
    assert isinstance(winner, str)  # noqa: S101  (faults() saw to it)
    assert isinstance(value, int)  # noqa: S101
    if any(challenge.upheld and challenge.of == winner for challenge in game.challenges):
        return [(winner, 0, "void-win", (("seat", winner),))]
    if game.misnamed or game.out_of_turn:
        reason = "misnamed" if game.misnamed else "out-of-turn"
        return _pay({str(game.thrower): profile.sole_payer * value}, winner, "sole-payment", reason)
    if game.jokerless and game.hand_class != "singles-and-pairs":
        value *= profile.jokerless_factor
    payers = {seat: profile.others_pay * value for seat in seats_of(game) if seat != winner}
    if game.self_picked:
        payers = dict.fromkeys(payers, profile.self_picked_pays * value)
    else:
        payers[str(game.thrower)] = profile.thrower_pays * value
    return _pay(payers, winner, "payment", "hand")


def _pay(payers: dict[str, int], receiver: str, code: str, reason: str) -> list[Due]:
    """The receiver's line, then a line for each payer who owes something.

    The lines' variants are the reason with ``from`` (one player or all) or ``to``.
    """
    owing = {seat: amount for seat, amount in payers.items() if amount}
    if not owing:
        return []
    if len(owing) > 1:
        received: tuple[tuple[str, str], ...] = (("variant", f"{reason} from all"),)
    else:
        received = (("variant", f"{reason} from"), ("seat", next(iter(owing))))
    paid = (("variant", f"{reason} to"), ("seat", receiver))
    return [
        (receiver, sum(owing.values()), code, received),
        *((seat, -amount, code, paid) for seat, amount in owing.items()),
    ]


def _error(game: PaymentsGame, profile: PaymentsProfile) -> list[Due]:
    intact_seats, error = intact(game), game.error
    if len(intact_seats) != 1 or error is UNSET or error.value is UNSET:
        return []
    return _pay({error.caller: profile.error_pays * error.value}, intact_seats[0], "error-payment", "error")


def _challenges(game: PaymentsGame, profile: PaymentsProfile) -> list[Due]:
    due: list[Due] = []
    for challenge in game.challenges:
        payer, receiver = (challenge.of, challenge.by) if challenge.upheld else (challenge.by, challenge.of)
        reason = "upheld" if challenge.upheld else "in-error"
        due += _pay({payer: profile.lowest}, receiver, "challenge", reason)
    return due
