"""3: the desk, with the hall looking on."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from measured.audience import HEARD_WITHIN
from measured.halls import Hall, accept, hall
from measured.servers import Scale, Server
from tests.loopback import ask, events, kept

PAUSE = 1.0  # of a scorekeeper between two requests, on average
MISSED_WITHIN, LEARNT_WITHIN = 1.5, 5.0  # seconds, as in static/js/live.js


@lru_cache(8)
def read(data: bytes) -> Any:
    """What an event says, read once for all: phones have processors of their own, here they would take the server's."""
    return json.loads(data)


class Phones:
    """Viewers that do what static/js/live.js does; each picks its player out of what everybody is sent (me.js).

    All have the same text, so it is read once for all of them.
    """

    def __init__(self, server: Server, hall: Hall) -> None:
        self.server, self.hall = server, hall
        self.texts: dict[str, list[str]] = {}
        self.ready = self.asked = self.refused = 0
        self.asking: set[asyncio.Task[None]] = set()
        self.dice = random.Random(11)  # noqa: S311 (no secret)

    def take(self, digest: str, lines: list[str]) -> None:
        if digest not in self.texts:
            self.texts[digest] = lines

    def later(self, within: float) -> None:
        task = asyncio.create_task(self.fetch(self.dice.random() * within))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def fetch(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.asked += 1
        status, answered, body = await ask(
            self.server.port, self.hall.page, {**self.server.headers, "HX-Request": "true"}
        )
        if status >= 500:
            self.refused += 1
        else:
            self.take(answered["etag"].strip('"').partition("-")[0], body.decode().split("\n"))

    async def view(self) -> None:
        digest = ""
        path = f"/t/{self.hall.slug}/live/?part={quote(self.hall.page, safe='')}"
        async for name, data in events(self.server.port, path, self.server.headers):
            news = read(data)
            if name == "now":
                self.ready += 1
                digest = news["digest"]
                self.later(LEARNT_WITHIN)
            elif name == "missed" or news["old"] != digest or digest not in self.texts:
                digest = news.get("new", "")
                self.later(MISSED_WITHIN)
            else:
                before, digest = digest, news["new"]
                if digest not in self.texts:
                    old = self.texts[before]
                    steps = news["steps"]
                    self.take(
                        digest,
                        [x for s in steps for x in (s.split("\n") if isinstance(s, str) else old[slice(*s)])],
                    )


def table_3(scale: Scale, start: Callable[[], AbstractContextManager[Server]]) -> None:
    print(
        "\n3. Eight scorekeepers entering 64 tables: a table's page and its acceptance, alone and with the hall looking"
        "\n   on (aim: p99 under 2 times)"
    )
    first, second = hall(256, rounds=2), hall(256, rounds=2)
    with start() as server:
        server.published(first.page)
        alone = asyncio.run(a_round(server, first, 0))
        with_viewers = asyncio.run(a_round(server, second, scale.watching))
    for what in ("page", "acceptance"):
        quiet, busy = alone[what], with_viewers[what]
        (quiet_p50, quiet_p99), (busy_p50, busy_p99) = (
            (statistics.median(times), statistics.quantiles(times, n=100)[98]) for times in (quiet, busy)
        )
        print(
            f"   {what:<11} alone p50 {1000 * quiet_p50:6.0f} ms p99 {1000 * quiet_p99:6.0f} ms"
            f"   with {scale.watching:,} viewers p50 {1000 * busy_p50:6.0f} ms p99 {1000 * busy_p99:6.0f} ms"
            f"   p50 {busy_p50 / quiet_p50:4.1f} times, p99 {busy_p99 / quiet_p99:4.1f} times"
        )
    print(
        f"   of the processor a table took {1000 * alone['processor'] / 64:.0f} ms alone,"
        f" {1000 * with_viewers['processor'] / 64:.0f} ms with {scale.watching:,} viewers"
    )
    print(
        f"   the phones asked {with_viewers['asked']:,} times; {with_viewers['refused']:,} were asked to come again"
    )


async def a_round(server: Server, hall: Hall, viewers: int) -> dict[str, Any]:
    """64 tables entered by eight people, as fast as eight people type; seconds of each request."""
    phones = Phones(server, hall)
    tables = iter(hall.tables[:64])
    times: dict[str, Any] = defaultdict(list)
    dice = random.Random(3)  # noqa: S311 (no secret)
    headers = {**hall.cookie, **server.headers}

    async def scorekeeper() -> None:
        async with kept(server.port) as asking:
            for table in tables:
                await asyncio.sleep(dice.uniform(0, 2 * PAUSE))
                began = time.monotonic()
                status, _headers, _page = await asking(f"/t/{hall.slug}/desk/{table[0]}/{table[1]}/", headers)
                times["page"].append(time.monotonic() - began)
                if status != 200:
                    raise SystemExit(f"A table's page was answered with {status}.")
                await asyncio.sleep(dice.uniform(0, 2 * PAUSE))
                began = time.monotonic()
                await accept(asking, hall, table, server.headers)
                times["acceptance"].append(time.monotonic() - began)

    watching = [asyncio.create_task(phones.view()) for _ in range(viewers)]
    async with asyncio.timeout(HEARD_WITHIN):
        while phones.ready < viewers:
            await asyncio.sleep(0.05)
    await asyncio.sleep(LEARNT_WITHIN if viewers else 0)  # until every page has its text
    phones.asked = 0
    before = server.processor_seconds
    await asyncio.gather(*(scorekeeper() for _ in range(8)))
    times["processor"] = server.processor_seconds - before
    times["asked"], times["refused"] = phones.asked, phones.refused
    for task in (*watching, *phones.asking):
        task.cancel()
    await asyncio.gather(*watching, *phones.asking, return_exceptions=True)
    return times
