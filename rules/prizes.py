"""Prizes by place: tied entries pool the prizes of the places they fill and share them equally."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Generic

import msgspec

from rules.game import Fault, Refusal, refusal
from rules.pot import largest_remainders, totals_faults
from rules.ranking import K, Place, rank
from rules.systems.reader import A_LIST, A_WHOLE_NUMBER, AN_OBJECT, missing, unknown_field, wrong_type


class PrizedPlace(msgspec.Struct, Generic[K], frozen=True):
    """``rank`` counts from 1; ``tied``: another entry has the same rank; ``prize_cents`` is 0 for no prize."""

    entry: K
    rank: int
    tied: bool
    prize_cents: int


class Prizes(msgspec.Struct, Generic[K], frozen=True):
    """Ordered by rank, then entry number. ``unawarded_cents``: prizes for places that no entry fills."""

    places: list[PrizedPlace[K]]
    unawarded_cents: int


def share_prizes(places: Sequence[Place[K]], prizes_cents: Sequence[int]) -> Prizes[K]:
    """Shares the prizes, listed from first place, over the places of `ranking.rank`.

    Odd cents go to the lower entry numbers. Amounts are cents and not negative.
    """
    prized: list[PrizedPlace[K]] = []
    for _, group in groupby(places, key=lambda place: place.rank):
        sharing = list(group)
        pool = sum(prizes_cents[len(prized) : len(prized) + len(sharing)])
        shares = largest_remainders(pool, [1] * len(sharing))
        prized += [
            PrizedPlace(place.entry, place.rank, place.tied, share)
            for place, share in zip(sharing, shares, strict=True)
        ]
    return Prizes(prized, sum(prizes_cents[len(prized) :]))


def answer(data: object) -> Prizes[str] | Refusal:
    """Answers one line of the ``prizes`` command."""
    if not isinstance(data, dict):
        return Refusal((wrong_type("", AN_OBJECT, data),))
    faults = [unknown_field(name) for name in data if name not in ("prizes_cents", "totals")]
    prizes = data.get("prizes_cents")
    if "prizes_cents" not in data:
        faults.append(missing("prizes_cents"))
    elif not isinstance(prizes, list):
        faults.append(wrong_type("prizes_cents", A_LIST, prizes))
    else:
        faults += _prize_faults(prizes)
    faults += totals_faults(data)
    if faults or not isinstance(prizes, list):
        return refusal(faults)
    return share_prizes(rank(data["totals"]), prizes)


def _prize_faults(prizes: list[object]) -> list[Fault]:
    problems = []
    for index, prize in enumerate(prizes):
        if type(prize) is not int:
            problems.append(wrong_type(f"prizes_cents.{index}", A_WHOLE_NUMBER, prize))
        elif prize < 0:
            problems.append(Fault("bad-value", f"prizes_cents.{index}", {"variant": "prize"}))
    return problems
