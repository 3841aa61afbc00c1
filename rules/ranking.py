"""Places by total: equal totals share a rank (1, 1, 3), unless tie-breaks are asked for or there is a second total."""

from collections.abc import Hashable, Mapping, Sequence
from math import lcm
from typing import Generic, TypeVar

import msgspec

K = TypeVar("K", bound=Hashable)

TIE_BREAKS = ("most-wins", "most-self-picked", "highest-round", "fewest-penalties")
SECOND_TOTAL = "second-total"
"""What decides first where a system has two totals."""


class Tally(msgspec.Struct, frozen=True, gc=False):
    """What tie-breaks compare: games won, games won by self-picking, best round total, penalties received, and the
    second total.
    """

    wins: int = 0
    self_picked: int = 0
    highest_round: int = 0
    penalties: int = 0
    second_total: int = 0


class Place(msgspec.Struct, Generic[K], frozen=True, gc=False):
    """``rank`` counts from 1; ``tied``: another entry has the same rank."""

    entry: K
    rank: int
    tied: bool
    total: int


def entry_order(entry: object) -> tuple[int, int, str, str]:
    text = str(entry)
    if text.isascii() and text.isdigit():
        digits = text.lstrip("0")
        return (0, len(digits), digits, text)
    return (1, 0, "", text)


def by_average(totals: Mapping[K, int], games: Mapping[K, int]) -> dict[K, int]:
    """What `rank` orders and ties as the totals divided by the games played, at least one each: all of these averages
    times one whole number.
    """
    common = lcm(*(games[entry] for entry in totals))
    return {entry: total * (common // games[entry]) for entry, total in totals.items()}


def rank(
    totals: Mapping[K, int], tie_breaks: Sequence[str] = (), tallies: Mapping[K, Tally] | None = None
) -> list[Place[K]]:
    """Places by falling total, then entry number; totals in whole points or cents.

    ``tie_breaks`` are names of TIE_BREAKS, applied in this order to equal totals; entries that stay equal stay tied.
    Raises ValueError for an unknown name, and for tie-breaks without a tally of every entry.
    """
    unknown = [name for name in tie_breaks if name not in (*TIE_BREAKS, SECOND_TOTAL)]
    if unknown:
        raise ValueError(
            f"No tie-break is called {', '.join(map(repr, unknown))}; known: {', '.join(TIE_BREAKS)}."
        )
    if tie_breaks and (tallies is None or any(entry not in tallies for entry in totals)):
        raise ValueError("Tie-breaks need a tally for every entry.")

    def merit(entry: K) -> tuple[int, ...]:
        if not tie_breaks or tallies is None:
            return (-totals[entry],)
        tally = tallies[entry]
        by_name = {
            "most-wins": -tally.wins,
            "most-self-picked": -tally.self_picked,
            "highest-round": -tally.highest_round,
            "fewest-penalties": tally.penalties,
            SECOND_TOTAL: -tally.second_total,
        }
        return (-totals[entry], *(by_name[name] for name in tie_breaks))

    merits = {entry: merit(entry) for entry in totals}
    order = sorted(totals, key=lambda entry: (merits[entry], entry_order(entry)))
    first_of: dict[tuple[int, ...], int] = {}
    sharing: dict[tuple[int, ...], int] = {}
    for position, entry in enumerate(order, start=1):
        first_of.setdefault(merits[entry], position)
        sharing[merits[entry]] = sharing.get(merits[entry], 0) + 1
    return [
        Place(entry, first_of[merits[entry]], sharing[merits[entry]] > 1, totals[entry]) for entry in order
    ]
