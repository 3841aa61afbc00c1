"""A bound on what a request may send, before anything of it is kept: nobody fills the laptop's disk from the hall."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 4_000_000
SENTENCE = b"This is larger than anything Charleston takes. Nothing was stored."


class TooLargeError(Exception):
    """More came than was allowed; the answer 413 has to be given in its place."""


def with_body_limit(application: Application) -> Application:
    """The application, answering 413 to a body over MOST_BYTES, announced or not."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        if announced(scope["headers"]) > MOST_BYTES:
            await refuse(send)
            return
        received = 0

        async def counted() -> Mapping[str, Any]:
            nonlocal received
            event = await receive()
            if event["type"] == "http.request":
                received += len(event["body"])
                if received > MOST_BYTES:
                    raise TooLargeError
            return event

        try:
            await application(scope, counted, send)
        except TooLargeError:
            await refuse(send)

    return limited


def announced(headers: Any) -> int:
    """The length a request says it has; 0 where it does not say."""
    said = dict(headers).get(b"content-length", b"0")
    return int(said) if said.isdigit() else 0


async def refuse(send: Send) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (
            b"content-security-policy",
            b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": SENTENCE})
