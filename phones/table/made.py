"""What a table's phones show: read once for each version, and a chair's part of the page made once in a language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation

from live.gate import Gate
from live.stream import give_back_connection
from phones.models import OpenedKey, PhoneMode, PhoneTable
from phones.table.chair import Chair
from phones.table.kept_texts import KeptTexts
from phones.table.queries import Around, TableNow, around, table_now
from record.refused import Conflict
from scoring.sets.tables import IS_WRITTEN_OFF
from tournament.models import Entry, Table, Tournament

TOKEN = "csrf-token-of-the-reader"  # noqa: S105 (stands for one)
"""In the place of a form's token in what is made for all readers; each gets her own."""
MOST_KEPT = 2048


class Hall(NamedTuple):
    """What tables' pages depend on besides their own versions; of each table, what the desk has. `ended`: the keys of
    the openings that are none any more.
    """

    around: Around
    at_desk: Mapping[int, object]
    ended: frozenset[int]

    def version_of(self, table: int, own: int) -> tuple[object, ...]:
        """As `TableNow.whole_version` of this table, whose own version is `own`."""
        return (own, self.around, self.around.corrections_are_over, self.at_desk.get(table))

    def is_open(self, opening: int) -> bool:
        """Whether the phone that opened a key then may still look."""
        return opening not in self.ended and self.around.mode != PhoneMode.OFF


def drawn(now: TableNow, letter: str) -> str:
    """The part for the chair, in the active language and with `TOKEN` in its forms."""
    context = {"now": now, "tournament": now.tournament, "unit": now.tournament.unit, "token": TOKEN}
    return render_to_string("phones/table/_table.html", {**context, "chair": Chair(now, letter)})


def read_for_all(table: int, surroundings: Around) -> TableNow | None:
    """None where the table is gone: its tournament went back to an archive, which makes all rows anew."""
    try:
        return table_now(Table(pk=table), surroundings)
    except Conflict:
        return None


def hall_of(tournament: int) -> Hall:
    tables = Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
    rows = tables.values_list("pk", "card_set__state", "card_set__version", IS_WRITTEN_OFF)
    is_open = Q(ended_at__isnull=True, entry__state=Entry.State.REGISTERED)
    ended = OpenedKey.objects.filter(~is_open, entry__tournament=tournament)
    return Hall(
        around(tournament),
        {table: tuple(at_desk) for table, *at_desk in rows},
        frozenset(ended.values_list("pk", flat=True)),
    )


class Made(KeptTexts):
    """Answers that are made once, however many ask for them."""

    def __init__(self) -> None:
        super().__init__(MOST_KEPT)
        self.in_the_making: dict[object, asyncio.Future[Any]] = {}

    async def hall(self, tournament: int, version: int, gate: Gate) -> Hall:
        make = partial(self.hall_at, tournament, version)
        hall: Hall = await self._once(("hall", tournament), version, make, gate)
        return hall

    def hall_at(self, tournament: int, version: int) -> Hall:
        """`version`: that of the tournament, as it is stored now."""
        hall: Hall = self.once(("hall", tournament), version, partial(hall_of, tournament))
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
            latest = self.latest(table, version)  # others acted while this waited
            now: TableNow | None = self.get(("table", table), latest) or read_for_all(table, latest[1])
            if now is None:
                return ""
            with translation.override(language), timezone.override(now.around.time_zone):
                return self.part_now(now, entry)

        return str(await self._once(key, self.latest(table, version), make, gate))

    def as_it_stands(self, tournament: Tournament, table: Table) -> TableNow:
        """The table, read only where it changed since it was read last, or where more than its own round is about it.
        `tournament`: as it is stored now. Raises Conflict where the table is gone.
        """
        own = PhoneTable.objects.filter(table=table.pk).values_list("version", flat=True).first()
        hall = self.hall_at(tournament.pk, tournament.version)
        now: TableNow | None = self.get(("table", table.pk), hall.version_of(table.pk, own or 0))
        if now is None or now.desk_table.round.is_bonus:
            return table_now(table, hall.around)
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
                    return self.get(key, version) or await sync_to_async(in_thread, thread_sensitive=False)()

            def in_thread() -> object:
                try:
                    return make()
                finally:
                    give_back_connection()

            making = asyncio.ensure_future(in_turn())
            self.in_the_making[key, version] = making
            making.add_done_callback(lambda _made: self.in_the_making.pop((key, version), None))
        return await asyncio.shield(making)


made = Made()
