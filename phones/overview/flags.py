"""What a director may want to look at of how phones were used. It decides nothing, and changes nothing by itself.

A device is known by the mark of its browser alone: whoever opens two slips in two browsers is not seen here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, groupby

from phones.models import OpenedKey
from phones.models.table import WHOLE_CARD, EnteredGame, GameAnswer
from tournament.models import Entry, Seat, Table, Tournament

QUICK = timedelta(seconds=2)
"""Nobody reads the sentence and the points in less."""
IN_A_ROW = 3


@dataclass(frozen=True)
class Flag:
    """`kind`: "quick" (`IN_A_ROW` answers in less than `QUICK`), "two-tables" (one device, players of two tables),
    "after-totals" (a game changed after somebody confirmed the whole card), "dispute" (not right, said somebody).
    """

    kind: str
    at: datetime
    table: Table
    entries: tuple[Entry, ...]
    game: int = 0
    other_table: Table | None = None


def flags(tournament: Tournament) -> list[Flag]:
    """The latest first. The number of queries does not depend on how much was played."""
    of_tournament, read = {"table__round__tournament": tournament}, ("table__round", "entry__person")
    entered = list(EnteredGame.objects.filter(**of_tournament).select_related(*read).order_by("pk"))
    answers = list(GameAnswer.objects.filter(**of_tournament).select_related(*read).order_by("at", "pk"))
    of_games = (*quick(entered, answers), *after_totals(entered, answers), *disputes(answers))
    return sorted((*of_games, *two_tables(tournament)), key=lambda flag: flag.at, reverse=True)


def quick(entered: list[EnteredGame], answers: list[GameAnswer]) -> Iterator[Flag]:
    versions = {(game.table_id, game.version): game for game in entered}
    in_a_row: dict[int, int] = defaultdict(int)
    for answer in answers:
        game = versions.get((answer.table_id, answer.version))
        if answer.game == WHOLE_CARD or game is None or game.entry_id == answer.entry_id:
            continue
        is_quick = answer.is_right and answer.at - game.at < QUICK
        in_a_row[answer.entry_id] = in_a_row[answer.entry_id] + 1 if is_quick else 0
        if in_a_row[answer.entry_id] == IN_A_ROW:
            yield Flag("quick", answer.at, answer.table, (answer.entry,), answer.game)


def after_totals(entered: list[EnteredGame], answers: list[GameAnswer]) -> Iterator[Flag]:
    confirmed: dict[int, int] = {}
    for answer in answers:
        if answer.game == WHOLE_CARD and answer.is_right:
            confirmed[answer.table_id] = min(answer.version, confirmed.get(answer.table_id, answer.version))
    for game in entered:
        if game.version > confirmed.get(game.table_id, game.version):
            yield Flag("after-totals", game.at, game.table, (game.entry,), game.game)


def disputes(answers: list[GameAnswer]) -> Iterator[Flag]:
    for answer in answers:
        if not answer.is_right or answer.field:
            yield Flag("dispute", answer.at, answer.table, (answer.entry,), answer.game)


def two_tables(tournament: Tournament) -> Iterator[Flag]:
    """Two players whose keys were open on one device at the same time, by the latest round in which they sat apart."""
    rows = OpenedKey.objects.filter(entry__tournament=tournament).select_related("entry__person")
    pairs = [
        (first, second)
        for _device, opened in groupby(rows.order_by("device", "at"), lambda row: row.device)
        for first, second in combinations(opened, 2)
        if first.ended_at is None or first.ended_at > second.at
    ]
    entries = {row.entry_id for pair in pairs for row in pair}
    seats = Seat.objects.filter(entry__in=entries, round__published_at__isnull=False)
    seats = seats.select_related("table__round").order_by("-round__number")
    for first, second in pairs:
        apart = (
            (seat.table, other.table)
            for seat in seats
            if seat.entry_id == first.entry_id
            for other in seats
            if (other.entry_id, other.round_id) == (second.entry_id, seat.round_id)
            if other.table_id != seat.table_id
        )
        if tables := next(apart, None):
            yield Flag("two-tables", second.at, tables[0], (first.entry, second.entry), 0, tables[1])
