"""The pot of equal stakes, shared in proportion to the positive totals (mahj-x, points to money)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.game import Fault, Refusal, refusal
from rules.systems.reader import A_WHOLE_NUMBER, AN_OBJECT, missing, unknown_field, wrong_type

UNIT = 25
"""Shares are paid in quarters of a dollar; all amounts are cents."""


class Pot(msgspec.Struct, frozen=True):
    """``paid_cents``: each player's share, adding up to the pot. ``rounded_cents``: the rounding of the rule text."""

    pot_cents: int
    paid_cents: dict[str, int]
    rounded_cents: dict[str, int]


def largest_remainders(amount: int, weights: Sequence[int]) -> list[int]:
    """Shares whole units in proportion to the weights; units left over go by largest remainder, then input order."""
    weight_sum = sum(weights)
    shares = [amount * weight // weight_sum for weight in weights]
    spare = amount - sum(shares)
    by_remainder = sorted(
        range(len(weights)), key=lambda position: -(amount * weights[position] % weight_sum)
    )
    for position in by_remainder[:spare]:
        shares[position] += 1
    return shares


def share_pot(stake_cents: int, totals: Mapping[str, int]) -> Pot:
    """Shares the stakes of all players; a total of zero or less gets nothing.

    Where no total is positive every stake is returned. Raises ValueError without players, for a stake that is not
    positive, or for a pot that is no multiple of 25 cents.
    """
    pot = stake_cents * len(totals)
    if pot <= 0 or pot % UNIT:
        raise ValueError(f"A pot of {pot} cents cannot be shared in units of {UNIT} cents.")
    weights = [max(total, 0) for total in totals.values()]
    weight_sum = sum(weights)
    if not weight_sum:
        refunds = dict.fromkeys(totals, stake_cents)
        return Pot(pot, refunds, refunds)
    units = largest_remainders(pot // UNIT, weights)
    shares = {player: UNIT * share for player, share in zip(totals, units, strict=True)}
    rounded = {
        player: UNIT * ((2 * pot * weight + UNIT * weight_sum) // (2 * UNIT * weight_sum))
        for player, weight in zip(totals, weights, strict=True)
    }
    return Pot(pot, shares, rounded)


def answer(data: object) -> Pot | Refusal:
    """Answers one line of the ``pot`` command."""
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
    """The faults in the totals of a command's line."""
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
