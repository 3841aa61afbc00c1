"""A piece that is written at once is, byte for byte, what the server itself would have sent; and none is held back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h11
import pytest
from uvicorn.config import Config
from uvicorn.server import Server
from uvicorn.supervisors import Multiprocess

from config import connections
from config.connections import BoundedProtocol
from live.gate import WRITE
from start import container, serve, web
from tests.loopback import ADDRESS, free_port


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Pieces by both ways, by turns; then as much at once as no reader takes, until the reader is behind."""
    write = scope["extensions"].get(WRITE) if "extensions" in scope else None
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"first", "more_body": True})
    written = write(b"second" * 40) if write else None
    await send({"type": "http.response.body", "body": repr(written).encode(), "more_body": True})
    if scope["path"] == "/behind":
        count = 0
        while write(b"x" * 1_000_000):
            count += 1
        assert count
        await send({"type": "http.response.body", "body": b"as ever", "more_body": True})
    await send({"type": "http.response.body", "body": b"last"})


def body(request: bytes) -> bytes:
    """What a reader of a real server's answer has in the end."""

    async def scene() -> bytes:
        config = Config(answer, http=BoundedProtocol, lifespan="off", log_config=None)
        server = Server(config)
        listener = socket.create_server((ADDRESS, 0))
        serving = asyncio.create_task(server.serve([listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(request)
        received = await reader.read()
        writer.close()
        server.should_exit = True
        await serving
        return received

    client = h11.Connection(h11.CLIENT)
    client.send(h11.Request(method="GET", target="/", headers=[("Host", "x")]))
    client.send(h11.EndOfMessage())
    client.receive_data(asyncio.run(scene()))
    client.receive_data(b"")
    content = b""
    with contextlib.suppress(h11.RemoteProtocolError):
        while not isinstance(event := client.next_event(), (h11.EndOfMessage, type(h11.NEED_DATA))):
            content += bytes(event.data) if isinstance(event, h11.Data) else b""
        assert isinstance(event, h11.EndOfMessage)
    return content


def test_pieces_of_both_ways_come_in_their_order() -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert body(request) == b"first" + b"second" * 40 + b"True" + b"last"


def test_who_is_behind_is_not_written_to_at_once() -> None:
    response = body(b"GET /behind HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert response.startswith(b"first" + b"second" * 40 + b"True")
    assert response.endswith(b"x" * 1_000_000 + b"as ever" + b"last")


def test_an_older_client_is_answered_in_the_ordinary_way() -> None:
    assert body(b"GET / HTTP/1.0\r\nHost: x\r\n\r\n") == b"first" + b"None" + b"last"


def test_half_of_a_request_holds_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither as the first on a connection nor after one that was answered."""
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 0.05)

    async def scene(begins_with: bytes) -> bytes:
        server = Server(Config(answer, http=BoundedProtocol, lifespan="off", log_config=None))
        listener = socket.create_server((ADDRESS, 0))
        serving = asyncio.create_task(server.serve([listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(begins_with + b"GET / HTTP/1.1\r\nHost")
        received = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        server.should_exit = True
        await serving
        return received

    assert asyncio.run(scene(b"")) == b""
    assert asyncio.run(scene(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")).endswith(b"last\r\n0\r\n\r\n")


def test_the_quietest_of_those_who_ask_nothing_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedProtocol, "most", 2)

    async def scene() -> list[bool]:
        server = Server(Config(answer, http=BoundedProtocol, lifespan="off", log_config=None))
        listener = socket.create_server((ADDRESS, 0))
        serving = asyncio.create_task(server.serve([listener]))
        asks, silent = [await asyncio.open_connection(*listener.getsockname()) for _each in range(2)]
        asks[1].write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await asks[0].readuntil(b"last\r\n0\r\n\r\n")
        late = await asyncio.open_connection(*listener.getsockname())
        with contextlib.suppress(ConnectionResetError):
            await asyncio.wait_for(silent[0].read(), 20)
        closed = [reader.at_eof() or bool(reader.exception()) for reader, _writer in (asks, silent, late)]
        for _reader, writer in (asks, silent, late):
            writer.close()
        server.should_exit = True
        await serving
        return closed

    assert asyncio.run(scene()) == [False, True, False]


class Seen(Exception):
    """What a listening server showed a test, instead of serving on."""


def undelayed(server: Server, sockets: list[socket.socket] | None = None) -> None:
    """In place of `Server.run`: serves one request, and tells whether its connection sends at once."""

    async def scene() -> bool:
        serving = asyncio.create_task(server.serve(sockets))
        while not server.started:
            await asyncio.sleep(0)
        listeners = sockets or server.servers[0].sockets
        reader, writer = await asyncio.open_connection(ADDRESS, listeners[0].getsockname()[1])
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        [protocol] = server.server_state.connections
        accepted = protocol.transport.get_extra_info("socket")
        sends_at_once = bool(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()
        server.should_exit = True
        await serving
        return sends_at_once

    raise Seen(asyncio.run(scene()))


@pytest.mark.parametrize(
    ("start", "workers"),
    [(serve.main, ""), (lambda: container.main([]), ""), (web.main, ""), (web.main, "2")],
    ids=["make run", "the container", "a web process", "two web processes"],
)
def test_no_answer_waits_for_an_acknowledgment(
    start: Callable[[], object], workers: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Half of an answer would wait 40 ms for it on every connection that is kept.

    A number of processes that is empty, as a line of `.env` may leave it, is none.
    """
    monkeypatch.setattr(web, "APPLICATION", f"{__name__}:answer")
    monkeypatch.setattr(web, "let_go", lambda: None)
    for module in (serve, container):
        monkeypatch.setattr(module, "prepare", lambda demo: contextlib.nullcontext())
    monkeypatch.setattr(serve, "announcement", lambda *_arguments, **_options: "")
    monkeypatch.setattr(container, "first_sign_in", str)
    monkeypatch.setattr(os, "umask", lambda _mask: 0)
    monkeypatch.setattr(Server, "run", undelayed)
    monkeypatch.setattr(Multiprocess, "__init__", lambda _many, config, sockets: Server(config).run(sockets))
    variables = {"PORT": str(free_port()), "HOST": ADDRESS, "WEB_CONCURRENCY": workers, "DATABASE_URL": ""}
    for name, value in {**variables, "CHARLESTON_VAR": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(Seen, match="True"):
        start()
