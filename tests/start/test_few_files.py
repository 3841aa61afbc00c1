"""Streams and mere connections leave room for pages where a process may have few files open."""

import http.client
import os
import resource
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.loopback import free_port

FILES = 128
TRIED = 300


@pytest.fixture
def served(tmp_path: Path, migrated: Callable[[Path], None]) -> Iterator[tuple[int, str, str]]:
    """Its port, the tournament's slug and a director's session."""
    port = free_port()
    migrated(tmp_path / "charleston.sqlite3")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.start.served", str(port)],
        env={**os.environ, "CHARLESTON_VAR": str(tmp_path), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": ""},
        stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
        text=True,
    )
    assert process.stdout is not None
    with process, process.stdout:
        slug, session = process.stdout.readline().split()
        yield port, slug, session
        process.terminate()


def status_of(port: int, path: str, session: str = "") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Cookie": f"sessionid={session}"} if session else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


@pytest.mark.slow
def test_streams_and_silent_connections_leave_room_for_the_desk(served: tuple[int, str, str]) -> None:
    port, slug, session = served
    with ExitStack() as held:
        for number in range(TRIED):
            stream = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            part = f"?part=/t/{slug}/standings/" if number % 2 else ""
            if number % 3:  # every third one only connects
                head = f"GET /t/{slug}/live/{part} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
                stream.sendall(head.encode())
        pages = Counter(
            status_of(port, path, who)
            for _time in range(10)
            for path, who in ((f"/t/{slug}/", ""), (f"/t/{slug}/rounds/", session))
        )
        assert pages == {200: 20}
        # Whoever is signed in gets a stream although no stranger gets one any more.
        own = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        own.request("GET", f"/t/{slug}/live/", headers={"Cookie": f"sessionid={session}"})
        assert own.getresponse().status == 200
        own.close()
