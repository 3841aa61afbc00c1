"""Three web processes on one PostgreSQL, behind the proxy of docker-compose.yml, both started as it starts them.

What happens on one is seen on all of them; one that is killed and a database connection that is lost cost nobody more
than a reconnect; and the proxy hands out nothing that was withheld two seconds ago.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.urls import reverse

from demo.simulation import play_rounds
from record.journal import record
from record.verbs import Verb
from scoring.models import CardSet
from tests import builders
from tests.loopback import ADDRESS, NGINX, ROOT, ask, events, free_port, proxy, running, wait_for
from tests.scoring import paper
from tests.start.test_restart import psycopg_arguments
from tools.test import NO_NGINX
from tournament.models import Entry, Tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason=NO_NGINX),
]

PROCESSES = 3
HTTPS = {"X-Forwarded-Proto": "https"}
KEPT_FOR = 2.0  # seconds, at most, by any cache between us and a reader
SETTINGS = """
from config.settings import *
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
"""


def command() -> list[str]:
    """The command of the service `web`, which is its image's."""
    [text] = re.findall(r"^CMD (\[.*?\])", (ROOT / "Dockerfile").read_text(), re.M)
    python, *words = json.loads(text)
    assert python == "python"
    return [sys.executable, *words]


@dataclass
class Host:
    """What docker-compose.yml starts: its web processes by their ports, and the proxy's port."""

    tournament: Tournament
    cast: builders.Cast
    processes: dict[int, Popen[bytes]]
    proxy: int
    session: str = ""

    @property
    def page(self) -> str:
        return f"/t/{self.tournament.slug}/"

    async def accept(self, port: int, table: int) -> None:
        """A scorekeeper accepts a set, on the process at this port."""
        await sync_to_async(self._ready)()
        form, cookie = await sync_to_async(self._form)(table), secrets.token_hex(16)
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "application/json",
            "Cookie": f"sessionid={self.session}; csrftoken={cookie}",
            "Referer": f"https://{ADDRESS}:{port}/",
            **HTTPS,
        }
        address = f"{self.page}desk/1/{table}/send/"
        status, _headers, answer = await ask(
            port, address, headers, f"{form}&csrfmiddlewaretoken={cookie}".encode()
        )
        assert (status, json.loads(answer)["accepted"]) == (200, True)

    def _ready(self) -> None:
        if not self.session:
            self.session = builders.signed_in(self.cast.scorekeeper).cookies["sessionid"].value
            connection.close()

    def _form(self, table: int) -> str:
        written_set = paper.written(
            {"A": [25, 10, -10, 0], "B": [-10, 10, 0, 35], "C": [0, 10, 25, 0], "D": [0, 10, 0, 0]}
        )
        seats = paper.sitting(self.tournament, table)
        form = paper.post(written_set, do="accept", version=0, seats=seats)
        connection.close()
        return urlencode(form | {"typed_by": str(self.cast.scorekeeper.pk)})


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    if connection.vendor != "postgresql":
        pytest.skip("several processes need PostgreSQL")
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=16, rounds=3, published=2)
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    (tmp_path / "as_on_a_host.py").write_text(SETTINGS)
    name, arguments = connection.settings_dict["NAME"], psycopg_arguments()
    place = f"{arguments.get('user', '')}:{arguments.get('password', '')}@".removeprefix(":@")
    query = f"?host={arguments['host']}" if str(arguments.get("host", "")).startswith("/") else ""
    server = "" if query else arguments.get("host", "")
    environment = {
        "DATABASE_URL": f"postgresql://{place}{server}/{name}{query}",
        "CHARLESTON_VAR": str(tmp_path),
        "CHARLESTON_ALLOWED_HOSTS": ADDRESS,
        "CHARLESTON_HTTPS": "1",
        "DJANGO_SETTINGS_MODULE": "as_on_a_host",
        "PYTHONPATH": str(tmp_path),
        "WEB_CONCURRENCY": "1",
        "HOST": ADDRESS,
    }
    with contextlib.ExitStack() as started:
        ports = [free_port() for _ in range(PROCESSES)]
        processes = {
            port: started.enter_context(
                running(command(), port, waits=False, environment=environment | {"PORT": str(port)})
            )
            for port in ports
        }
        for port, process in processes.items():
            wait_for(port, process)
        yield Host(tournament, cast, processes, started.enter_context(proxy(ports)))


@dataclass
class Phone:
    """A browser's stream through the proxy: it comes back when it is cut. `digest` is of the text that it has."""

    host: Host
    digest: str = ""
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    reconnects: int = -1

    async def look(self) -> None:
        path = f"{self.host.page}live/?part={self.host.page}"
        while True:
            self.reconnects += 1
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                async for name, data in events(self.host.proxy, path, HTTPS):
                    assert name in ("now", "part")
                    news = json.loads(data)
                    self.digest = news["digest" if name == "now" else "new"]
                    self.heard.set()

    async def has(self, digest: str) -> None:
        while self.digest != digest:
            self.heard.clear()
            await self.heard.wait()


async def public_digest(port: int, host: Host) -> str:
    """The digest of the standings as this process hands them out; "" while it does not know of any."""
    _status, headers, _body = await ask(port, host.page, {**HTTPS, "HX-Request": "true"})
    return headers.get("etag", "").strip('"')


async def all_show_another(host: Host, before: str) -> str:
    """Waits until every process shows the same that is not `before`."""
    while True:
        digests = {
            await public_digest(port, host)
            for port, process in host.processes.items()
            if process.poll() is None
        }
        if len(digests) == 1 and not digests & {before, ""}:
            return digests.pop()
        await asyncio.sleep(0.02)


