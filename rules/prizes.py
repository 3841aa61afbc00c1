"""Prizes by place: entries that tie pool the prizes of the places they fill and share them equally."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Generic

import msgspec

from rules.game import Fault, Refusal, refusal
from rules.json_lines import answering
from rules.pot import largest_remainders, totals_faults
from rules.ranking import K, Place, rank
from rules.reading import missing, stranger, wrong_type
from rules.words import say


class PrizedPlace(msgspec.Struct, Generic[K], frozen=True):
    """One entry's place and prize in cents."""

    entry: K
    rank: int
    tied: bool
    prize_cents: int


class Prizes(msgspec.Struct, Generic[K], frozen=True):
    """Every place, by rank, then entry number; ``unawarded_cents`` is what was set out for places nobody fills."""

    places: list[PrizedPlace[K]]
    unawarded_cents: int


def share_prizes(places: Sequence[Place[K]], prizes_cents: Sequence[int]) -> Prizes[K]:
    """Share the prizes, given from the first place down, over the places that ``ranking.rank`` made.

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
    """Answer one line of the ``prizes`` command."""
    if not isinstance(data, dict):
        return Refusal((wrong_type("", say("an object"), data),))
    faults = [stranger(name) for name in data if name not in ("prizes_cents", "totals")]
    prizes = data.get("prizes_cents")
    if "prizes_cents" not in data:
        faults.append(missing("prizes_cents"))
    elif not isinstance(prizes, list):
        faults.append(wrong_type("prizes_cents", say("a list"), prizes))
    else:
        faults += _prize_faults(prizes)
    faults += totals_faults(data)
    if faults or not isinstance(prizes, list):
        return refusal(faults)
    return share_prizes(rank(data["totals"]), prizes)


def _prize_faults(prizes: list[object]) -> list[Fault]:
    found = []
    for index, prize in enumerate(prizes):
        if type(prize) is not int:
            found.append(wrong_type(f"prizes_cents.{index}", say("a whole number"), prize))
        elif prize < 0:
            sentence = say("A prize is never less than nothing.")
            found.append(Fault("bad-value", f"prizes_cents.{index}", sentence))
    return found


answer_line = answering(answer)
