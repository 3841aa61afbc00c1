"""A limit on the size of request bodies, applied before anything is stored, so that nobody can fill the disk."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from live.gate import Application, Receive, Scope, Send

from .trouble import too_large

MOST_BYTES = 4_000_000
# A browser reads an answer only after it has sent everything, so this much is read and discarded before we hang up.
MOST_DISCARDED = 100_000_000
TOO_LARGE = "charleston.body-too-large"


class TooLargeError(Exception):
    """The body is over the limit and is answered with 413. `more`: whether the rest is still to be received."""

    def __init__(self, *, more: bool) -> None:
        super().__init__()
        self.more = more


def with_body_limit(application: Application) -> Application:
    """Wraps the application: a body over MOST_BYTES is dropped and the request marked for `refuse_too_large`."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        received = 0

        async def counted() -> Mapping[str, Any]:
            nonlocal received
            event = await receive()
            received += len(event.get("body", b""))
            if received > MOST_BYTES:
                raise TooLargeError(more=event.get("more_body", False))
            return event

        try:
            if announced(scope["headers"]) > MOST_BYTES:
                raise TooLargeError(more=True)
            await application(scope, counted, send)
        except TooLargeError as body:
            if await discard_rest(receive, more=body.more):
                await application({**scope, TOO_LARGE: True}, empty_body(), closing(send))

    return limited


def announced(headers: Any) -> int:
    length = dict(headers).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def discard_rest(receive: Receive, *, more: bool) -> bool:
    """Receives the rest of a body and discards it; False if the client has gone."""
    passed = 0
    while more and passed < MOST_DISCARDED:
        event = await receive()
        if event["type"] != "http.request":
            return False
        passed += len(event["body"])
        more = event.get("more_body", False)
    return True


def empty_body() -> Receive:
    is_sent = False

    async def receive() -> Mapping[str, Any]:
        nonlocal is_sent
        if is_sent:
            await asyncio.Event().wait()  # until the answer is given
        is_sent = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive


def closing(send: Send) -> Send:
    async def last(event: Mapping[str, Any]) -> None:
        if event["type"] == "http.response.start":
            event = {**event, "headers": [*event["headers"], (b"connection", b"close")]}
        await send(event)

    return last


def refuse_too_large(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        return too_large(request) if TOO_LARGE in getattr(request, "scope", {}) else get_response(request)

    return middleware
