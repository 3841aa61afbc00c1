"""A request is answered in one thread, and the loop is asked only before and after."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import AsyncToSync
from asgiref.testing import ApplicationCommunicator

from config.pages import Pages

pytestmark = pytest.mark.django_db(transaction=True)


def test_no_middleware_goes_back_to_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    back: list[str] = []
    ask_the_loop = AsyncToSync.__call__

    def asking(self: Any, *args: Any, **options: Any) -> Any:
        back.append(threading.current_thread().name)
        return ask_the_loop(self, *args, **options)

    monkeypatch.setattr(AsyncToSync, "__call__", asking)

    async def ask() -> int:
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
        }
        communicator = ApplicationCommunicator(Pages(), scope)
        await communicator.send_input({"type": "http.request", "body": b""})
        status: int = (await communicator.receive_output(10))["status"]
        await communicator.receive_output(10)
        await communicator.wait(10)
        return status

    assert asyncio.run(ask()) == 200
    assert back == []
