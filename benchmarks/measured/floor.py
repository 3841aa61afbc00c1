"""What is compared with: `python -m measured.floor serve` or `web`, a bare callable that listens as the program does.

Its answers come from FLOOR (address, headers, file of the body); `/stream` and `/tell` are a bare live stream.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from start import addresses, program, web

ANSWERS = {
    path: ([(name.lower().encode(), value.encode()) for name, value in headers], Path(file).read_bytes())
    for path, headers, file in json.loads(os.environ.get("FLOOR", "[]"))
}
HEARD: set[asyncio.Queue[bytes]] = set()


class AtOnce(H11Protocol):
    """uvicorn's own, held back by nothing: what holds back the program's answers shows in the ratio."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["path"] == "/stream":
        await stream(send)
    elif scope["path"] == "/tell":
        message = b"event: part\ndata: %s\n\n" % (b"x" * int(scope["query_string"]))
        await answer(send, [(b"content-length", b"0")], b"")
        for queue in list(HEARD):
            queue.put_nowait(message)
    elif scope["path"] in ANSWERS:
        headers, body = ANSWERS[scope["path"]]
        if any(name == b"if-none-match" for name, _ in scope["headers"]):
            await answer(send, [pair for pair in headers if pair[0] != b"content-length"], b"", 304)
        else:
            await answer(send, headers, body)
    else:
        while (await receive()).get("more_body"):
            pass
        await answer(send, [(b"content-length", b"2")], b"ok")


async def answer(send: Any, headers: list[tuple[bytes, bytes]], body: bytes, status: int = 200) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def stream(send: Any) -> None:
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    HEARD.add(queue)
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"event: now\ndata: {}\n\n", "more_body": True})
    try:
        while True:
            await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
    finally:
        HEARD.discard(queue)


def main(way: str) -> None:
    options = {**web.options(), "http": "measured.floor:AtOnce"}
    web.APPLICATION, web.options = "measured.floor:application", lambda: options
    web.let_go = lambda: None
    if way == "web":
        web.main()
        return
    with addresses.listen("127.0.0.1", int(os.environ["PORT"]), lan=False) as listener:
        program.Program(listener, "", int).run(sockets=[listener])


if __name__ == "__main__":
    main(sys.argv[1])
