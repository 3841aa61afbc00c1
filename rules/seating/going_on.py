"""Goes on from rounds already played: people keep their letters and seats, some have left, some have come."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.game import LETTERS
from rules.seating.plan import FixedSeat, Round, Steps, TableSeats, in_order
from rules.seating.repair import Repair, repair
from rules.seating.repeat_free import PAIRS, SearchEnded, StepSearch
from rules.seating.steps import keep, move

EFFORT = 60_000
LARGEST_STEP_TRIED = 5


class Continued(msgspec.Struct, frozen=True):
    """The rounds to come, the announcement before each of them, and what had to be repaired."""

    rounds: tuple[Round, ...]
    steps: tuple[Steps, ...]
    repairs: tuple[Repair, ...]


def resume(players: Sequence[str], last: Round) -> Round | None:
    """The last round's seats with those who left taken out and newcomers in empty seats, B to D before A.

    None where that does not go: more newcomers than empty seats, or fewer than three players a table.
    """
    staying = set(players)
    seats = {
        (table.table, letter): player if player in staying else None
        for table in last
        for letter, player in table.seats()
    }
    seated = {player for player in seats.values() if player is not None}
    newcomers = [player for player in players if player not in seated]
    fullness = {
        table.table: sum(seats[table.table, letter] is not None for letter in LETTERS) for table in last
    }
    for player in newcomers:
        free = [place for place, sitting in seats.items() if sitting is None]
        if not free:
            return None
        place = min(free, key=lambda place: (fullness[place[0]], place[1] == "A", place))
        seats[place] = player
        fullness[place[0]] += 1
    if len(players) < 3 * len(last):
        return None
    return tuple(
        TableSeats(table.table, *(seats[table.table, letter] for letter in LETTERS)) for table in last
    )


def go_on(
    seating: Round,
    moves: Sequence[Steps],
    history: Sequence[Round],
    keep_apart: Sequence[tuple[str, str]],
    fixed: Sequence[FixedSeat] = (),
) -> Continued:
    """Moves everybody by each of ``moves`` in turn, repairing tables that drop below three on the way.

    ``fixed`` players stay by exchange.

    ``seating`` comes from `resume`.
    """
    rounds: list[Round] = []
    repairs = []
    for steps in moves:
        repaired_round = repair(
            keep(move(seating, steps), fixed), history=[*history, *rounds], keep_apart=keep_apart
        )
        assert isinstance(repaired_round, Repair)  # noqa: S101 - with three players a table another one has four
        if repaired_round.moves:
            repairs.append(repaired_round)
        seating = repaired_round.seating
        rounds.append(seating)
    return Continued(tuple(rounds), tuple(moves), tuple(repairs))


def steps_from(seating: Round, history: Sequence[Round], rounds: int) -> tuple[Steps, ...] | None:
    """The announcements for ``rounds`` more rounds in which nobody meets anybody met before, or None.

    Found without trying everything: None means that none were found.
    """
    tables = len(seating)
    met = _differences_met(seating, history)
    for different, largest in ((1, 3), (2, 3), (3, 4), (rounds, LARGEST_STEP_TRIED)):
        search = StepSearch(
            tables, rounds, met, different=different, largest=min(largest, max(1, tables // 2)), effort=EFFORT
        )
        try:
            moves = search.run()
        except SearchEnded:
            continue
        if moves is not None:
            return tuple(steps.on(tables) for steps in moves)
    return None


def _differences_met(seating: Round, history: Sequence[Round]) -> list[int]:
    """For each pair of letters, as a bit set, the drifts that would bring two people together who have met.

    L at table x and M at table y meet again when M has moved x - y tables further than L.
    """
    places = {
        player: (place, table.table)
        for table in seating
        for place, (_, player) in enumerate(table.seats())
        if player is not None
    }
    met = [0] * len(PAIRS)
    for played in history:
        for table in played:
            sitting = sorted(
                places[player] for player in sorted(table.players(), key=in_order) if player in places
            )
            for index, (first, first_table) in enumerate(sitting):
                for second, second_table in sitting[index + 1 :]:
                    if first != second:
                        met[PAIRS.index((first, second))] |= 1 << (first_table - second_table) % len(seating)
    return met
