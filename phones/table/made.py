"""What a table's phones show: read once for each version, and a chair's part of the page made once in a language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone, translation

from live.gate import Gate
from live.stream import give_back_connection
from phones.models import OpenedKey, PhoneMode
from phones.table.chair import Chair
from phones.table.kept_texts import KeptTexts
from phones.table.queries import Around, TableNow, around, table_now
from scoring.sets.tables import IS_WRITTEN_OFF
from tournament.models import Table, Tournament

TOKEN = "csrf-token-of-the-reader"  # noqa: S105 (stands for one)
"""In the place of a form's token in what is made for all readers; each gets her own."""
MOST_KEPT = 2048
NOTHING_AT_DESK = (None, None, False)
"""What the desk has of a table in its version, where that is nothing."""


class Hall(NamedTuple):
    """What tables' pages depend on besides their own versions; of each table, what the desk has. `ended`: the keys of
    the openings that are none any more.
    """

    around: Around
    at_desk: Mapping[int, object]
    ended: frozenset[int]

    def version_of(self, table: int, own: int) -> tuple[object, ...]:
        """As `TableNow.whole_version` of this table, whose own version is `own`."""
        return (own, self.around, self.at_desk.get(table))

    def is_open(self, opening: int) -> bool:
        """Whether the phone that opened a key then may still look."""
        return opening not in self.ended and self.around.mode != PhoneMode.OFF


def drawn(now: TableNow, letter: str) -> str:
    """The part for the chair, in the active language and with `TOKEN` in its forms."""
    context = {"now": now, "tournament": now.tournament, "unit": now.tournament.unit, "token": TOKEN}
    return render_to_string("phones/table/_table.html", {**context, "chair": Chair(now, letter)})


def read_for_all(table: int) -> TableNow | None:
    """None where the table is gone: its tournament went back to an archive, which makes all rows anew."""
    row = Table.objects.select_related("round__tournament__club").filter(pk=table).first()
    return table_now(row.round.tournament, row) if row else None


def hall_of(tournament: int) -> Hall:
    try:
        tables = Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
        rows = tables.values_list("pk", "card_set__state", "card_set__version", IS_WRITTEN_OFF)
        ended = OpenedKey.objects.filter(entry__tournament=tournament, ended_at__isnull=False)
        return Hall(
            around(tournament),
            {table: tuple(at_desk) for table, *at_desk in rows},
            frozenset(ended.values_list("pk", flat=True)),
        )
    finally:
        give_back_connection()


class Made(KeptTexts):
    """Answers that are made once, however many ask for them."""

    def __init__(self) -> None:
        super().__init__(MOST_KEPT)
        self.in_the_making: dict[object, asyncio.Future[Any]] = {}

    async def hall(self, tournament: int, version: int, gate: Gate) -> Hall:
        key = ("hall", tournament)
        make = partial(self.once, key, version, partial(hall_of, tournament))
        hall: Hall = await self._once(key, version, make, gate)
        return hall

    def latest(self, table: int, version: tuple[Any, ...]) -> tuple[Any, ...]:
        """The version of a table, or a later one that was read already; where the hub knows nothing, none is later."""
        read = self.kept.get(("table", table), (version,))[0]
        return read if 0 <= version[0] < read[0] else version

    async def part(self, table: int, entry: int, version: tuple[Any, ...], language: str, gate: Gate) -> str:
        """The part for the chair of an entry, of a later version if that was read; "" where it has none, or the table
        is gone.
        """
        key = (table, entry, language)

        def make() -> str:
            try:
                latest = self.latest(table, version)  # others acted while this waited
                now: TableNow | None = self.once(("table", table), latest, lambda: read_for_all(table))
                letter = now.letter_of(entry) if now else ""
                if now is None or not letter:
                    return ""
                with translation.override(language), timezone.override(now.tournament.time_zone):
                    return str(self.once(key, latest, lambda: drawn(now, letter)))
            finally:
                give_back_connection()

        return str(await self._once(key, self.latest(table, version), make, gate))

    def read(self, table: int, entry: int) -> TableNow | None:
        """The table as it was read last, which it may no longer be; None where this entry does not sit there."""
        now: TableNow | None = self.kept.get(("table", table), (None, None))[1]
        if (now is None or not now.letter_of(entry)) and (now := read_for_all(table)):
            self.keep(("table", table), now.whole_version, now)
        return now if now and now.letter_of(entry) else None

    def as_it_stands(self, tournament: Tournament, table: Table) -> TableNow:
        """The table, read only where it changed since it was read last, or where more than phones is about it."""
        tables = Table.objects.filter(~IS_WRITTEN_OFF, pk=table.pk, card_set__isnull=True)
        own = tables.values_list("phone_table__version", flat=True).first()
        now: TableNow | None = self.get(("table", table.pk), (own, around(tournament.pk), NOTHING_AT_DESK))
        if now is None or now.desk_table.round.is_bonus or now.desk_table.rules.looks_at_other_rounds:
            return table_now(tournament, table)
        return replace(now, row=copy(now.row))

    def part_now(self, now: TableNow, entry: int) -> str:
        """Of a table that has just been read, in the active language: the streams need not read it again."""
        letter, version = now.letter_of(entry), now.whole_version
        self.keep(("table", now.table.pk), version, now)
        key = (now.table.pk, entry, translation.get_language() or "en")
        return str(self.once(key, version, lambda: drawn(now, letter))) if letter else ""

    async def _once(self, key: object, version: object, make: Callable[[], object], gate: Gate) -> Any:
        """`make` keeps what it makes; `gate`: how to wait for one's turn. Whoever acts makes parts meanwhile."""
        kept = self.get(key, version)
        if kept is not None:
            return kept
        loop, making = asyncio.get_running_loop(), self.in_the_making.get((key, version))
        if making is None or making.get_loop() is not loop:

            async def in_turn() -> object:
                async with gate():
                    return self.get(key, version) or await sync_to_async(make, thread_sensitive=False)()

            making = asyncio.ensure_future(in_turn())
            self.in_the_making[key, version] = making
            making.add_done_callback(lambda _made: self.in_the_making.pop((key, version), None))
        return await asyncio.shield(making)


made = Made()
