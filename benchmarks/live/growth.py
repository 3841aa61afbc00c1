"""4: growth from 64 to 4,096 players, in processor time."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import bench_desk

from live.servers import Scale
from tests.loopback import ADDRESS

WARM_ANSWERS = 2000


def table_4(scale: Scale) -> None:
    from asgiref.sync import async_to_sync
    from django.core.cache import cache

    from scoring.standings.queries import calculate
    from tournament.models import Tournament

    print(
        "\n4. Growth, in processor time: a warm page (aim: within 1.1), an acceptance (aim: within 1.2), the standings"
        "\n   made anew, which are made once a version whoever looks"
    )
    fields = (64, 512, 4096)
    desks = {players: bench_desk.desk(players) for players in fields}
    slugs = dict(
        zip(fields, Tournament.objects.order_by("-pk").values_list("slug", flat=True)[:3][::-1], strict=True)
    )
    pages = async_to_sync(warm_page_seconds)(slugs)
    accepted: dict[int, list[float]] = defaultdict(list)
    for number in range(4 + 8 * scale.turns):
        for players, accept in desks.items():
            began = time.process_time()
            accept()
            if number > 1:  # the first two warm up
                accepted[players].append(time.process_time() - began)
    calculated = {}
    for players in fields:
        cache.clear()
        began = time.process_time()
        calculate(Tournament.objects.get(slug=slugs[players]))
        calculated[players] = time.process_time() - began
    for players in fields:
        page, acceptance = pages[players], statistics.median(accepted[players])
        growth = acceptance / statistics.median(accepted[64])
        print(
            f"   {players:>5,} players: page {1e6 * page:6.0f} µs, {page / pages[64]:4.2f} of the first;"
            f" acceptance {1000 * acceptance:6.1f} ms, {growth:4.2f} of the first;"
            f" standings {1000 * calculated[players]:7.1f} ms, {1e6 * calculated[players] / players:4.0f} µs a player"
        )


async def warm_page_seconds(slugs: Mapping[int, str]) -> dict[int, float]:
    """Processor time of one warm answer for each field, all but the socket; the fields by turns."""
    from config.asgi import application
    from tournament.live.hub import hub as the_hub
    from tournament.live.published import Making

    headers = [(b"host", b"testserver"), (b"accept-encoding", b"br")]
    scope = {"type": "http", "method": "GET", "scheme": "http", "query_string": b"", "raw_path": b""}
    scope |= {"headers": headers, "client": (ADDRESS, 1), "server": (ADDRESS, 80)}
    the_hub.watch_always()
    while not the_hub.versions.keys() >= set(slugs.values()):
        await asyncio.sleep(0.01)

    async def nothing(_message: Any) -> None:
        return None

    times: dict[int, list[float]] = defaultdict(list)
    for turn in range(10):
        for players, slug in slugs.items():
            page_scope = scope | {"path": f"/t/{slug}/"}
            began = time.process_time()
            for _ in range(WARM_ANSWERS if turn else 1):  # the first one makes it
                await application(page_scope, Making().receive, nothing)
            if turn:
                times[players].append((time.process_time() - began) / WARM_ANSWERS)
    the_hub.stop()
    return {players: statistics.median(times[players]) for players in slugs}
