"""One round of an evening among those who are there: who sits out where one is too many, and who sits where.

Nobody sits out twice before all have once. The order is known beforehand: it follows from the seed and from who sat
out.
"""

import random
from collections import Counter
from collections.abc import Sequence

import msgspec

from rules.game import Refusal
from rules.seating.make import make_plan
from rules.seating.plan import Apart, FixedSeat, Round
from rules.seating.request import PlanRequest

TONIGHT = 3
"""How many meetings of earlier evenings one of this evening weighs."""


class EveningRound(msgspec.Struct, frozen=True):
    """A round with those who were there and had no seat by turn."""

    seats: Round
    out: tuple[str, ...] = ()


def how_many_sit_out(players: int, *, by_choice: bool = False) -> int:
    """One of five; with ``by_choice`` also one of 9, 13 and so on, in place of tables of three. Otherwise nobody."""
    return int(players % 4 == 1 and (players == 5 or (by_choice and players > 5)))


def order_out(players: Sequence[str], played: Sequence[EveningRound], seed: int) -> tuple[str, ...]:
    """Everybody in the order in which they sit out: who did least often, then the longest ago, then as drawn."""
    times = Counter(player for round_ in played for player in round_.out)
    last = {player: number for number, round_ in enumerate(played, 1) for player in round_.out}

    def turn(player: str) -> tuple[int, int, float]:
        return times[player], last.get(player, 0), random.Random(f"{seed} {player}").random()  # noqa: S311

    return tuple(sorted(players, key=turn))


def evening_round(
    players: Sequence[str],
    *,
    played: Sequence[EveningRound] = (),
    earlier: Sequence[Round] = (),
    by_choice: bool = False,
    standings: Sequence[str] = (),
    seed: int = 0,
    drawn: int = 0,
    keep_apart: Sequence[Apart] = (),
    fixed: Sequence[FixedSeat] = (),
) -> EveningRound | Refusal:
    """The next round of an evening for ``players``, or every reason why there is none. Deterministic.

    Drawn so that the fewest meet whom they met in the rounds ``played``, and then in ``earlier``, those of the last
    evenings; with ``standings``, everybody's names with the leader first, by those. ``by_choice`` as for
    `how_many_sit_out`. ``seed`` stays for an evening and has its order of sitting out; another number ``drawn`` before
    gives the same people other seats.
    """
    out = order_out(players, played, seed)[: how_many_sit_out(len(players), by_choice=by_choice)]
    seated = [player for player in players if player not in out]
    tonight = [round_.seats for round_ in played]
    plan = make_plan(
        PlanRequest(
            players=seated,
            rounds=1,
            movement="ranked" if standings else "random",
            seed=seed + len(played) + 1000 * drawn,
            keep_apart=keep_apart,
            fixed=[seat for seat in fixed if seat.player in seated],
            history=[*earlier, *tonight * TONIGHT],
            standings=[player for player in standings if player in seated],
        )
    )
    return plan if isinstance(plan, Refusal) else EveningRound(plan.rounds[0], out)
