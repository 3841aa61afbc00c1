"""Connections of the web process: never more than it has files for, and none that is only held."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from live.gate import WRITE
from live.room import most_connections

ACCEPTED_AT_ONCE = 4
"""How many waiting connections are let in together; several such batches may be on their way before one is counted."""
SECONDS_TO_ASK = 10
"""How long a connection may take to say what it wants."""


class BoundedProtocol(H11Protocol):
    """Where no connection is free, the one that has been quiet for longest is closed; where none is, the new one.

    A browser asks as soon as it is connected, so whoever only holds connections loses them to those who ask.

    Read with the code of uvicorn 0.54.0. What it leans on there beside asyncio's own methods of a protocol: `app`,
    `loop`, `transport` and `connections`, and that each request is one call of `app`.
    """

    most = most_connections()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.application, self.app = self.app, self.answer
        self.answering = 0  # a pipelined request begins before the coroutine of the one before it has ended
        self.quiet_since = 0.0
        self.asks_by: asyncio.TimerHandle | None = None

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """The application's answer; it may `write` where pieces of an answer have a length of their own."""
        if scope["type"] == "http" and scope["http_version"] == "1.1":
            scope = {**scope, "extensions": {**scope.get("extensions", {}), WRITE: self.write}}
        self.answering += 1
        self.stop_waiting()
        try:
            await self.application(scope, receive, send)
        finally:
            self.answering -= 1
            self.wait_for_request()

    def write(self, piece: bytes) -> bool:
        """Sends a piece of an answer of unknown length that has begun, at once and without a task.

        False, and nothing is sent, where the reader is behind with what was sent before, or has gone.
        """
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            return False
        self.transport.write(framed(piece))
        return True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        send_at_once(transport.get_extra_info("socket"))
        self.quiet_since = self.loop.time()
        if len(self.connections) > self.most:
            self.quiet_for_longest().hang_up()
        self.wait_for_request()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.stop_waiting()

    def shutdown(self) -> None:
        """The process stops: what answers without an end is ended, which uvicorn would wait for."""
        # Django is loaded after this module.
        from live.hub import hub

        hub.end_streams()
        super().shutdown()

    def hang_up(self) -> None:
        self.connections.discard(self)  # its file is free in a moment, and nobody asks it to hang up again
        self.transport.abort()

    def wait_for_request(self) -> None:
        """From now on; half a request does not count."""
        if not self.answering and not self.transport.is_closing():
            self.stop_waiting()
            self.quiet_since = self.loop.time()
            self.asks_by = self.loop.call_later(SECONDS_TO_ASK, self.transport.close)

    def stop_waiting(self) -> None:
        if self.asks_by is not None:
            self.asks_by.cancel()
            self.asks_by = None

    def quiet_for_longest(self) -> BoundedProtocol:
        """The connection that has waited longest for a request; at least this one waits for one."""
        waiting = [
            other for other in self.connections if isinstance(other, BoundedProtocol) and not other.answering
        ]
        return min(waiting, key=lambda other: other.quiet_since)


def send_at_once(connection: socket.socket) -> None:
    """The end of an answer waits for nobody to acknowledge its beginning, which takes 40 ms.

    asyncio itself sees to it only where the listener was made with the number of TCP; most are made with 0.
    """
    if connection.family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # a closed connection needs no answer
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@lru_cache(8)
def framed(piece: bytes) -> bytes:
    """A piece as HTTP/1.1 carries it, made once for all who are sent the same."""
    return b"%x\r\n%s\r\n" % (len(piece), piece)
