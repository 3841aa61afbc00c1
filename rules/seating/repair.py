import itertools
from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from rules.game import LETTERS, Fault, Phrase, Refusal, refusal
from rules.seating.certificate import meetings
from rules.seating.plan import Round, TableSeats, in_order

APART = 1000


class SeatMove(msgspec.Struct, frozen=True):
    player: str
    from_table: int
    from_letter: str
    to_table: int
    to_letter: str


class Repair(msgspec.Struct, frozen=True):
    """A round without tables of one or two players, and the moves that led to it; no moves where none were needed."""

    seating: Round
    moves: tuple[SeatMove, ...]

    def notes(self, name: Callable[[str], str] = str) -> tuple[Phrase, ...]:
        used = {seats.table for seats in self.seating if seats.players()}
        notes = []
        for move in self.moves:
            values: dict[str, object] = {
                "player": name(move.player),
                "from_seat": f"{move.from_table}{move.from_letter}",
                "to_seat": f"{move.to_table}{move.to_letter}",
                "table": move.to_table,
            }
            if move.from_table not in used:
                values |= {"variant": "table-not-used", "table": move.from_table}
            notes.append(Phrase("player-goes", values))
        return tuple(notes)


def repair(
    seating: Round,
    *,
    history: Sequence[Round] = (),
    keep_apart: Iterable[tuple[str, str]] = (),
    closed: Collection[int] = (),
) -> Repair | Refusal:
    """The round with three, four or no players at every table, by moving as few people as possible.

    A player from a table of four moves to the short table; where no table has four, the short table is given up and
    its players fill seats at tables of three, or where those are too few at other short ones. Among the possible moves:
    fewest meetings with players met in ``history`` or to be kept apart, then keeping the letter, then the highest
    table. Nobody comes to or leaves a table in ``closed``. Refused where three or more cannot sit at every other one.
    """
    met = {pair: len(rounds) for pair, rounds in meetings(history).items()}
    for first, second in keep_apart:
        pair = (first, second) if in_order(first) < in_order(second) else (second, first)
        met[pair] = met.get(pair, 0) + APART
    seats = {table.table: dict(table.seats()) for table in seating if table.table not in closed}
    moves: list[SeatMove] = []
    while (short := _shortest(seats)) is not None:
        new_moves = _fill(seats, short, met) or _give_up(seats, short, met)
        if not new_moves:
            return refusal([Fault("table-too-small", "seating", {"table": short})])
        moves += new_moves
    repaired = {number: TableSeats(number, **letters) for number, letters in seats.items()}
    return Repair(tuple(repaired.get(table.table, table) for table in seating), tuple(moves))


Seats = dict[int, dict[str, str | None]]
Option = tuple[tuple[int, int, int], SeatMove]


def _shortest(seats: Seats) -> int | None:
    short = [(size, table) for table, letters in seats.items() if 0 < (size := _size(letters)) < 3]
    return min(short)[1] if short else None


def _size(letters: dict[str, str | None]) -> int:
    return sum(player is not None for player in letters.values())


def _fill(seats: Seats, short: int, met: dict[tuple[str, str], int]) -> list[SeatMove]:
    """Makes the best move from a table of four to the short table; empty where no table has four."""
    full = [table for table, letters in seats.items() if _size(letters) == len(LETTERS)]
    options = [
        option
        for table in full
        for letter in LETTERS
        for option in _moves(seats, (table, letter), [short], met)
    ]
    return [_best(seats, options)] if options else []


def _give_up(seats: Seats, short: int, met: dict[tuple[str, str], int]) -> list[SeatMove]:
    """Moves everybody at the short table to tables of three, or where those have no room to any that is in use; empty
    where no table has.
    """
    players = _size(seats[short])
    to_threes = sum(table != short for table in _of_three(seats)) >= players
    if not to_threes and sum(len(LETTERS) - _size(seats[table]) for table in _others(seats, short)) < players:
        return []
    moves = []
    for letter in LETTERS:
        targets = [table for table in _others(seats, short) if not to_threes or _size(seats[table]) == 3]
        options = _moves(seats, (short, letter), targets, met)
        if options:
            moves.append(_best(seats, options))
    return moves


def _of_three(seats: Seats) -> list[int]:
    return [table for table, letters in seats.items() if _size(letters) == 3]


def _others(seats: Seats, given_up: int) -> list[int]:
    return [table for table, letters in seats.items() if table != given_up and _size(letters)]


def _best(seats: Seats, options: list[Option]) -> SeatMove:
    move = min(options, key=lambda option: option[0])[1]
    seats[move.from_table][move.from_letter] = None
    seats[move.to_table][move.to_letter] = move.player
    return move


def _moves(
    seats: Seats, source: tuple[int, str], targets: Iterable[int], met: dict[tuple[str, str], int]
) -> list[Option]:
    table, letter = source
    player = seats[table][letter]
    if player is None:
        return []
    options = []
    for target, free in itertools.product(targets, LETTERS):
        if seats[target][free] is None:
            others = [other for other in seats[target].values() if other is not None]
            again = sum(
                met.get((min(player, other, key=in_order), max(player, other, key=in_order)), 0)
                for other in others
            )
            options.append(
                ((again, int(free != letter), -table), SeatMove(player, table, letter, target, free))
            )
    return options
