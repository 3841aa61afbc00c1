"""A piece that is written at once is, byte for byte, what the server itself would have sent."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.server import Server

from config.connections import BoundedProtocol
from tests.loopback import ADDRESS
from tournament.live.writing import WRITE


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
