"""The pot of equal stakes, shared in proportion to the positive totals (mahj-x, points to money)."""

from collections.abc import Mapping, Sequence

import msgspec

UNIT = 25
"""Shares are paid in quarters of a dollar; all amounts are cents."""


class SharedPot(msgspec.Struct, frozen=True):
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


def share_pot(stake_cents: int, totals: Mapping[str, int]) -> SharedPot:
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
        return SharedPot(pot, refunds, refunds)
    units = largest_remainders(pot // UNIT, weights)
    shares = {player: UNIT * share for player, share in zip(totals, units, strict=True)}
    rounded = {
        player: UNIT * ((2 * pot * weight + UNIT * weight_sum) // (2 * UNIT * weight_sum))
        for player, weight in zip(totals, weights, strict=True)
    }
    return SharedPot(pot, shares, rounded)
