import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Gate = Callable[[], AbstractAsyncContextManager[None]]
Write = Callable[[bytes], bool]
WRITE = "charleston.write"
"""The extension of ASGI by which our server lends the streams a `Write`: it sends a piece of an answer at once, or says
that the reader is behind. Without it every piece wakes a task of its own, which takes several times as long.
"""


async def within(gate: Gate, application: Application, scope: Scope, receive: Receive, send: Send) -> None:
    """The application's answer, inside the gate from when the request is whole until its answer begins.

    Whoever sends half a request, or does not read the answer, holds nobody up; nor does a stream sent for hours.
    """
    async with AsyncExitStack() as inside:
        is_inside = False

        async def received() -> Mapping[str, Any]:
            nonlocal is_inside
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body") and not is_inside:
                is_inside = True
                await inside.enter_async_context(gate())
            return message

        async def sent(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                await inside.aclose()
            await send(message)

        await application(scope, received, sent)


def in_turn(application: Application, most: int) -> Application:
    """Wraps the application: a request waits, once its body is whole, until it is one of `most`.

    Its turn ends when its answer begins, so that a stream which is sent for hours keeps nobody waiting.
    """
    turns = asyncio.Semaphore(most)

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        await within(lambda: turns, application, scope, receive, send)

    return waiting
