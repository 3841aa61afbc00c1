"""The facts of a plan, whether generated or edited by hand: who meets whom, where, how often."""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rules.game import LETTERS
from rules.seating.plan import Apart, FixedSeat, Round, in_order


class Repeat(msgspec.Struct, frozen=True):
    pair: tuple[str, str]
    rounds: tuple[int, ...]


class Meeting(msgspec.Struct, frozen=True):
    pair: tuple[str, str]
    round: int
    table: int


class Displaced(msgspec.Struct, frozen=True):
    """A player who sits elsewhere than at their fixed table in a round."""

    player: str
    round: int
    table: int
    sits: int


class Certificate(msgspec.Struct, frozen=True):
    """The facts of a plan; rounds count from 1, those already played included.

    ``extra_meetings``: the meetings of pairs beyond their first; every plan with tables of these sizes has at least
    ``unavoidable``, and it may be that none has so few. ``short_tables``: visits to tables of three or fewer, by
    player with any. ``undersized``: (round, table) with one or two players.
    """

    first_repeat_round: int | None
    repeats: tuple[Repeat, ...]
    extra_meetings: int
    unavoidable: int
    short_tables: dict[str, int]
    together: tuple[Meeting, ...]
    displaced: tuple[Displaced, ...]
    undersized: tuple[tuple[int, int], ...]


def certificate(
    rounds: Sequence[Round],
    *,
    keep_apart: Iterable[Apart] = (),
    fixed: Iterable[FixedSeat] = (),
    out: Sequence[Sequence[str]] = (),
) -> Certificate:
    """The facts of ``rounds``, in order from round 1, those already played first.

    ``out``: who sat out each of them; those who sit out a round together meet in it.
    """
    players, met = _meetings(rounds, out)
    repeats = tuple(
        Repeat((players[first], players[second]), tuple(numbers))
        for (first, second), numbers in sorted(
            (pair, numbers) for pair, numbers in met.items() if len(numbers) > 1
        )
    )
    return Certificate(
        first_repeat_round=min((repeat.rounds[1] for repeat in repeats), default=None),
        repeats=repeats,
        extra_meetings=sum(len(repeat.rounds) - 1 for repeat in repeats),
        unavoidable=fewest_extra_meetings(rounds),
        short_tables=_short_visits(rounds),
        together=_together(rounds, keep_apart),
        displaced=_displaced(rounds, fixed),
        undersized=tuple(
            (number, seats.table)
            for number, seating in enumerate(rounds, 1)
            for seats in seating
            if len(seats.players()) in (1, 2)
        ),
    )


def meetings(rounds: Sequence[Round]) -> dict[tuple[str, str], list[int]]:
    """The rounds in which each pair shares a table; pairs in the order of `in_order`."""
    players, met = _meetings(rounds)
    return {(players[first], players[second]): numbers for (first, second), numbers in met.items()}


def _meetings(
    rounds: Sequence[Round], out: Sequence[Sequence[str]] = ()
) -> tuple[list[str], dict[tuple[int, int], list[int]]]:
    """All players in order, and the rounds of each pair of indexes into them."""
    seated = [[seats.players() for seats in seating] for seating in rounds]
    for tables, sitting_out in zip(seated, out, strict=False):
        tables.append(tuple(sitting_out))
    players = sorted(
        {player for seating in seated for together in seating for player in together}, key=in_order
    )
    index = {player: number for number, player in enumerate(players)}
    met: dict[tuple[int, int], list[int]] = {}
    for number, seating in enumerate(seated, 1):
        for together in seating:
            for pair in itertools.combinations(sorted({index[player] for player in together}), 2):
                if pair in met:
                    met[pair].append(number)
                else:
                    met[pair] = [number]
    return players, met


def fewest_extra_meetings(rounds: Sequence[Round]) -> int:
    """A lower bound of the repeated meetings in plans with tables of these sizes.

    The larger of two bounds. Per player: with m seats beside them over the event and n - 1 other players, m - (n - 1)
    meetings are repeats. Per round after the first: of k players from the T tables of an earlier round, at least two
    come from one table when k > T, and those have met.
    """
    seated = [{player for seats in seating for player in seats.players()} for seating in rounds]
    few = [
        (number, tables)
        for number, seating in enumerate(rounds)
        if 0 < (tables := sum(1 for seats in seating if seats.players())) < len(LETTERS)
    ]
    beside: Counter[str] = Counter()
    forced = 0
    for number, seating in enumerate(rounds):
        for seats in seating:
            together = seats.players()
            for player in together:
                beside[player] += len(together) - 1
            if few:
                forced += max(
                    (
                        already_met(sum(player in seated[earlier] for player in together), tables)
                        for earlier, tables in few
                        if earlier < number
                    ),
                    default=0,
                )
    by_player = sum(max(0, count - (len(beside) - 1)) for count in beside.values())
    return max(-(-by_player // 2), forced)


def already_met(size: int, tables: int) -> int:
    """The fewest pairs that shared an earlier table among ``size`` players who came from ``tables`` tables."""
    smallest, over = divmod(size, tables)
    return over * (smallest + 1) * smallest // 2 + (tables - over) * smallest * (smallest - 1) // 2


def _short_visits(rounds: Sequence[Round]) -> dict[str, int]:
    visits = Counter(
        player
        for seating in rounds
        for seats in seating
        if len(seats.players()) < len(LETTERS)
        for player in seats.players()
    )
    return {player: visits[player] for player in sorted(visits, key=in_order)}


def _together(rounds: Sequence[Round], keep_apart: Iterable[Apart]) -> tuple[Meeting, ...]:
    limits = {
        frozenset(wish.pair): len(rounds) if wish.rounds is None else wish.rounds for wish in keep_apart
    }
    if not limits:
        return ()
    return tuple(
        Meeting((first, second), number, seats.table)
        for number, seating in enumerate(rounds, 1)
        for seats in seating
        for first, second in itertools.combinations(sorted(set(seats.players()), key=in_order), 2)
        if number <= limits.get(frozenset((first, second)), 0)
    )


def _displaced(rounds: Sequence[Round], fixed: Iterable[FixedSeat]) -> tuple[Displaced, ...]:
    tables = {seat.player: seat.table for seat in fixed}
    listed: list[Displaced] = []
    for number, seating in enumerate(rounds, 1):
        sits = {player: seats.table for seats in seating for player in seats.players()}
        for player, table in tables.items():
            if sits.get(player, table) != table:
                listed.append(Displaced(player, number, table, sits[player]))
    return tuple(listed)
