"""How long the score desk waits, asked as a browser asks, of the program as `make run` starts it.

    .venv/bin/python benchmarks/bench_desk.py [--only 1,2]

On kept connections, on a database of its own, the clients on the same machine. Each figure by the clock stands beside
a floor of the same run: a bare callable that listens in the same way and is asked as often, in turns.

1. An acceptance in small and very large fields: 38 sets for 64, 512 and 4,096 players, of which half the first round is
   accepted before, so that record and journal are as large as the field makes them. The fields take turns, set by set,
   so that a busy machine slows all of them alike; the figure is the median of the server's processor time. The aim: no
   field takes more than 1.3 times the first.
2. Eight scorekeepers who never pause, 200 players at 50 tables: a table's page and its acceptance. Then 32 acceptances
   at once, four times. The aims: p99 of the page 500 ms, of an acceptance 250; the last of 32 after 700 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from measured.halls import Asking, Hall, accept, hall  # noqa: E402
from measured.servers import Server, as_make_run, bare, data  # noqa: E402

from tests.loopback import kept  # noqa: E402

FIELDS = (64, 512, 4096)
SETS = 38
AIM = 1.3
SCOREKEEPERS, AT_ONCE, TURNS = 8, 32, 4
PAGE_AIM, ACCEPTANCE_AIM, LAST_AIM = 500, 250, 700
Times = defaultdict[str, list[float]]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="1,2")
    wanted = parser.parse_args(arguments).only.split(",")
    with tempfile.TemporaryDirectory(prefix="charleston-bench-") as folder, data(folder):
        growing = {
            players: hall(players, played=0, entered=players // 8) for players in FIELDS if "1" in wanted
        }
        busy = [hall(200, rounds=rounds) for rounds in (5, 4) if "2" in wanted]
        with as_make_run() as server, bare("serve") as floor:
            if growing:
                asyncio.run(growth(server, growing))
            if busy:
                asyncio.run(without_a_pause(server, floor, *busy))
    return 0


async def growth(server: Server, halls: dict[int, Hall]) -> None:
    processor: dict[int, list[float]] = {players: [] for players in halls}
    clock: dict[int, list[float]] = {players: [] for players in halls}
    async with kept(server.port) as asking:
        for number in range(SETS + 2):
            for players, hall in halls.items():
                used, began = server.processor_seconds, time.perf_counter()
                await accept(asking, hall, hall.tables[number], {})
                if number > 1:  # the first two warm up
                    clock[players].append(time.perf_counter() - began)
                    processor[players].append(server.processor_seconds - used)
    first = statistics.median(processor[FIELDS[0]])
    growths = {players: statistics.median(times) / first for players, times in processor.items()}
    for players, growth in growths.items():
        print(
            f"{players:>5,} players: an acceptance takes {1000 * growth * first:6.1f} ms of a processor,"
            f" {growth:.2f} of the first; {1000 * statistics.median(clock[players]):6.1f} ms by the clock"
        )
    said(f"within {AIM}", reached=max(growths.values()) <= AIM)


async def without_a_pause(server: Server, floor: Server, hall: Hall, second: Hall) -> None:
    ours, floors = Times(list), Times(list)
    part = len(hall.tables) // TURNS
    for turn in range(TURNS):
        tables = iter(hall.tables[turn * part : (turn + 1) * part])
        await beside_each_other(
            server, SCOREKEEPERS, partial(scorekeeper, hall=hall, tables=tables, times=ours)
        )
        await beside_each_other(
            floor, SCOREKEEPERS, partial(as_often, count=part // SCOREKEEPERS, times=floors)
        )
    print(f"{SCOREKEEPERS} scorekeepers without a pause, {len(ours['page'])} tables:")
    for what, aim in (("page", PAGE_AIM), ("acceptance", ACCEPTANCE_AIM)):
        p50, p99 = percentiles(ours[what])
        floor_p50, floor_p99 = percentiles(floors[what])
        print(
            f"   {what:<11} p50 {p50:6.0f} ms  p99 {p99:6.0f} ms   floor p50 {floor_p50:5.1f} p99 {floor_p99:5.1f} ms"
        )
        said(f"p99 {aim} ms", reached=p99 <= aim)
    lasts, floor_lasts = await at_once(server, floor, second)
    print(
        f"{AT_ONCE} acceptances at once: the last after {', '.join(f'{1000 * last:.0f}' for last in lasts)} ms"
        f"   floor {1000 * statistics.median(floor_lasts):.0f} ms"
    )
    said(f"median {LAST_AIM} ms", reached=1000 * statistics.median(lasts) <= LAST_AIM)


async def scorekeeper(
    asking: Asking, *, hall: Hall, tables: Iterator[tuple[int, int, str]], times: Times
) -> None:
    for table in tables:
        began = time.perf_counter()
        status, _headers, _page = await asking(f"{hall.page}desk/{table[0]}/{table[1]}/", hall.cookie)
        times["page"].append(time.perf_counter() - began)
        if status != 200:
            raise SystemExit(f"A table's page was answered with {status}.")
        began = time.perf_counter()
        await accept(asking, hall, table, {})
        times["acceptance"].append(time.perf_counter() - began)


async def as_often(asking: Asking, *, count: int, times: Times) -> None:
    for _table in range(count):
        for what, body in (("page", b""), ("acceptance", b"x" * 1000)):
            began = time.perf_counter()
            await asking("/", {}, body)
            times[what].append(time.perf_counter() - began)


async def at_once(server: Server, floor: Server, hall: Hall) -> tuple[list[float], list[float]]:
    tables = iter(hall.tables)

    async def one(asking: Asking) -> None:
        await accept(asking, hall, next(tables), {})

    async def bare_one(asking: Asking) -> None:
        await asking("/", {}, b"x" * 1000)

    ours, floors = [], []
    for _turn in range(TURNS):
        ours.append(await beside_each_other(server, AT_ONCE, one))
        floors.append(await beside_each_other(floor, AT_ONCE, bare_one))
    return ours, floors


async def beside_each_other(server: Server, count: int, work: Callable[[Asking], Awaitable[None]]) -> float:
    """So many browsers at work at the same time, each on a connection of its own; seconds until the last is done."""
    async with AsyncExitStack() as stack:
        browsers = [await stack.enter_async_context(kept(server.port)) for _ in range(count)]
        began = time.perf_counter()
        await asyncio.gather(*(work(asking) for asking in browsers))
        return time.perf_counter() - began


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """p50 and p99, in milliseconds."""
    return 1000 * statistics.median(times), 1000 * statistics.quantiles(times, n=100)[98]


def said(aim: str, *, reached: bool) -> None:
    print(f"      aim: {aim}, {'reached' if reached else 'NOT reached'}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
