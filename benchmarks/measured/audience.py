"""2: how soon the last viewer has a change."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import statistics
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import quote

from measured.halls import Hall, accept
from measured.servers import Scale, Server, as_make_run, bare
from tests.loopback import ask, events, kept

HEARD_WITHIN = 60.0


def followed(message: bytes) -> str:
    """The digest of the text that a viewer has after an event."""
    return str(json.loads(message)["new"])


@dataclass
class Audience:
    """Viewers with a stream each; counts who has heard since `begin`."""

    heard: int = 0
    ready: int = 0
    last: float = 0.0
    wanted: int = 0
    message: bytes = b""
    all_heard: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self, wanted: int) -> None:
        self.heard, self.wanted = 0, wanted
        self.all_heard.clear()

    async def view(self, port: int, path: str) -> None:
        async for name, data in events(port, path):
            if name == "now":
                self.ready += 1
            elif name == "part":
                self.heard += 1
                self.message, self.last = data, time.monotonic()
                if self.heard == self.wanted:
                    self.all_heard.set()


@contextlib.asynccontextmanager
async def watched(audience: Audience, port: int, path: str, viewers: int) -> AsyncIterator[None]:
    """Opens so many streams, a hundred at a time, and closes them."""
    tasks: list[asyncio.Task[None]] = []
    try:
        before = audience.ready
        while len(tasks) < viewers:
            tasks += [
                asyncio.create_task(audience.view(port, path)) for _ in range(min(100, viewers - len(tasks)))
            ]
            async with asyncio.timeout(HEARD_WITHIN):
                while audience.ready - before < len(tasks):
                    for task in tasks:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.01)
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def seconds_to_all(audience: Audience, viewers: int, tell: Callable[[], Any]) -> float:
    audience.begin(viewers)
    await tell()
    answered = time.monotonic()
    async with asyncio.timeout(HEARD_WITHIN):
        await audience.all_heard.wait()
    return audience.last - answered


def table_2(scale: Scale, hall: Hall) -> None:
    print(
        "\n2. From the answer to an acceptance until the last viewer has the new standings (aim: 5,000 within 1 s);\n"
        "   a bare stream of as many bytes; ours/bare; memory of a viewer; a stop with all of them connected (aim: 2 s)"
    )
    tables = iter(hall.tables)
    for viewers in scale.viewers:
        with as_make_run() as server:
            server.published(hall.page)
            asyncio.run(until_all_have_it(scale, server, hall, tables, viewers))


async def until_all_have_it(
    scale: Scale, server: Server, hall: Hall, tables: Iterator[Any], viewers: int
) -> None:
    audience, path = Audience(), f"/t/{hall.slug}/live/?part={quote(hall.page, safe='')}"
    before, times = server.kilobytes, []

    async with kept(server.port) as asking, watched(audience, server.port, path, viewers):
        each = (server.kilobytes - before) / viewers
        for _turn in range(scale.turns):
            tell: Callable[[], Any] = partial(accept, asking, hall, next(tables), {})
            times.append(await seconds_to_all(audience, viewers, tell))
            _status, headers, _page = await ask(server.port, hall.page, {"HX-Request": "true"})
            if followed(audience.message) != headers["etag"].strip('"'):
                raise SystemExit("What the viewers have is not what the page has.")
        size = len(audience.message)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(server.process.wait, 30)
        stopped = time.monotonic() - began
    bare_times: list[float] = []
    with bare("serve") as floor:
        audience = Audience()
        async with watched(audience, floor.port, "/stream", viewers):
            for _turn in range(scale.turns):
                tell = partial(ask, floor.port, f"/tell?{size}")
                bare_times += [await seconds_to_all(audience, viewers, tell)]
    ours, floors = statistics.median(times), statistics.median(bare_times)
    print(
        f"   {viewers:>5,} viewers: {ours:5.2f} s   bare {floors:5.2f} s   ratio {ours / floors:5.1f}"
        f"   {size:,} bytes   {each:4.0f} KB each   stopped after {stopped:4.1f} s"
    )
