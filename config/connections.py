"""Connections of the web process: never more than it has files for, and none that is only held."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from tournament.live.room import most_connections
from tournament.live.writing import WRITE

ACCEPTED_AT_ONCE = 4
"""Of those who wait; several such lots are under way before the first is counted."""
SECONDS_TO_ASK = 10
"""How long a new connection may take to say what it wants."""


class BoundedProtocol(H11Protocol):
    """Where no connection is free, the one that has been quiet for longest is closed; where none is, the new one.

    A browser asks as soon as it is connected, so whoever only holds connections loses them to those who ask.
    """

    most = most_connections()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.application, self.app = self.app, self.answer

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """The application's answer; it may `write` where pieces of an answer have a length of their own."""
        if scope["type"] == "http" and scope["http_version"] == "1.1":
            scope = {**scope, "extensions": {**scope.get("extensions", {}), WRITE: self.write}}
        await self.application(scope, receive, send)

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
        self.asks_by = self.loop.time() + SECONDS_TO_ASK
        if len(self.connections) > self.most:
            (self.quiet_for_longest() or self).hang_up()
        if not transport.is_closing():
            self.wait_for_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if getattr(self, "cycle", None) is None:  # half a request, whose time goes on
            self._unset_keepalive_if_required()
            self.wait_for_request()

    def shutdown(self) -> None:
        """The process stops: what answers without an end is ended, which uvicorn would wait for."""
        # Django is loaded after this module.
        from tournament.live.hub import hub

        hub.end_streams()
        super().shutdown()

    def hang_up(self) -> None:
        self.connections.discard(self)  # its file is free in a moment, and nobody asks it to hang up again
        self._unset_keepalive_if_required()
        self.transport.abort()

    def wait_for_request(self) -> None:
        self.timeout_keep_alive_task = self.loop.call_at(self.asks_by, self.timeout_keep_alive_handler)

    def quiet_for_longest(self) -> BoundedProtocol | None:
        """Of the connections that wait for a request."""
        quiet = {
            other: other.timeout_keep_alive_task.when()
            for other in self.connections
            if isinstance(other, BoundedProtocol) and other.timeout_keep_alive_task
        }
        return min(quiet, key=lambda other: quiet[other], default=None)


@lru_cache(8)
def framed(piece: bytes) -> bytes:
    """A piece as HTTP/1.1 carries it, made once for all who are sent the same."""
    return b"%x\r\n%s\r\n" % (len(piece), piece)
