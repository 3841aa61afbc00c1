"""The program as its users start it, and the bare callable that is its floor."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.loopback import ADDRESS, ROOT, free_port, proxy, running

WORKERS = re.search(r"WEB_CONCURRENCY:-(\d+)", (ROOT / "docker-compose.yml").read_text())[1]  # type: ignore[index]


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


@dataclass(frozen=True)
class Server:
    port: int
    """Where its users ask."""
    process: subprocess.Popen[bytes]
    """The web process, or the first that looks after several."""
    way: str = "serve"
    web: int = 0
    """Behind a proxy: where the web processes of the public listen; else the same."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """What whoever speaks HTTPS adds to a request."""
    others: tuple[subprocess.Popen[bytes], ...] = ()

    @property
    def kilobytes(self) -> int:
        """The memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]

    @property
    def processor_seconds(self) -> float:
        """What it and the processes it looks after have used of the processor since they began."""
        return sum(
            time.clock_gettime((~number << 3) | 2)  # the clock of another process, as Linux numbers it
            for process in (self.process, *self.others)
            for number in (process.pid, *children(process.pid))
        )

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
        connection = http.client.HTTPConnection(ADDRESS, self.port, timeout=120)
        connection.request("GET", path, headers={**self.headers, **(headers or {})})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body


def children(process: int) -> list[int]:
    with contextlib.suppress(FileNotFoundError):
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


@contextlib.contextmanager
def as_make_run() -> Iterator[Server]:
    """The program as `make run` starts it, on the data in CHARLESTON_VAR; ended when the block is left."""
    port = free_port()
    with running(
        [sys.executable, "-m", "start.serve"], port, environment={"PORT": str(port), "DEMO": "0"}
    ) as process:
        server = Server(port, process, web=port)
        server.get("/healthz")  # it listens before it is ready
        yield server


@contextlib.contextmanager
def as_compose() -> Iterator[Server]:
    """The services web, desk and proxy of docker-compose.yml, on the database in DATABASE_URL.

    Without HTTPS: what its proxy writes into each request is in `headers`.
    """
    ports = free_port(), free_port()
    with contextlib.ExitStack() as started:
        web, desk = (
            started.enter_context(
                running([sys.executable, "-m", "start.web"], port, environment=of_web(port))
            )
            for port in ports
        )
        port = started.enter_context(proxy(ports[:1], desk=ports[1:]))
        headers = {"X-Forwarded-Proto": "https", "Referer": f"https://{ADDRESS}:{port}/"}
        server = Server(port, web, "web", ports[0], headers, (desk,))
        server.get("/healthz")
        yield server


def of_web(port: int) -> dict[str, str]:
    return {"PORT": str(port), "HOST": ADDRESS, "WEB_CONCURRENCY": WORKERS, "CHARLESTON_HTTPS": "1"}


@contextlib.contextmanager
def bare(way: str, answers: Sequence[object] = ()) -> Iterator[Server]:
    """A bare callable that listens in the same way, without a proxy. It has no way to end streams, and is quiet."""
    port = free_port()
    environment = of_web(port) | {"FLOOR": json.dumps(answers), "PYTHONPATH": f"{ROOT}:{ROOT / 'benchmarks'}"}
    command = [sys.executable, "-m", "measured.floor", way]
    with running(command, port, quiet=True, environment=environment) as process:
        yield Server(port, process, way, port)


@contextlib.contextmanager
def data(folder: str, postgresql: str = "") -> Iterator[None]:
    """Makes this process and those it starts use a database of their own, for as long as the block lasts."""
    os.environ |= {
        "CHARLESTON_VAR": folder,
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CHARLESTON_ALLOWED_HOSTS": f"{ADDRESS},testserver",
    }
    with contextlib.ExitStack() as held:
        if postgresql:
            os.environ["DATABASE_URL"] = held.enter_context(postgresql_database(postgresql))
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        if postgresql:
            call_command("collectstatic", interactive=False, verbosity=0)  # as the image does
        held.callback(connections.close_all)
        yield


@contextlib.contextmanager
def postgresql_database(server: str) -> Iterator[str]:
    import psycopg
    from psycopg.sql import SQL, Identifier

    name = f"charleston_bench_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
