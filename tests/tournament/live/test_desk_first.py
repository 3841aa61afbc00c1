"""The score desk is answered before what is made for everybody, and the public is turned away before the desk waits."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.tournament.live.test_published import Front
from tournament.live import desk_first
from tournament.live.desk_first import DeskFirst

DESK = {"cookie": "sessionid=anybody"}
SEARCH = "/t/open/?find=Ann"


class Held:
    """An application whose answers wait for a word, and what it was asked, in order."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope["path"])
        if scope["path"].endswith("/desk/"):
            await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def test_the_public_waits_while_the_desk_is_answered(monkeypatch: Any) -> None:
    monkeypatch.setattr(desk_first, "LONGEST_WAIT", 60)

    async def scene() -> list[str]:
        front, held = Front(), Held()
        front.published.application = held
        desk = [asyncio.create_task(front.ask("/t/open/desk/", **DESK)) for _ in range(2)]
        await asyncio.sleep(0)
        search = asyncio.create_task(front.ask(SEARCH))
        for _turn in range(5):
            await asyncio.sleep(0)
        assert held.asked == ["/t/open/desk/"] * 2
        held.go_on.set()
        await asyncio.gather(*desk, search)
        return held.asked

    assert asyncio.run(scene()) == ["/t/open/desk/", "/t/open/desk/", "/t/open/"]


def test_a_desk_that_never_rests_does_not_stop_the_public(monkeypatch: Any) -> None:
    monkeypatch.setattr(desk_first, "LONGEST_WAIT", 0)

    async def scene() -> list[str]:
        first = DeskFirst()
        async with first.desk(), first.public():
            return ["both"]

    assert asyncio.run(scene()) == ["both"]


def test_the_public_is_turned_away_and_the_desk_is_not(monkeypatch: Any) -> None:
    monkeypatch.setattr(desk_first, "LONGEST_WAIT", 60)
    monkeypatch.setattr(desk_first, "MOST_WAITING", 3)

    async def scene() -> list[int]:
        front, held = Front(), Held()
        front.published.application = held
        desk = asyncio.create_task(front.ask("/t/open/desk/", **DESK))
        await asyncio.sleep(0)
        searches = [asyncio.create_task(front.ask(SEARCH)) for _ in range(5)]
        await asyncio.sleep(0)
        held.go_on.set()
        return [(await request).status for request in (desk, *searches)]

    assert asyncio.run(scene()) == [200, 200, 200, 200, 503, 503]
