"""A hall that finishes a round on its phones within a minute, asked as they ask, of the program `make run` starts it.

    .venv/bin/python benchmarks/bench_phones.py [--tables 64] [--watching 200] [--seconds 45]

Every table has played three of its four games. One phone enters the last one, the three others say that it is right,
and all four confirm the card, whereupon the set counts: eight acts a table, each phone acting when its stream shows it
that it is its turn. Of ten answers three are thrown away, so that the act is sent again under its key, and once the
process is killed with SIGKILL and started anew; whose stream was cut comes back when that stream had told it to, as
browsers do. Beside them viewers look on as on any day. The floor is a bare callable that listens in the same way and is
asked as often in the same run.

The aims: nothing lost, nothing doubled, all tables done within the minute, and p99 of an answer under 500 ms, leaving
out what was under way in the seconds without a process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from measured.halls import TOKEN  # noqa: E402
from measured.servers import bare, data  # noqa: E402

from live.parts import RECONNECT_MILLISECONDS  # noqa: E402
from tests.loopback import ask, events, free_port, running  # noqa: E402

AIM = 500  # milliseconds
DROPPED = 0.3
LONGEST = 20.0  # seconds of one try
WITHIN = 300.0  # seconds after which the benchmark gives up
STATE = re.compile(r'data-state="(\w+)"')
FORM = re.compile(r'action="([^"]*/(?:enter|answer)/)"[^>]*>(.*?)</form>', re.S)
FIELD = re.compile(r'name="(game|version|stamp)" value="([^"]*)"')


@dataclass(frozen=True)
class Seated:
    """A player's phone: its cookie, its table's address, and its letter."""

    cookie: str
    address: str
    letter: str


@dataclass
class Course:
    """What happened: the times of answers, when there was no process, and the phones that are done."""

    port: int
    times: list[tuple[float, float]] = field(default_factory=list)
    away: tuple[float, float] = (0.0, 0.0)
    done: int = 0
    acts: int = 0
    dropped: int = 0
    dice: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 (no secret)


def seated(tables: int) -> tuple[str, list[Seated]]:
    """A hall with three of four games behind it, and its phones."""
    from django.utils import timezone

    from phones.access import hashed
    from phones.models import EnteredGame, GameAnswer, OpenedKey, PhoneMode, PhoneSetting, PhoneTable
    from phones.table.queries import seats_of
    from scoring.sets.queries import desk_table_of
    from tests import builders
    from tournament.models import Table

    tournament = builders.running_tournament(builders.cast().club, players=4 * tables)
    PhoneSetting.objects.create(tournament=tournament, mode=PhoneMode.COUNT)
    now, phones = timezone.now(), []
    every = Table.objects.filter(round__tournament=tournament, round__number=1).select_related(
        "round__tournament"
    )
    for table in every:
        desk_table = desk_table_of(tournament, table)
        PhoneTable.objects.create(table=table, card=3)
        for letter, entry in desk_table.entries.items():
            mark = f"{entry.pk}-{uuid4()}"
            OpenedKey.objects.create(entry=entry, device=hashed(mark), at=now)
            address = f"/p/{tournament.slug}/1/{table.number}/"
            phones.append(Seated(f"phone={mark}; csrftoken={TOKEN}", address, letter))
            GameAnswer.objects.bulk_create(
                GameAnswer(
                    table=table,
                    game=game,
                    version=game,
                    entry=entry,
                    is_right=True,
                    seats=seats_of(desk_table),
                    device=hashed(mark),
                    at=now,
                )
                for game in (1, 2, 3)
            )
        EnteredGame.objects.bulk_create(
            EnteredGame(
                table=table,
                game=game,
                version=game,
                facts={"outcome": "wall"},
                entry=entry,
                device="",
                at=now,
            )
            for game in (1, 2, 3)
        )
    return tournament.slug, phones


def comes_back(course: Course) -> float:
    """Seconds until a browser asks again for a stream that was cut, and then sends what waits."""
    return course.dice.uniform(*RECONNECT_MILLISECONDS) / 1000


async def sent(course: Course, phone: Seated, act: str, fields: dict[str, Any]) -> None:
    """One act, sent until it is answered, always under its own key."""
    body = urlencode({**fields, "csrfmiddlewaretoken": TOKEN}).encode()
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
        "Cookie": phone.cookie,
    }
    course.acts += 1
    while True:
        began = time.monotonic()
        try:
            async with asyncio.timeout(LONGEST):
                status, _headers, answer = await ask(course.port, f"{phone.address}{act}/", headers, body)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await asyncio.sleep(comes_back(course))
            continue
        course.times.append((began, time.monotonic()))
        if status >= 500:
            await asyncio.sleep(0.5)
        elif course.dice.random() < DROPPED:
            course.dropped += 1
        elif status not in (200, 409):
            raise SystemExit(f"{phone.address}{act}: {status} {answer[:300].decode()}")
        else:
            return


async def play(course: Course, phone: Seated, after: float) -> None:
    """What a phone does: it looks at its stream, and acts when it is its turn."""
    await asyncio.sleep(after * 0.1)
    entered, said_already = False, set()
    began = time.monotonic()
    while True:
        try:
            async for _name, said in events(course.port, f"{phone.address}live/", {"Cookie": phone.cookie}):
                part = json.loads(said)
                match STATE.search(part)[1]:  # type: ignore[index]
                    case "done":
                        course.done += 1
                        return
                    case "enter" if phone.letter == "A" and not entered:
                        entered = True
                        await asyncio.sleep(max(0.0, after - (time.monotonic() - began)))
                        stamp = f'{uuid4()}:{{"version":0}}'
                        await sent(course, phone, "enter", {"game": 4, "won": "wall", "stamp": stamp})
                    case "answer" | "card":
                        form = FORM.search(part)
                        fields = {name: unescape(value) for name, value in FIELD.findall(form[2])}  # type: ignore[index]
                        if (about := (fields["game"], fields["version"])) in said_already:
                            continue  # shown before the answer arrived
                        said_already.add(about)
                        await asyncio.sleep(course.dice.uniform(0.5, 3))
                        await sent(course, phone, "answer", fields)
        except (OSError, asyncio.IncompleteReadError):
            pass
        await asyncio.sleep(comes_back(course))


async def look_on(course: Course, slug: str) -> None:
    while True:
        try:
            async for _event in events(course.port, f"/t/{slug}/live/?part={quote(f'/t/{slug}/', safe='')}"):
                pass
        except (OSError, asyncio.IncompleteReadError):
            pass
        await asyncio.sleep(comes_back(course))


async def a_minute(
    course: Course, slug: str, phones: list[Seated], seconds: float, watching: int, again: Any
) -> float:
    """Seconds until the last phone was done."""
    viewers = [asyncio.create_task(look_on(course, slug)) for _ in range(watching)]
    begins: dict[str, float] = {}
    for phone in phones:
        begins.setdefault(phone.address, course.dice.uniform(0, seconds))
    began = time.monotonic()
    playing = [asyncio.create_task(play(course, phone, begins[phone.address])) for phone in phones]
    await asyncio.sleep(seconds / 2)
    left = time.monotonic()
    await asyncio.to_thread(again)
    course.away = left, time.monotonic()
    async with asyncio.timeout(WITHIN):
        await asyncio.gather(*playing)
    took = time.monotonic() - began
    for viewer in viewers:
        viewer.cancel()
    return took


def processor_seconds(process: subprocess.Popen[bytes]) -> float:
    return time.clock_gettime((~process.pid << 3) | 2)  # the clock of another process, as Linux numbers it


def milliseconds(times: list[float]) -> tuple[float, float]:
    return 1000 * statistics.median(times), 1000 * statistics.quantiles(times, n=100)[98]


async def floor_of(port: int, asks: int, seconds: float) -> list[float]:
    """As many asks of the bare callable as the phones made, spread over as many seconds."""
    dice, times = random.Random(3), []  # noqa: S311 (no secret)

    async def one() -> None:
        await asyncio.sleep(dice.uniform(0, seconds))
        began = time.monotonic()
        await ask(port, "/", {}, b"x" * 200)
        times.append(time.monotonic() - began)

    await asyncio.gather(*(one() for _ in range(asks)))
    return times


def lost_or_doubled(slug: str, tables: int) -> list[str]:
    from phones.models import EnteredGame, GameAnswer
    from record.journal import verify
    from scoring.models import CardSet, SetVersion
    from tournament.models import Tournament

    tournament = Tournament.objects.get(slug=slug)
    of_hall = {"table__round__tournament": tournament}
    expected = {
        "sets that count": (CardSet.objects.filter(state="accepted", **of_hall).count(), tables),
        "steps of sets": (SetVersion.objects.filter(**of_hall).count(), tables),
        "last games": (EnteredGame.objects.filter(game=4, **of_hall).count(), tables),
        "answers about the last game": (GameAnswer.objects.filter(game=4, **of_hall).count(), 4 * tables),
        "answers about the card": (GameAnswer.objects.filter(game=0, **of_hall).count(), 4 * tables),
        "breaks of the journal": (len(list(verify(tournament))), 0),
    }
    return [f"{what}: {now}, not {due}" for what, (now, due) in expected.items() if now != due]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--watching", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=45.0)
    asked = parser.parse_args(arguments)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with (
        tempfile.TemporaryDirectory(prefix="charleston-bench-") as folder,
        data(folder),
        ExitStack() as started,
    ):
        slug, phones = seated(asked.tables)
        port = free_port()
        command = [sys.executable, "-m", "start.serve"]
        processes: list[tuple[subprocess.Popen[bytes], float]] = []
        used: list[float] = []

        def start() -> None:
            process = started.enter_context(
                running(command, port, environment={"PORT": str(port), "DEMO": "0"})
            )
            asyncio.run(ask(port, "/healthz"))  # it listens before it is ready
            processes.append((process, processor_seconds(process)))

        def end() -> None:
            process, before = processes.pop()
            used.append(processor_seconds(process) - before)
            process.kill()
            process.wait()

        def again() -> None:
            end()
            start()

        start()
        course = Course(port)
        took = asyncio.run(a_minute(course, slug, phones, asked.seconds, asked.watching, again))
        end()
        with bare("serve") as floor:
            floor_times = asyncio.run(floor_of(floor.port, len(course.times), took))
        first, last = course.away
        times = [ended - began for began, ended in course.times if ended < first or began > last]
        p50, p99 = milliseconds(times)
        floor_p50, floor_p99 = milliseconds(floor_times)
        wrong = lost_or_doubled(slug, asked.tables)
    print(
        f"{asked.tables} tables with four phones, {asked.watching} viewers, {last - first:.1f} s without a process"
    )
    print(
        f"   {course.acts} acts, {course.dropped} answers thrown away; {course.done} phones done after {took:.0f} s"
    )
    print(
        f"   {1000 * sum(used) / course.acts:.0f} ms of the processor an act, with what it shows and to whom;"
        f" the machine's load {os.getloadavg()[0]:.1f}"
    )
    print(f"   an answer: p50 {p50:.0f} ms, p99 {p99:.0f} ms (aim: under {AIM})")
    print(
        f"   the floor: p50 {floor_p50:.1f} ms, p99 {floor_p99:.1f} ms; p50 is {p50 / floor_p50:.0f} times it"
    )
    print("   nothing lost, nothing doubled" if not wrong else "   WRONG: " + "; ".join(wrong))
    return 1 if wrong or course.done < len(phones) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
