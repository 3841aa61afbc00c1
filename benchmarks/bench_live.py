"""What a full hall looking at once costs, and whether the score desk feels it.

    .venv/bin/python benchmarks/bench_live.py [--small] [--only 1,2,3,4]

Everything runs on this machine and speaks to 127.0.0.1 alone: the web process as it is served in a hall (SQLite, one
process), and a floor beside it that is measured in the same run, so that a slow or busy machine slows both.

1. The public page and the JSON, warm, against a bare ASGI callable that hands out the same bytes on the same server;
   behind the proxy of docker-compose.yml against the same proxy with a file of those bytes. Needs wrk; the second half
   needs nginx.
2. From the answer to an accepting POST until the last viewer has the new standings in hand, against a bare stream of
   the same bytes; memory of a viewer; how long the process takes to stop with all of them connected.
3. Eight scorekeepers entering 64 tables, alone and with viewers that do what the page's own script does.
4. Growth from 64 to 4,096 players, in processor time.

`--small` takes a fifth of the viewers and of the time. Never more than some minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import bench_desk  # noqa: E402

from tests.loopback import ADDRESS, NGINX, ask, events, free_port, proxy, running  # noqa: E402

HEARD_WITHIN = 60.0
PAUSE = 1.0  # of a scorekeeper between two requests, on average
MISSED_WITHIN, LEARNT_WITHIN, OWN_WITHIN = 1.5, 5.0, 60.0  # seconds, as in static/js/live.js and live/own.js
ROW = re.compile(r'<tr[^>]* data-number="(\d+)".*?</tr>', re.S)
DIGITS = re.compile(r'<td class="digits[^"]*">(.*?)</td>', re.S)

FLOOR = """
import asyncio, json, os
ANSWERS = {path: ([(n.encode(), v.encode()) for n, v in headers], open(file, "rb").read())
           for path, headers, file in json.loads(os.environ["FLOOR"])}
HEARD = set()
async def application(scope, receive, send):
    if scope["path"] == "/stream":
        await stream(receive, send)
    elif scope["path"] == "/tell":
        message = b"event: part\\ndata: %s\\n\\n" % (b"x" * int(scope["query_string"]))
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
        for queue in list(HEARD):
            queue.put_nowait(message)
    else:
        headers, body = ANSWERS[scope["path"]]
        known = any(name == b"if-none-match" for name, _ in scope["headers"])
        await send({"type": "http.response.start", "status": 304 if known else 200, "headers":
                    [(n, v) for n, v in headers if not (known and n == b"content-length")]})
        await send({"type": "http.response.body", "body": b"" if known else body})
async def stream(receive, send):
    queue = asyncio.Queue()
    HEARD.add(queue)
    gone = asyncio.ensure_future(receive())
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    await send({"type": "http.response.body", "body": b"event: now\\ndata: {}\\n\\n", "more_body": True})
    try:
        while True:
            await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
    finally:
        HEARD.discard(queue)
"""


@dataclass(frozen=True)
class Scale:
    viewers: tuple[int, ...]
    watching: int
    """Viewers while the scorekeepers work."""
    seconds: int
    """For each measurement of wrk."""
    turns: int


FULL = Scale(viewers=(200, 1000, 5000), watching=1000, seconds=4, turns=3)
SMALL = Scale(viewers=(50, 200), watching=200, seconds=1, turns=3)


# The processes that are measured


@contextlib.contextmanager
def served(application: str, folder: Path, **environment: str) -> Iterator[Server]:
    """A web process, ended when the block is left. The floor's has no way of its own to end streams, and is quiet."""
    port = free_port()
    options = ["--lifespan", "off", "--no-access-log", "--no-proxy-headers", "--log-level", "warning"]
    command = [sys.executable, "-m", "uvicorn", application, "--host", ADDRESS, "--port", str(port), *options]
    command += ["--backlog", "8192", "--timeout-graceful-shutdown", "2"]
    command += ["--http", "config.connections:BoundedProtocol"] if application.startswith("config.") else []
    with running(command, port, folder=folder, quiet=bool(environment), environment=environment) as process:
        yield Server(port, process)


