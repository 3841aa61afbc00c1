"""4: growth from 64 to 4,096 players, in processor time."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping

from measured.halls import Hall, hall
from measured.servers import Server, as_make_run
from tests.loopback import kept

FIELDS = (64, 512, 4096)
WARM_ANSWERS, TURNS = 200, 10


def table_4() -> None:
    from scoring.standings.queries import calculate
    from tournament.models import Tournament

    print(
        "\n4. Growth, in processor time of the server: a warm page that the browser has (aim: within 1.1); the"
        "\n   standings made anew, which are made once a version whoever looks. Of an acceptance: make bench-desk"
    )
    halls = {players: hall(players, played=0, entered=players // 8) for players in FIELDS}
    calculated = {}
    for players in FIELDS:
        tournament = Tournament.objects.get(slug=halls[players].slug)
        began = time.process_time()
        calculate(tournament)
        calculated[players] = time.process_time() - began
    with as_make_run() as server:
        pages = asyncio.run(warm_page_seconds(server, halls))
    for players, page in pages.items():
        print(
            f"   {players:>5,} players: page {1e6 * page:6.0f} µs, {page / pages[64]:4.2f} of the first;"
            f" standings {1000 * calculated[players]:7.1f} ms, {1e6 * calculated[players] / players:4.0f} µs a player"
        )


async def warm_page_seconds(server: Server, halls: Mapping[int, Hall]) -> dict[int, float]:
    """Processor time of one answer of 304 for each field, on a kept connection; the fields by turns."""
    times: dict[int, list[float]] = defaultdict(list)
    known = {
        players: server.published(hall.page)[0].getheader("etag") or "" for players, hall in halls.items()
    }
    async with kept(server.port) as asking:
        for _turn in range(TURNS):
            for players, hall in halls.items():
                before = server.processor_seconds
                for _answer in range(WARM_ANSWERS):
                    status, _headers, _body = await asking(hall.page, {"If-None-Match": known[players]})
                    if status != 304:
                        raise SystemExit(f"A warm page was answered with {status}.")
                times[players].append((server.processor_seconds - before) / WARM_ANSWERS)
    return {players: statistics.median(times[players]) for players in halls}
