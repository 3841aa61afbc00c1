"""A bound on what a request may send, before anything of it is kept: nobody fills the laptop's disk from the hall."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from .trouble import too_large

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 4_000_000
# A browser reads an answer only once it has sent everything: so much is let run past, and then the line is cut.
MOST_PASSED = 100_000_000
KEPT_OUT = "charleston.kept-out"


class TooLargeError(Exception):
    """More came than was allowed; the answer 413 has to be given in its place. `more`: whether more is to come."""

    def __init__(self, *, more: bool) -> None:
        super().__init__()
        self.more = more


def with_body_limit(application: Application) -> Application:
    """The application, which is asked for a request whose body is over MOST_BYTES without the body, as `kept_out`."""

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
            if await let_pass(receive, more=body.more):
                await application({**scope, KEPT_OUT: True}, empty_body(), closing(send))

    return limited


def announced(headers: Any) -> int:
    """The length a request says it has; 0 where it does not say."""
    said = dict(headers).get(b"content-length", b"0")
    return int(said) if said.isdigit() else 0


async def let_pass(receive: Receive, *, more: bool) -> bool:
    """Takes in the rest of a body and forgets it; False when whoever sent it has gone meanwhile."""
    passed = 0
    while more and passed < MOST_PASSED:
        event = await receive()
        if event["type"] != "http.request":
            return False
        passed += len(event["body"])
        more = event.get("more_body", False)
    return True


def empty_body() -> Receive:
    """What is received of a request without a body: that it has none, and then nothing."""
    told = False

    async def receive() -> Mapping[str, Any]:
        nonlocal told
        if told:
            await asyncio.Event().wait()  # until the answer is given
        told = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive


def closing(send: Send) -> Send:
    """Sends an answer after which nothing more is read on this line."""

    async def last(event: Mapping[str, Any]) -> None:
        if event["type"] == "http.response.start":
            event = {**event, "headers": [*event["headers"], (b"connection", b"close")]}
        await send(event)

    return last


def kept_out(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the page that says so, where a request's body was too large to be let in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return too_large(request) if KEPT_OUT in getattr(request, "scope", {}) else get_response(request)

    return middleware
