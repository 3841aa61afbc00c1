"""What a table's phones show, made once for each version of it in each language: one part of a page for each chair."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone, translation

from live.stream import give_back_connection
from phones.models import OpenedKey, PhoneMode
from phones.table.chair import Chair
from phones.table.kept_texts import KeptTexts
from phones.table.queries import Around, TableNow, around, table_now
from scoring.sets.tables import IS_WRITTEN_OFF
from tournament.models import Table

TOKEN = "csrf-token-of-the-reader"  # noqa: S105 (stands for one)
"""In the place of a form's token in what is made for all readers; each gets her own."""
MOST_KEPT = 1024
Parts = Mapping[int, str]


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


def rendered(now: TableNow) -> Parts:
    """The part for each chair, by the key of the entry in it, in the active language and with `TOKEN` in its forms."""
    context = {"now": now, "tournament": now.tournament, "unit": now.tournament.unit, "token": TOKEN}
    return {
        entry.pk: render_to_string("phones/table/_table.html", {**context, "chair": Chair(now, letter)})
        for letter, entry in now.entries.items()
    }


def parts_of(table: int, language: str) -> Parts:
    """Nothing where the table is gone: its tournament went back to an archive, which makes all rows anew."""
    try:
        row = Table.objects.select_related("round__tournament__club").filter(pk=table).first()
        if row is None:
            return {}
        tournament = row.round.tournament
        with translation.override(language), timezone.override(tournament.time_zone):
            return rendered(table_now(tournament, row))
    finally:
        give_back_connection()


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

    async def hall(self, tournament: int, version: int) -> Hall:
        hall: Hall = await self._once(("hall", tournament), version, lambda: hall_of(tournament))
        return hall

    async def parts(self, table: int, version: object, language: str) -> Parts:
        parts: Parts = await self._once((table, language), version, lambda: parts_of(table, language))
        return parts

    def parts_now(self, now: TableNow) -> Parts:
        """Of a table that has just been read, in the active language: its streams need not read it again."""
        key = (now.table.pk, translation.get_language() or "en")
        parts: Parts = self.once(key, now.whole_version, lambda: rendered(now))
        return parts

    async def _once(self, key: object, version: object, make: Callable[[], object]) -> Any:
        kept = self.get(key, version)
        if kept is not None:
            return kept
        loop, making = asyncio.get_running_loop(), self.in_the_making.get((key, version))
        if making is None or making.get_loop() is not loop:
            making = asyncio.ensure_future(sync_to_async(make, thread_sensitive=False)())
            self.in_the_making[key, version] = making
            making.add_done_callback(lambda _made: self.in_the_making.pop((key, version), None))
        return self.keep(key, version, await asyncio.shield(making))


made = Made()