@dataclass(frozen=True)
class Server:
    port: int
    process: subprocess.Popen[bytes]

    @property
    def kilobytes(self) -> int:
        """The memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]

    @property
    def processor_seconds(self) -> float:
        """What it has used of the processor since it began."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def published(
        self, path: str, headers: Mapping[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """The answer of a page once it is handed out from memory."""
        while (answer := self.get(path, headers))[0].getheader("etag") is None:
            time.sleep(0.1)
        return answer

    def get(
        self, path: str, headers: Mapping[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=60)
        connection.request("GET", path, headers=dict(headers or {}))
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body


# A hall to look at


@dataclass(frozen=True)
class Hall:
    slug: str
    session: str
    scorekeeper: int
    tables: list[tuple[int, int, str]]
    """Those that nobody has entered yet: round, table, who sits there."""

    @property
    def page(self) -> str:
        return f"/t/{self.slug}/"

    @property
    def json(self) -> str:
        return f"/t/{self.slug}/standings.json"


def hall(players: int, *, rounds: int = 3, played: int = 1) -> Hall:
    """A tournament of `players`, its first rounds played and the others waiting for their cards."""
    from demo.simulation import play_rounds
    from tests import builders
    from tournament.models import Table

    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=players, rounds=rounds, published=rounds)
    list(play_rounds(tournament, played, seed=5, by=cast.director)) if played else None
    tables = Table.objects.filter(round__tournament=tournament, card_set=None).select_related("round")
    return Hall(
        tournament.slug,
        builders.signed_in(cast.scorekeeper).cookies["sessionid"].value,
        cast.scorekeeper.pk,
        [
            (
                table.round.number,
                table.number,
                " ".join(f"{seat.letter}{seat.entry_id}" for seat in table.seats.order_by("letter")),
            )
            for table in tables.order_by("round__number", "number")
        ],
    )


def accepting(hall: Hall, table: tuple[int, int, str]) -> tuple[str, bytes, dict[str, str]]:
    """The request of a browser that accepts a table's set: address, body, headers."""
    from scoring.sets.typed import WrittenCard, WrittenGame, WrittenSet
    from tournament.stamps import Stamp

    round_, number, seats = table
    games = bench_desk.GAMES
    cards = {n: WrittenCard(tuple(p), sum(p), bench_desk.ACROSS[n]) for n, p in games.items()}
    written = WrittenSet(cards, (WrittenGame(),) * 4, "A")
    form = written.fields() | {"do": "accept", "typed_by": str(hall.scorekeeper)}
    form |= {"stamp": str(Stamp(seen={"version": 0, "seats": seats})), "csrfmiddlewaretoken": TOKEN}
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
        "Cookie": f"sessionid={hall.session}; csrftoken={TOKEN}",
    }
    return f"/t/{hall.slug}/desk/{round_}/{number}/send/", urlencode(form).encode(), headers


TOKEN = "b" * 32


# 1: requests per second


@dataclass(frozen=True)
class Load:
    per_second: float
    p99: float  # milliseconds

    @staticmethod
    def of(port: int, *, path: str, headers: Mapping[str, str], seconds: int) -> Load:
        named = [option for name, value in headers.items() for option in ("-H", f"{name}: {value}")]
        command = [
            "wrk",
            "--latency",
            "-t1",
            "-c32",
            f"-d{seconds}s",
            *named,
            f"http://{ADDRESS}:{port}{path}",
        ]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
        if "Non-2xx" in report:
            raise SystemExit(f"{path} was not answered with 200: {report}")
        number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", report).groups()  # type: ignore[union-attr]
        factor = {"us": 0.001, "ms": 1, "s": 1000}[unit]
        return Load(float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1]), float(number) * factor)  # type: ignore[index]


