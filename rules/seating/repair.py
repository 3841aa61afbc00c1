"""A table that would be left with one or two players is repaired before its round is published."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

import msgspec

from rules.game import LETTERS, Fault, Phrase, Refusal, refusal
from rules.seating.certificate import meetings
from rules.seating.plan import Round, TableSeats, in_order

APART = 1000


class SeatMove(msgspec.Struct, frozen=True):
    """One player sent from a seat to an empty one."""

    player: str
    from_table: int
    from_letter: str
    to_table: int
    to_letter: str


class Repair(msgspec.Struct, frozen=True):
    """A round in which no table has one or two players, and how it came about. No moves: nothing was wrong."""

    seating: Round
    moves: tuple[SeatMove, ...]

    def notes(self, name: Callable[[str], str] = str) -> tuple[Phrase, ...]:
        """One note for each move; ``name`` turns a player's key into what people call them."""
        given_up = {move.from_table for move in self.moves if not _players_at(self.seating, move.from_table)}
        notes = []
        for move in self.moves:
            values: dict[str, object] = {
                "player": name(move.player),
                "from_seat": f"{move.from_table}{move.from_letter}",
                "to_seat": f"{move.to_table}{move.to_letter}",
                "table": move.to_table,
            }
            if move.from_table in given_up:
                values |= {"variant": "table-not-used", "table": move.from_table}
            notes.append(Phrase("player-goes", values))
        return tuple(notes)


def repair(
    seating: Round, *, history: Sequence[Round] = (), keep_apart: Iterable[tuple[str, str]] = ()
) -> Repair | Refusal:
    """The round with every table at three, four or no players, by moving as few people as possible.

    A player from a table of four comes to the short table; where no table has four the short table is given
    up and its players fill seats at tables of three. Of the people who could move, those are taken who
    bring the fewest meetings with somebody met in ``history`` or to be kept apart, who keep their letter,
    who come from the highest table. Refused where three or more cannot sit at every table.
    """
    met = {pair: len(rounds) for pair, rounds in meetings(history).items()}
    for first, second in keep_apart:
        pair = (first, second) if in_order(first) < in_order(second) else (second, first)
        met[pair] = met.get(pair, 0) + APART
    seats = {table.table: dict(table.seats()) for table in seating}
    moves: list[SeatMove] = []
    while (short := _shortest(seats)) is not None:
        new_moves = _fill(seats, short, met) or _give_up(seats, short, met)
        if not new_moves:
            return refusal([Fault("table-too-small", "seating", {"table": short})])
        moves += new_moves
    return Repair(
        tuple(TableSeats(table, **letters) for table, letters in sorted(seats.items())),
        tuple(moves),
    )


Seats = dict[int, dict[str, str | None]]
Option = tuple[tuple[int, int, int], SeatMove]


def _shortest(seats: Seats) -> int | None:
    """The table with the fewest players of those with one or two."""
    short = [(size, table) for table, letters in seats.items() if 0 < (size := _size(letters)) < 3]
    return min(short)[1] if short else None


def _size(letters: dict[str, str | None]) -> int:
    return sum(player is not None for player in letters.values())


def _fill(seats: Seats, short: int, met: dict[tuple[str, str], int]) -> list[SeatMove]:
    """The best move from a table of four into an empty seat at the short table, made; none where none has four."""
    full = [table for table, letters in seats.items() if _size(letters) == len(LETTERS)]
    options = [
        option
        for table in full
        for letter in LETTERS
        for option in _moves(seats, (table, letter), [short], met)
    ]
    return [_best(seats, options)] if options else []


def _give_up(seats: Seats, short: int, met: dict[tuple[str, str], int]) -> list[SeatMove]:
    """Everybody at the short table moved to tables of three, the best way for each; none where there is no room."""
    if sum(_size(letters) == 3 for letters in seats.values()) < _size(seats[short]):
        return []
    moves = []
    for letter in LETTERS:
        threes = [table for table, letters in seats.items() if _size(letters) == 3]
        options = _moves(seats, (short, letter), threes, met)
        if options:
            moves.append(_best(seats, options))
    return moves


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


def _players_at(seating: Round, table: int) -> tuple[str, ...]:
    return next((seats.players() for seats in seating if seats.table == table), ())
