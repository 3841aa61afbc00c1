"""How many pages a second the five commonest documents are made at, beside plain pages with as many codes.

    .venv/bin/python benchmarks/bench_paper.py

For 64 and 500 players each document is made as a director would have it, from the database to the PDF/UA-1 file, in the
process of its own. The floor is what typst takes, in a process too, for as many plain pages with as many codes and the
same standard. Figures are processor time of both processes, the least of three runs in turn, so that a busy machine
disturbs them little. The aim for 200 score cards is 1.5 of the floor.

Then the score desk of the program as `make run` starts it: acceptances by the clock on a kept connection, alone and
while all for a round of 500 is asked for again and again. The aim is a p99 of at most twice as much, on an idle
machine.
"""

from __future__ import annotations

import asyncio
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import segno

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from measured.halls import TOKEN, Asking, Hall, accept, hall  # noqa: E402
from measured.servers import Server, as_make_run, data  # noqa: E402

from tests.loopback import kept  # noqa: E402

FIELDS = (64, 200, 500)
DOCUMENTS = ("score-cards", "round-by-name", "badges", "itineraries", "sign-in")
AIM, AIMED_AT = 1.5, 200
DESK_AIM = 2.0
DESK_SETS, DESK_TURNS = 45, 4
SITE = "http://192.168.1.20:8000"
RUNS = 3
FLOOR = """
import json, sys, typst
pages = json.load(sys.stdin)
source = b'''
#let pages = json(bytes(sys.inputs.pages))
#set document(title: "Plain")
#set page(paper: "us-letter", margin: 10mm)
#for codes in pages {
  [Plain page]
  for code in codes { box(image(bytes(code), width: 13mm, alt: "code")) }
  pagebreak(weak: true)
}
'''
typst.compile(source, format="pdf", pdf_standards=["ua-1"], sys_inputs={"pages": json.dumps(pages)})
"""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="charleston-bench-") as folder, data(folder):
        from django.conf import settings

        settings.STATIC_ROOT.mkdir()
        for players in FIELDS:
            report(players)
        settings.STATIC_ROOT.rmdir()
        desk_meanwhile()
    return 0


def report(players: int) -> None:
    from django.utils import timezone

    from paper.codes import code_picture
    from paper.engine import Document, make_pdf, page_count
    from paper.prints import described
    from paper.sheets.registry import BY_NAME
    from paper.sheets.sheet import PrintJob
    from tests import builders

    tournament = builders.running_tournament(builders.cast().club, players=players, rounds=4)
    now = timezone.now()
    for name in DOCUMENTS:
        pages = 0

        def make(name: str = name) -> None:
            nonlocal pages
            code_picture.cache_clear()
            job = PrintJob(tournament, round_number=1, site=SITE)
            data = described(BY_NAME[name], job, "revision 1")
            assert data is not None  # noqa: S101 (a tournament that is seated has all of them)
            pages = page_count(make_pdf(Document(name, "en", [data]), now))

        make()
        job = PrintJob(tournament, round_number=1, site=SITE)
        items = (described(BY_NAME[name], job) or {})["items"]
        codes = [plain_code(place) for place, item in enumerate(items) if "code" in item]
        times = 4 if name == "score-cards" else 1
        plain = [[code for code in codes[page::pages] for _corner in range(times)] for page in range(pages)]
        floor, own = float("inf"), float("inf")
        for _run in range(RUNS):
            floor = min(floor, processor(lambda plain=plain: plain_pages(plain)))  # type: ignore[misc]
            own = min(own, processor(make))
        print(
            f"{players:>4} players, {name:<14} {pages:>4} pages  {pages / own:6.0f} pages/s"
            f"  floor {pages / floor:6.0f} pages/s  {own / floor:5.2f} of the floor"
        )
        if name == "score-cards" and players == AIMED_AT:
            print(f"      aim: within {AIM}, {'reached' if own <= AIM * floor else 'NOT reached'}")


def desk_meanwhile() -> None:
    """How long an acceptance takes by the clock, with nothing else and while a big pack is made again and again."""
    printed = hall(FIELDS[-1], rounds=4, played=0)
    accepted = hall(FIELDS[-1], rounds=4, played=0, entered=FIELDS[-1] // 8)
    with as_make_run() as server:
        quiet, busy = asyncio.run(acceptances(server, printed, accepted))
    at = len(quiet) * 99 // 100
    for name, times in (("nothing else", quiet), ("while printing", busy)):
        print(f"  desk, {name:<14} p50 {times[len(times) // 2]:6.1f} ms  p99 {times[at]:6.1f} ms")
    ratio = busy[at] / quiet[at]
    print(
        f"      aim: p99 within {DESK_AIM} of it, {ratio:.2f}: {'reached' if ratio <= DESK_AIM else 'NOT reached'}"
    )


async def acceptances(server: Server, printed: Hall, accepted: Hall) -> tuple[list[float], list[float]]:
    """Milliseconds of each acceptance on a kept connection, sorted: with nothing else, and while a pack is made."""
    tables = iter(accepted.tables)

    async def timed(asking: Asking, times: list[float], *, printing: bool) -> None:
        pack = await asked_for(asking, printed) if printing else ""
        for _set in range(DESK_SETS):
            if printing and not await is_under_way(asking, printed, pack):
                pack = await asked_for(asking, printed)
            began = time.perf_counter()
            await accept(asking, accepted, next(tables), {})
            times.append(1000 * (time.perf_counter() - began))
        while printing and await is_under_way(asking, printed, pack):
            await asyncio.sleep(0.1)

    quiet: list[float] = []
    busy: list[float] = []
    async with kept(server.port) as asking:
        await timed(asking, [], printing=False)
        for _turn in range(
            DESK_TURNS
        ):  # in turns: a machine's own hiccups, of which there are a few, meet both
            await timed(asking, quiet, printing=False)
            await timed(asking, busy, printing=True)
    return sorted(quiet), sorted(busy)


async def asked_for(asking: Asking, printed: Hall) -> str:
    """Asks for all that a round needs; the address of the page that says how far it is."""
    form = urlencode({"round": 1, "paper": "a4", "csrfmiddlewaretoken": TOKEN}).encode()
    headers = {"Content-Type": "application/x-www-form-urlencoded", **printed.cookie}
    status, answered, _body = await asking(f"{printed.page}print/round/", headers, form)
    if status != 302:
        raise SystemExit(f"A pack was answered with {status}.")
    return answered["location"]


async def is_under_way(asking: Asking, printed: Hall, pack: str) -> bool:
    _status, _headers, page = await asking(pack, printed.cookie)
    return b"<progress" in page


def plain_code(number: int) -> str:
    """A code as segno draws it."""
    file = io.BytesIO()
    segno.make(f"{SITE.upper()}/C/1-1-{number}-A-1", error="m", mask=3, boost_error=False).save(
        file, kind="svg", xmldecl=False, svgns=True, border=0, omitsize=True
    )
    return file.getvalue().decode()


def plain_pages(pages: list[list[str]]) -> None:
    subprocess.run([sys.executable, "-c", FLOOR], input=json.dumps(pages).encode(), check=True)  # noqa: S603


def processor(work: Callable[[], None]) -> float:
    """Seconds of the processor that this process and those it started took."""

    def spent() -> float:
        whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, whose))

    before = spent()
    work()
    return spent() - before


if __name__ == "__main__":
    sys.exit(main())
