"""Continues a movement from rounds already played, with players who left taken out and newcomers added."""

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
    rounds: tuple[Round, ...]
    steps: tuple[Steps, ...]
    repairs: tuple[Repair, ...]


def resume(players: Sequence[str], last: Round) -> Round | None:
    """The last round's seats without those who left, with newcomers in empty seats: B to D before A.

    None where there are more newcomers than empty seats, or fewer than three players a table.
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
        free = [spot for spot, sitting in seats.items() if sitting is None]
        if not free:
            return None
        spot = min(free, key=lambda spot: (fullness[spot[0]], spot[1] == "A", spot))
        seats[spot] = player
        fullness[spot[0]] += 1
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
    """Moves all players by each of ``moves`` in turn and repairs tables that drop below three.

    ``seating`` comes from `resume`. ``fixed`` players stay at their tables by exchange.
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
    """The announcements for ``rounds`` more rounds in which nobody meets anybody again, or None.

    The search is not exhaustive: None means that none were found.
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
    """For each pair of letters, a bit set of the drifts at which two people who have met would meet again.

    L at table x and M at table y meet again when M has moved x - y tables further than L.
    """
    letters_and_tables = {
        player: (letter, table.table)
        for table in seating
        for letter, (_, player) in enumerate(table.seats())
        if player is not None
    }
    met = [0] * len(PAIRS)
    for played in history:
        for table in played:
            sitting = sorted(
                letters_and_tables[player]
                for player in sorted(table.players(), key=in_order)
                if player in letters_and_tables
            )
            for index, (first, first_table) in enumerate(sitting):
                for second, second_table in sitting[index + 1 :]:
                    if first != second:
                        met[PAIRS.index((first, second))] |= 1 << (first_table - second_table) % len(seating)
    return met
