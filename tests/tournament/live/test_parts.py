"""A stream brings what changed in a part, made once for all who look at it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from demo.simulation import play_rounds
from tests import builders
from tests.tournament.live.test_delta import applied
from tests.tournament.live.test_published import Front, change, played
from tournament.live.parts import PartStreams, part_request
from tournament.models import Person, Tournament

pytestmark = [pytest.mark.django_db(transaction=True)]


class Stream:
    """A browser's stream: what was sent on it so far."""

    def __init__(self, streams: PartStreams, made: Tournament, part: str, **headers: str) -> None:
        self.sent: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()
        self.status = 0
        self.gone = asyncio.Event()
        self.begun = False
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": reverse("live", args=[made.slug]),
            "query_string": f"part={part}".encode(),
            "headers": [
                (b"host", b"localhost"),
                *((name.encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        self.task = asyncio.create_task(streams(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        if self.begun:
            await self.gone.wait()
            return {"type": "http.disconnect"}
        self.begun = True
        return {"type": "http.request", "body": b""}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        for block in message["body"].decode().split("\n\n"):
            if "event: " in block:
                name, data = block.partition("event: ")[2].split("\ndata: ")
                self.sent.put_nowait((name, json.loads(data)))

    async def hears(self) -> tuple[str, dict[str, Any]]:
        return await asyncio.wait_for(self.sent.get(), 20)

    async def end(self) -> None:
        self.gone.set()
        await self.task


@pytest.fixture
def made() -> Tournament:
    cast = builders.cast()
    made = builders.running_tournament(cast.club, players=8)
    list(play_rounds(made, 1, seed=3, by=cast.director))
    made.refresh_from_db()
    return made


@pytest.mark.both_databases
def test_a_change_reaches_all_as_one_delta(made: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)
    address = reverse("standings", args=[made.slug])

    async def scene() -> None:
        await front.knows(made)
        before = (await front.ask(address, hx_request="true")).body.decode().split("\n")
        viewers = [Stream(streams, made, address) for _ in range(3)]
        firsts = [await viewer.hears() for viewer in viewers]
        digest = firsts[0][1]["digest"]
        assert firsts == [("now", {"version": made.version, "digest": digest})] * 3
        asked = len(front.counted.asked)
        await sync_to_async(rename)(made)
        news = [await viewer.hears() for viewer in viewers]
        assert len(front.counted.asked) == asked + 1
        assert [name for name, _values in news] == ["part"] * 3
        values = news[0][1]
        assert news[1][1] == news[2][1] == values
        after = await front.ask(address, hx_request="true")
        assert applied(before, values["steps"]) == after.body.decode().split("\n")
        assert (values["old"], f'"{values["new"]}"') == (digest, after.headers["etag"])
        assert len(json.dumps(values)) < 400
        for viewer in viewers:
            await viewer.end()
        assert (streams.open, streams.parts) == (0, {})

    played(front, scene())


def rename(made: Tournament) -> None:
    Person.objects.filter(entries=made.entries.get(number=3)).update(name="Zoë Quill")
    change(made)


def test_what_is_made_private_ends_the_streams(made: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def scene() -> tuple[int, int]:
        await front.knows(made)
        viewer = Stream(streams, made, reverse("standings", args=[made.slug]))
        await viewer.hears()
        await sync_to_async(change)(made, is_public=False)
        await viewer.task
        late = Stream(streams, made, reverse("standings", args=[made.slug]))
        await late.task
        return viewer.status, late.status

    assert played(front, scene()) == (200, 404)


def test_who_reads_slowly_is_told_to_ask(made: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def scene() -> list[str]:
        await front.knows(made)
        viewer = Stream(streams, made, reverse("standings", args=[made.slug]))
        heard = [(await viewer.hears())[0]]
        [part] = streams.parts.values()
        [slow] = part.viewers
        slow.tell(7, b"event: part\ndata: {}\n\n")
        slow.tell(8, b"event: part\ndata: {}\n\n")
        heard.append((await viewer.hears())[0])
        await viewer.end()
        return heard

    assert played(front, scene()) == ["now", "missed"]


@pytest.mark.parametrize(
    "part", ["", "/t/another/", "//elsewhere/t/open/", "/manage/", "x", "%00", "/t/open/manage/"]
)
def test_a_part_of_something_else_gets_the_ordinary_stream(part: str) -> None:
    scope = {"scheme": "http", "query_string": f"part={part}".encode(), "headers": []}
    assert part_request(scope, "open") is None
    assert part_request({**scope, "query_string": b"part=/t/open/"}, "open") is not None


def test_streams_are_bounded(made: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published, most=1)

    async def scene() -> list[int]:
        await front.knows(made)
        address = reverse("standings", args=[made.slug])
        first = Stream(streams, made, address)
        await first.hears()
        second = Stream(streams, made, address)
        await second.task
        await first.end()
        return [first.status, second.status]

    assert played(front, scene()) == [200, 503]
