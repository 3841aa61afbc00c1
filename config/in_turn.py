"""How many requests are worked on at once: each takes a thread and a database connection, so the others wait."""

import asyncio
from collections.abc import Mapping
from typing import Any

from .body_limit import Application, Receive, Scope, Send


def in_turn(application: Application, most: int) -> Application:
    """Wraps the application: a request waits, once its body is whole, until it is one of `most`.

    Its turn ends when its answer begins, so that a stream which is sent for hours keeps nobody waiting.
    """
    turns = asyncio.Semaphore(most)

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        has_turn = False

        def end_turn() -> None:
            nonlocal has_turn
            if has_turn:
                has_turn = False
                turns.release()

        async def received() -> Mapping[str, Any]:
            nonlocal has_turn
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body") and not has_turn:
                await turns.acquire()
                has_turn = True
            return message

        async def sent(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                end_turn()
            await send(message)

        try:
            await application(scope, received, sent)
        finally:
            end_turn()

    return waiting