def test_what_happens_on_one_process_is_seen_on_all(host: Host) -> None:
    """Also after one of them was killed, and after all of them lost the database."""

    before = count_accepted()

    async def scene() -> list[int]:
        phones = [Phone(host) for _ in range(9)]
        looking = [asyncio.create_task(phone.look()) for phone in phones]
        try:
            for phone in phones:
                await phone.heard.wait()
            first, second, third = host.processes
            digest = await public_digest(first, host)

            async def everybody_has_what_is_new() -> str:
                newest = await all_show_another(host, digest)
                await asyncio.gather(*(phone.has(newest) for phone in phones))
                return newest

            await host.accept(second, 1)
            host.processes[second].kill()  # with nothing but its answer
            await asyncio.to_thread(host.processes[second].wait)
            digest = await everybody_has_what_is_new()
            await host.accept(third, 2)
            digest = await everybody_has_what_is_new()
            await sync_to_async(cut_what_listens)()
            await host.accept(first, 3)
            await everybody_has_what_is_new()
            assert await sync_to_async(count_accepted)() == before + 3
            return sorted(phone.reconnects for phone in phones)
        finally:
            for task in looking:
                task.cancel()
            await asyncio.gather(*looking, return_exceptions=True)

    # The proxy gave each process three phones; those of the one that was killed came back once.
    assert asyncio.run(within(scene())) == [0, 0, 0, 0, 0, 0, 1, 1, 1]


def count_accepted() -> int:
    count = CardSet.objects.filter(state=CardSet.State.ACCEPTED).count()
    connection.close()
    return int(count)


def cut_what_listens() -> None:
    with psycopg.connect(**psycopg_arguments(), autocommit=True) as server:  # type: ignore[arg-type]
        ended = server.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid() AND query LIKE 'SELECT id, version%%'",
            [connection.settings_dict["NAME"]],
        ).fetchone()
    assert ended == (PROCESSES - 1,)


async def within(scene: Any, seconds: float = 60) -> Any:
    async with asyncio.timeout(seconds):
        return await scene


def make_private(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    record(tournament, Verb.SETTINGS_CHANGED, "anything", by=None)


def show_initials(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, number=1).update(shows_initials=True)
    record(tournament, Verb.PLAYER_CORRECTED, "anything", by=None)


def withhold(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(withheld_from=1)
    record(tournament, Verb.RESULTS_WITHHELD, "anything", by=None)


# What is hidden, and what is read of it before.
HIDING: list[tuple[Callable[[Tournament], None], tuple[bytes, ...]]] = [
    (show_initials, (b"Player 1<", b'"Player 1"', b",Player 1,")),
    (
        withhold,
        (b'"rounds_counted":1', b'class="digits later"', b",round 1", b"What for"),
    ),
    (make_private, (b"Player 2<", b'"Player 2"', b",Player 2,", b"Autumn Classic<")),
]


def test_the_proxy_hands_out_what_all_may_see_and_not_what_was_hidden_two_seconds_ago(host: Host) -> None:
    """What everybody is shown comes from it, within the same second; nothing of somebody who is signed in does.
    Hidden are the page, its part, the JSON, the CSV and a player's page, asked for all the while.
    """
    slug = host.tournament.slug
    names = {"standings": [], "standings-json": [], "standings-csv": [], "player": [1]}
    requests: list[tuple[str, dict[str, str]]] = [(host.page, {"HX-Request": "true"})]
    requests += [(reverse(name, args=[slug, *more]), {}) for name, more in names.items()]

    def change(hide: Callable[[Tournament], None]) -> None:
        with transaction.atomic():
            hide(host.tournament)
        connection.close()

    async def until_hidden(texts: tuple[bytes, ...], port: int, path: str, headers: dict[str, str]) -> float:
        """When it was asked for the last time before the answer was another one."""
        last = time.monotonic()
        while True:
            began = time.monotonic()
            _status, _headers, body = await ask(port, path, {**HTTPS, **headers})
            if not any(words in body for words in texts):
                return last
            last = began
            await asyncio.sleep(0.01)

    async def seconds_kept(hide: Callable[[Tournament], None], texts: tuple[bytes, ...]) -> float:
        asking = [
            asyncio.create_task(until_hidden(texts, host.proxy, path, headers)) for path, headers in requests
        ]
        for path, headers in requests:
            status, _headers, _body = await ask(host.proxy, path, {**HTTPS, **headers})
            assert status == 200
        await sync_to_async(change)(hide)
        ends = [
            until_hidden(texts, port, path, headers) for port in host.processes for path, headers in requests
        ]
        hidden = max(await asyncio.gather(*ends))  # by every web process
        return max(await asyncio.gather(*asking)) - hidden

    async def answered_once_for_all() -> bool:
        for _ in range(200):
            answers = [await ask(host.proxy, host.page, HTTPS) for _again in range(4)]
            if len({headers["server-timing"] for _status, headers, _body in answers}) == 1:
                return True
        return False

    async def scene() -> tuple[bool, bool, float]:
        once = await answered_once_for_all()
        await sync_to_async(host._ready)()
        signed_in = {**HTTPS, "Cookie": f"sessionid={host.session}"}
        mine, theirs = [await ask(host.proxy, host.page, headers) for headers in (signed_in, HTTPS)]
        apart = b"Sign out" in mine[2] and b"Sign out" not in theirs[2]
        return once, apart, max([await seconds_kept(hide, texts) for hide, texts in HIDING])

    once, apart, kept = asyncio.run(within(scene()))
    assert (once, apart) == (True, True)
    assert kept < KEPT_FOR