def in_turns(scale: Scale, ours: Callable[[], Load], floor: Callable[[], Load]) -> tuple[Load, Load]:
    """The medians of both, measured by turns."""
    pairs = [(ours(), floor()) for _turn in range(scale.turns)]
    medians = [
        Load(*(statistics.median(getattr(load, name) for load in column) for name in ("per_second", "p99")))
        for column in zip(*pairs, strict=True)
    ]
    return medians[0], medians[1]


def table_1(scale: Scale, folder: Path, server: Server, hall: Hall) -> None:
    print(
        "\n1. Warm answers, 32 connections: ours, the floor, ours/floor (aim: at least 0.8; behind the proxy 0.5)"
    )
    if not shutil.which("wrk"):
        print("   NOT MEASURED: wrk is missing (apt-get install wrk).")
        return
    answers: list[tuple[str, list[tuple[str, str]], str]] = []
    encoding = {"Accept-Encoding": "br"}
    for path in (hall.page, hall.json):
        answer, body = server.published(path, encoding)
        file = folder / f"floor-{len(answers)}"
        file.write_bytes(body)
        answers.append(
            (path, [pair for pair in answer.getheaders() if pair[0] not in ("date", "server")], str(file))
        )
    etags = {path: dict(headers)["etag"] for path, headers, _file in answers}
    (folder / "floor.py").write_text(FLOOR)
    with served("floor:application", folder, FLOOR=json.dumps(answers)) as floor:
        for name, path in (("page", hall.page), ("JSON", hall.json)):
            for what, more in ((name, {}), (f"{name}, 304", {"If-None-Match": etags[path]})):
                headers = {**encoding, **more}
                load = partial(Load.of, path=path, headers=headers, seconds=scale.seconds)
                compared = in_turns(scale, partial(load, server.port), partial(load, floor.port))
                show_load(what, *compared)
    behind_the_proxy(scale, folder, server, answers, etags)


def behind_the_proxy(
    scale: Scale,
    folder: Path,
    server: Server,
    answers: list[tuple[str, list[tuple[str, str]], str]],
    etags: dict[str, str],
) -> None:
    """The same, through the proxy; the floor is a file of the same bytes and headers that it hands out itself."""
    if NGINX is None:
        print("   NOT MEASURED behind the proxy: nginx is missing (apt-get install nginx-light).")
        return
    folder.chmod(0o755)
    files, port = folder / "files", free_port()
    files.mkdir()
    files.chmod(0o755)
    for number, (_path, _headers, file) in enumerate(answers):
        shutil.copy(file, files / str(number))
    more = f"server {{ listen {ADDRESS}:{port} backlog=8192; root {files}; add_header Content-Encoding br; }}"
    with proxy([server.port], more=more) as proxied:
        for number, (path, _headers, _file) in enumerate(answers):
            etag = Server(port, server.process).get(f"/{number}")[0].getheader("etag") or ""
            for what, ours, theirs in (
                ("", {}, {}),
                (", 304", {"If-None-Match": etags[path]}, {"If-None-Match": etag}),
            ):
                load = partial(Load.of, seconds=scale.seconds)
                encoding = {"Accept-Encoding": "br"}
                compared = in_turns(
                    scale,
                    partial(load, proxied, path=path, headers={**encoding, **ours}),
                    partial(load, port, path=f"/{number}", headers={**encoding, **theirs}),
                )
                show_load(f"proxy: {('page', 'JSON')[number]}{what}", *compared)


def show_load(what: str, ours: Load, floor: Load) -> None:
    print(
        f"   {what:<24} {ours.per_second:>8,.0f}/s  p99 {ours.p99:6.1f} ms   floor {floor.per_second:>8,.0f}/s"
        f"  p99 {floor.p99:6.1f} ms   ratio {ours.per_second / floor.per_second:5.2f},"
        f" p99 {ours.p99 / floor.p99:5.2f} times"
    )


