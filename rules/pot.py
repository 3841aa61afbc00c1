"""The pot of equal stakes, shared in proportion to the positive totals (mahj-x, points to money)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.game import Fault, Refusal, refusal
from rules.systems.reader import A_WHOLE_NUMBER, AN_OBJECT, missing, unknown_field, wrong_type

UNIT = 25
"""Shares are paid in quarters of a dollar; all amounts are cents."""


class Pot(msgspec.Struct, frozen=True):
    """The pot and each player's share: ``paid_cents`` adds up to it, ``rounded_cents`` is the text's own rounding."""

    pot_cents: int
    paid_cents: dict[str, int]
    rounded_cents: dict[str, int]


def largest_remainders(amount: int, weights: Sequence[int]) -> list[int]:
    """Share whole units in proportion to the weights; spare units go by largest remainder, then in input order."""
    whole = sum(weights)
    shares = [amount * weight // whole for weight in weights]
    spare = amount - sum(shares)
    by_remainder = sorted(range(len(weights)), key=lambda place: -(amount * weights[place] % whole))
    for place in by_remainder[:spare]:
        shares[place] += 1
    return shares


def share_pot(stake_cents: int, totals: Mapping[str, int]) -> Pot:
    """Share the stakes of all players; those with a total of zero or less get nothing.

    Where nobody's total is positive the stakes go back. Raises ValueError where there are no players, the stake
    is not positive or the pot is no multiple of 25 cents.
    """
    pot = stake_cents * len(totals)
    if pot <= 0 or pot % UNIT:
        raise ValueError(f"A pot of {pot} cents cannot be shared in units of {UNIT} cents.")
    weights = [max(total, 0) for total in totals.values()]
    whole = sum(weights)
    if not whole:
        back = dict.fromkeys(totals, stake_cents)
        return Pot(pot, back, back)
    units = largest_remainders(pot // UNIT, weights)
    paid = {player: UNIT * share for player, share in zip(totals, units, strict=True)}
    rounded = {
        player: UNIT * ((2 * pot * weight + UNIT * whole) // (2 * UNIT * whole))
        for player, weight in zip(totals, weights, strict=True)
    }
    return Pot(pot, paid, rounded)


def answer(data: object) -> Pot | Refusal:
    """Answer one line of the ``pot`` command."""
    if not isinstance(data, dict):
        return Refusal((wrong_type("", AN_OBJECT, data),))
    faults = [unknown_field(name) for name in data if name not in ("stake_cents", "totals")]
    stake, totals = data.get("stake_cents"), data.get("totals")
    if "stake_cents" not in data:
        faults.append(missing("stake_cents"))
    elif type(stake) is not int:
        faults.append(wrong_type("stake_cents", A_WHOLE_NUMBER, stake))
    elif stake <= 0:
        faults.append(Fault("bad-value", "stake_cents", {"variant": "stake"}))
    faults += totals_faults(data)
    if isinstance(totals, dict) and type(stake) is int and stake > 0 and stake * len(totals) % UNIT:
        values = {"variant": "pot", "stakes": len(totals), "unit": UNIT}
        faults.append(Fault("bad-value", "stake_cents", values))
    if faults or type(stake) is not int or not isinstance(totals, dict):
        return refusal(faults)
    return share_pot(stake, totals)


def totals_faults(data: Mapping[str, object]) -> list[Fault]:
    """What is wrong with the totals that a command was given."""
    if "totals" not in data:
        return [missing("totals")]
    totals = data["totals"]
    if not isinstance(totals, dict):
        return [wrong_type("totals", AN_OBJECT, totals)]
    if not totals:
        return [missing("totals")]
    return [
        wrong_type(f"totals.{name}", A_WHOLE_NUMBER, total)
        for name, total in totals.items()
        if type(total) is not int
    ]
