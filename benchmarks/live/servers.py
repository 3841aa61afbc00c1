"""The web process that is measured, and the bare one that is its floor."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.loopback import ADDRESS, free_port, running

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