# 2: until the last viewer has it


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


def table_2(scale: Scale, folder: Path, start: Callable[[], Any], hall: Hall) -> None:
    print(
        "\n2. From the answer to an acceptance until the last viewer has the new standings (aim: 5,000 within 1 s);\n"
        "   a bare stream of as many bytes; ours/bare; memory of a viewer; a stop with all of them connected (aim: 2 s)"
    )
    tables = iter(hall.tables)
    for viewers in scale.viewers:
        with start() as server:
            server.published(hall.page)
            asyncio.run(until_all_have_it(scale, folder, server, hall, tables, viewers))


async def until_all_have_it(
    scale: Scale, folder: Path, server: Server, hall: Hall, tables: Iterator[Any], viewers: int
) -> None:
    audience, path = Audience(), f"/t/{hall.slug}/live/?part={quote(hall.page, safe='')}"
    before, times = server.kilobytes, []

    async def accept() -> None:
        address, body, headers = accepting(hall, next(tables))
        status, _headers, answer = await ask(server.port, address, headers, body)
        if status != 200:
            raise SystemExit(f"A set was not accepted: {status} {answer[:300].decode()}")

    async with watched(audience, server.port, path, viewers):
        each = (server.kilobytes - before) / viewers
        for _turn in range(scale.turns):
            times.append(await seconds_to_all(audience, viewers, accept))
            _status, headers, _page = await ask(server.port, hall.page, {"HX-Request": "true"})
            if followed(audience.message) != headers["etag"].strip('"'):
                raise SystemExit("What the viewers have is not what the page has.")
        size = len(audience.message)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(server.process.wait, 30)
        stopped = time.monotonic() - began
    (folder / "floor.py").write_text(FLOOR)
    bare: list[float] = []
    with served("floor:application", folder, FLOOR="[]") as floor:
        audience = Audience()
        async with watched(audience, floor.port, "/stream", viewers):
            for _turn in range(scale.turns):
                tell = partial(ask, floor.port, f"/tell?{size}")
                bare += [await seconds_to_all(audience, viewers, tell)]
    ours, floors = statistics.median(times), statistics.median(bare)
    print(
        f"   {viewers:>5,} viewers: {ours:5.2f} s   bare {floors:5.2f} s   ratio {ours / floors:5.1f}"
        f"   {size:,} bytes   {each:4.0f} KB each   stopped after {stopped:4.1f} s"
    )


# 3: the desk, with the hall looking on


class Phones:
    """Viewers that do what static/js/live.js and live/own.js do, each knowing its player.

    All have the same text, so it is read once for all of them.
    """

    def __init__(self, port: int, hall: Hall, players: int) -> None:
        self.port, self.hall, self.players = port, hall, players
        self.texts: dict[str, list[str]] = {}
        self.points: dict[str, dict[str, str]] = {}
        self.ready = self.asked = self.refused = 0
        self.asking: set[asyncio.Task[None]] = set()
        self.dice = random.Random(11)  # noqa: S311 (no secret)

    def take(self, digest: str, lines: list[str]) -> None:
        if digest not in self.texts:
            self.texts[digest] = lines
            self.points[digest] = {
                row[1]: " ".join(DIGITS.findall(row[0])) for row in ROW.finditer("\n".join(lines))
            }

    def later(self, within: float, path: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self.fetch(self.dice.random() * within, path))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)
        return task

    async def fetch(self, seconds: float, path: str) -> None:
        await asyncio.sleep(seconds)
        self.asked += 1
        status, answered, body = await ask(self.port, path, {"HX-Request": "true"})
        if status >= 500:
            self.refused += 1
        elif path == self.hall.page:
            self.take(answered["etag"].strip('"').partition("-")[0], body.decode().split("\n"))

    async def view(self, me: int) -> None:
        digest, mine = "", str(me % self.players + 1)
        path = f"/t/{self.hall.slug}/live/?part={quote(self.hall.page, safe='')}"
        async for name, data in events(self.port, path):
            news = json.loads(data)
            if name == "now":
                self.ready += 1
                digest = news["digest"]
                self.later(LEARNT_WITHIN, self.hall.page)
            elif name == "missed" or news["old"] != digest or digest not in self.texts:
                digest = news.get("new", "")
                self.later(MISSED_WITHIN, self.hall.page)
            else:
                before, digest = digest, news["new"]
                if digest not in self.texts:
                    old = self.texts[before]
                    steps = news["steps"]
                    self.take(
                        digest,
                        [x for s in steps for x in (s.split("\n") if isinstance(s, str) else old[slice(*s)])],
                    )
                if self.points[before].get(mine) != self.points[digest].get(mine):
                    self.later(OWN_WITHIN, f"{self.hall.page}?me={mine}")


