"""Printed cards: the seats they were printed for, and what has changed since.

A card is out of date only where the seats of its own table changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scoring.models import PrintedCards
from scoring.sets.queries import DeskTable
from tournament.models import Entry, Tournament
from tournament.seating.queries import RoundSeating, TableSeating


@dataclass(frozen=True)
class SeatSincePrint:
    """A letter of a table: who the card was printed for and who sits there now; empty for nobody."""

    letter: str
    was: str
    now: str


def revisions(tournament: Tournament, seated: RoundSeating) -> dict[int, int]:
    """The revision that a card of each table has if it is printed now: a new one where its seats changed."""
    rows = PrintedCards.objects.filter(tournament=tournament, round_number=seated.round.number)
    last = {row.table_number: row for row in rows.order_by("revision")}
    return {
        table.number: (
            last[table.number].revision + (last[table.number].seats != seats_of(table))
            if table.number in last
            else 1
        )
        for table in seated.tables
        if table.entries
    }


def keep_printed(tournament: Tournament, seated: RoundSeating, tables: Iterable[int], at: datetime) -> None:
    """Keeps for whom the cards of these tables were printed, where that is not known already."""
    with transaction.atomic():
        numbers = revisions(tournament, seated)
        PrintedCards.objects.bulk_create(
            [
                PrintedCards(
                    tournament=tournament,
                    round_number=seated.round.number,
                    table_number=table.number,
                    revision=numbers[table.number],
                    seats=seats_of(table),
                    names={letter: called(entry) for letter, entry in table.seats if entry},
                    at=at,
                )
                for table in seated.tables
                if table.entries and table.number in set(tables)
            ],
            ignore_conflicts=True,
        )


def seats_of(table: TableSeating) -> dict[str, int]:
    return {letter: entry.pk for letter, entry in table.seats if entry}


def called(entry: Entry) -> str:
    return f"{entry.name} ({entry.number})"


def seat_changes(desk_table: DeskTable, revision: int) -> list[SeatSincePrint]:
    """What has changed at the table since its cards of this revision were printed; empty where nothing is known."""
    printed = PrintedCards.objects.filter(
        tournament=desk_table.tournament,
        round_number=desk_table.round.number,
        table_number=desk_table.table.number,
        revision=revision,
    ).first()
    if printed is None:
        return []
    entries = desk_table.entries
    return [
        SeatSincePrint(
            letter, printed.names.get(letter, ""), called(entries[letter]) if letter in entries else ""
        )
        for letter in "ABCD"
        if printed.seats.get(letter) != (entries[letter].pk if letter in entries else None)
    ]
