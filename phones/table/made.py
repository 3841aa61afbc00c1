"""What a table's phones show, made once for each version of it in each language: one part of a page for each chair."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone, translation

from live.stream import give_back_connection
from phones.table.chair import Chair
from phones.table.queries import TableNow, table_now
from scoring.models import CardSet
from tournament.models import Round, Table

TOKEN = "csrf-token-of-the-reader"  # noqa: S105 (stands for one)
"""In the place of a form's token in what is made for all readers; each gets her own."""
MOST_KEPT = 1024
Parts = Mapping[str, str]


class Hall(NamedTuple):
    """What a table's page depends on besides its own version: published seats, and the set that the desk has."""

    seats: tuple[tuple[int, int], ...]
    sets: Mapping[int, tuple[str, int]]

    def of(self, table: int) -> tuple[object, ...]:
        return (self.seats, self.sets.get(table))


def part_of(now: TableNow, letter: str) -> str:
    """The part for one chair, with `TOKEN` in its forms."""
    chair = Chair(now, letter)
    context = {
        "chair": chair,
        "now": now,
        "tournament": now.tournament,
        "unit": now.tournament.unit,
        "token": TOKEN,
    }
    return render_to_string("phones/table/_table.html", context)


def parts_of(table: int, language: str) -> Parts:
    try:
        row = Table.objects.select_related("round__tournament__club").get(pk=table)
        tournament = row.round.tournament
        with translation.override(language), timezone.override(tournament.time_zone):
            now = table_now(tournament, row)
            return {letter: part_of(now, letter) for letter in now.letters}
    finally:
        give_back_connection()


def hall_of(tournament: int) -> Hall:
    try:
        rounds = Round.objects.published().filter(tournament=tournament).order_by("number")
        sets = CardSet.objects.filter(round__tournament=tournament)
        return Hall(
            tuple(rounds.values_list("number", "seating_version")),
            {
                table: (state, version)
                for table, state, version in sets.values_list("table", "state", "version")
            },
        )
    finally:
        give_back_connection()


class Made:
    """Answers that are made once, however many ask for them; the oldest are dropped."""

    def __init__(self) -> None:
        self.kept: OrderedDict[object, tuple[object, asyncio.Future[object]]] = OrderedDict()

    async def hall(self, tournament: int, version: int) -> Hall:
        hall = await self._once(("hall", tournament), version, lambda: hall_of(tournament))
        assert isinstance(hall, Hall)  # noqa: S101 (for the type checker)
        return hall

    async def parts(self, table: int, version: object, language: str) -> Parts:
        parts = await self._once((table, language), version, lambda: parts_of(table, language))
        assert isinstance(parts, dict)  # noqa: S101
        return parts

    async def _once(self, key: object, version: object, make: Callable[[], object]) -> object:
        kept = self.kept.get(key)
        loop = asyncio.get_running_loop()
        if kept is None or kept[0] != version or kept[1].get_loop() is not loop:
            making = asyncio.ensure_future(sync_to_async(make, thread_sensitive=False)())
            kept = self.kept[key] = version, making
            self.kept.move_to_end(key)
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        try:
            return await asyncio.shield(kept[1])
        except Exception:
            self.kept.pop(key, None)  # the next one who asks tries again
            raise


made = Made()