def table_3(scale: Scale, start: Callable[[], Any]) -> None:
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
    phones = Phones(server.port, hall, 256)
    tables = iter(hall.tables[:64])
    times: dict[str, Any] = defaultdict(list)
    dice = random.Random(3)  # noqa: S311 (no secret)
    cookie = {"Cookie": f"sessionid={hall.session}; csrftoken={TOKEN}"}

    async def scorekeeper() -> None:
        for table in tables:
            await asyncio.sleep(dice.uniform(0, 2 * PAUSE))
            began = time.monotonic()
            status, _headers, _page = await ask(
                server.port, f"/t/{hall.slug}/desk/{table[0]}/{table[1]}/", cookie
            )
            times["page"].append(time.monotonic() - began)
            await asyncio.sleep(dice.uniform(0, 2 * PAUSE))
            address, body, headers = accepting(hall, table)
            began = time.monotonic()
            accepted, _headers, _page = await ask(server.port, address, headers, body)
            times["acceptance"].append(time.monotonic() - began)
            if (status, accepted) != (200, 200):
                raise SystemExit(f"The desk answered {status} and {accepted}.")

    watching = [asyncio.create_task(phones.view(number)) for number in range(viewers)]
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


# 4: growth


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
    pages = {players: async_to_sync(warm_page_seconds)(slugs[players]) for players in fields}
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


async def warm_page_seconds(slug: str) -> float:
    """Processor time of one warm answer, all but the socket."""
    from config.asgi import application
    from tournament.live.hub import hub as the_hub
    from tournament.live.published import Making

    headers = [(b"host", b"testserver"), (b"accept-encoding", b"br")]
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": f"/t/{slug}/", "query_string": b""}
    scope |= {"headers": headers, "client": (ADDRESS, 1), "server": (ADDRESS, 80), "raw_path": b""}
    the_hub.watch_always()
    while slug not in the_hub.versions:
        await asyncio.sleep(0.01)

    async def nothing(_message: Any) -> None:
        return None

    times = []
    for turn in range(7):
        began = time.process_time()
        for _ in range(200 if turn else 1):  # the first one makes it
            await application(scope, Making().receive, nothing)
        times.append((time.process_time() - began) / 200)
    the_hub.stop()
    return statistics.median(times[1:])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="1,2,3,4")
    options = parser.parse_args(arguments)
    scale, wanted = SMALL if options.small else FULL, set(options.only.split(","))
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="charleston-bench-") as name:
        folder = Path(name)
        os.environ |= {
            "CHARLESTON_VAR": name,
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "CHARLESTON_ALLOWED_HOSTS": f"{ADDRESS},testserver",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)

        def start() -> Any:
            return served("config.asgi:application", ROOT)

        if wanted & {"1", "2"}:
            looked_at = hall(64)
            if "1" in wanted:
                with start() as server:
                    table_1(scale, folder, server, looked_at)
            if "2" in wanted:
                table_2(scale, folder, start, looked_at)
        if "3" in wanted:
            table_3(scale, start)
        if "4" in wanted:
            table_4(scale)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
