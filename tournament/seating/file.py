"""Who sits where, as files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter

from django.utils.translation import gettext as _

from tournament.models import Entry
from tournament.seating.queries import RoundSeating, TakenSeat, by_name, spot_name
from tournament.spreadsheet import Columns, Worksheet, player_columns, worksheet


def round_lists(
    round_seating: RoundSeating, taken_seats: Collection[TakenSeat], *, names_people: bool
) -> list[Worksheet | None]:
    """A round by the names that everybody sees, of these seats alone, and by table."""
    public_name = attrgetter("public_name")
    by_player: Columns = [
        *player_columns(lambda seat: seat.entry, name_of=public_name, names_people=names_people),
        (_("Table"), lambda seat: seat.table),
        (_("Seat"), lambda seat: seat.letter),
    ]
    by_table = table_columns(name_of=public_name, names_people=names_people)
    return [
        worksheet("by-name", _("By name"), taken_seats, by_player),
        worksheet("by-table", _("By table"), seats_by_table([round_seating]), by_table),
    ]


def plan_lists(rounds: Sequence[RoundSeating]) -> list[Worksheet | None]:
    """For directors: every round by name, a column for each, and by table."""
    spots = [{entry.pk: spot for spot, entry in row.seats.items() if entry} for row in rounds]
    players = {entry.pk: entry for row in rounds for entry in row.seats.values() if entry}

    def seat_in(index: int) -> Callable[[Entry], str | None]:
        return lambda entry: spot_name(spots[index][entry.pk]) if entry.pk in spots[index] else None

    by_player: Columns = [
        *player_columns(lambda entry: entry),
        *[(str(row.round), seat_in(index)) for index, row in enumerate(rounds)],
    ]
    by_table: Columns = [
        (_("Round"), lambda row: row[0]),
        *table_columns(),
    ]
    return [
        worksheet("by-name", _("By name"), sorted(players.values(), key=by_name), by_player),
        worksheet("by-table", _("By table"), seats_by_table(rounds), by_table),
    ]


SeatInRound = tuple[int, int, str, Entry | None]
"""Round, table, letter, and who sits there."""


def seats_by_table(rounds: Sequence[RoundSeating]) -> list[SeatInRound]:
    """Every seat of the tables that somebody sits at, empty ones too."""
    return [
        (row.round.number, table.number, letter, entry)
        for row in rounds
        for table in row.tables
        if table.entries
        for letter, entry in table.seats
    ]


def table_columns(
    *, name_of: Callable[[Entry], str] = attrgetter("name"), names_people: bool = True
) -> Columns:
    return [
        (_("Table"), lambda row: row[1]),
        (_("Seat"), lambda row: row[2]),
        *player_columns(lambda row: row[3], name_of=name_of, names_people=names_people),
    ]
