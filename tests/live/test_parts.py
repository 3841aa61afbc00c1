"""A stream brings what changed in a part, made once for all who look at it."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.urls import reverse

from club.models import Person
from demo import demonstration
from demo.simulation import play_rounds
from live import parts
from live.parts import PartStreams, part_request
from live.room import Room
from live.stream import events
from tests import builders
from tests.live.test_delta import applied
from tests.live.test_published import Front, change, played
from tests.live.test_stream import next_change
from tournament.models import Tournament
from tournament.watching import versions

pytestmark = [pytest.mark.django_db(transaction=True)]


class Stream:
    """A browser's stream: what was sent on it so far."""

    def __init__(self, streams: PartStreams, tournament: Tournament, part: str, **headers: str) -> None:
        self.sent: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()
        self.status = 0
        self.raw: asyncio.Queue[bytes] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.begun = False
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": reverse("live", args=[tournament.slug]),
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
        self.raw.put_nowait(message["body"])
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
def tournament() -> Tournament:
    cast = builders.cast()
    tournament = builders.running_tournament(cast.club, players=8)
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    tournament.refresh_from_db()
    return tournament


@pytest.mark.slow
@pytest.mark.both_databases
def test_a_change_reaches_all_as_one_delta(tournament: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)
    address = reverse("standings", args=[tournament.slug])

    async def scene() -> None:
        await front.knows(tournament)
        before = (await front.ask(address, hx_request="true")).body.decode().split("\n")
        viewers = [Stream(streams, tournament, address) for _ in range(3)]
        firsts = [await viewer.hears() for viewer in viewers]
        digest = firsts[0][1]["digest"]
        assert firsts == [("now", {"version": tournament.version, "digest": digest})] * 3
        count = len(front.counted.paths)
        await sync_to_async(rename)(tournament)
        news = [await viewer.hears() for viewer in viewers]
        assert len(front.counted.paths) == count + 1
        assert [name for name, _values in news] == ["part"] * 3
        values = news[0][1]
        assert news[1][1] == news[2][1] == values
        after = await front.ask(address, hx_request="true")
        assert applied(before, values["steps"]) == after.body.decode().split("\n")
        assert (values["old"], f'"{values["new"]}"') == (digest, after.headers["etag"])
        assert len(json.dumps(values)) < 400
        for viewer in viewers:
            await viewer.end()
        assert (streams.room.open, streams.parts) == (0, {})

    played(front, scene())


def rename(tournament: Tournament) -> None:
    Person.objects.filter(entries=tournament.entries.get(number=3)).update(name="Zoë Quill")
    change(tournament)


@pytest.mark.slow
def test_what_is_made_private_ends_the_streams(tournament: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def scene() -> tuple[int, int]:
        await front.knows(tournament)
        viewer = Stream(streams, tournament, reverse("standings", args=[tournament.slug]))
        await viewer.hears()
        await sync_to_async(change)(tournament, is_public=False)
        await viewer.task
        late = Stream(streams, tournament, reverse("standings", args=[tournament.slug]))
        await late.task
        return viewer.status, late.status

    assert played(front, scene()) == (200, 404)


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("is_another_day", [False, True])
def test_pages_of_a_demonstration_that_begins_again_notice(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, *, is_another_day: bool
) -> None:
    """Also where its tournament has another address then, as on another day."""
    page = reverse("standings", args=[tournament.slug])
    front = Front()
    streams = PartStreams(front.published, front.published)

    def load(today: date) -> None:
        slug = f"{tournament.slug}-later" if is_another_day else tournament.slug
        builders.running_tournament(builders.cast().club, players=8, slug=slug)

    monkeypatch.setattr(demonstration, "load", load)

    def begin_again() -> None:
        try:
            demonstration.begin_again(tournament.club, tournament.date)
        finally:
            connection.close()

    async def scene() -> tuple[bytes, int, list[Any]]:
        await front.knows(tournament)
        viewer, desk = Stream(streams, tournament, page), events(tournament.pk, versions)
        await viewer.hears()
        await next_change(desk)
        await sync_to_async(begin_again)()
        await viewer.task
        noticed = await anext(desk, b"its stream has ended")
        await desk.aclose()
        again = Stream(streams, tournament, page)
        if is_another_day:
            await again.task
            return noticed, again.status, []
        heard = await again.hears()
        await again.end()
        return noticed, again.status, list(heard)

    noticed, status, heard = played(front, scene())
    assert noticed == b"its stream has ended" or f'"version": {tournament.version + 1},' in noticed.decode()
    if is_another_day:
        assert status == 404
    else:
        assert (status, heard[0], heard[1]["version"]) == (200, "now", tournament.version + 1)


@pytest.mark.slow
def test_all_streams_end_when_the_process_stops(tournament: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def scene() -> tuple[str, int, bool, dict[Any, Any]]:
        await front.knows(tournament)
        viewer = Stream(streams, tournament, reverse("standings", args=[tournament.slug]))
        name, _values = await viewer.hears()
        front.hub.end_streams()
        await asyncio.wait_for(viewer.task, 5)
        return name, viewer.status, viewer.sent.empty(), streams.parts

    assert played(front, scene()) == ("now", 200, True, {})


@pytest.mark.slow
def test_what_changes_soon_after_is_sent_together(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LONGEST_REST", 0.5)
    monkeypatch.setattr(parts, "REST", 1000)
    front = Front()
    streams = PartStreams(front.published, front.published)
    names = ["Zoë Quill", "Zoë Quince", "Zoë Quirk"]

    def rename_each() -> None:
        for name in names:
            Person.objects.filter(entries=tournament.entries.get(number=3)).update(name=name)
            change(tournament)

    async def scene() -> tuple[int, bool]:
        await front.knows(tournament)
        viewer = Stream(streams, tournament, reverse("standings", args=[tournament.slug]))
        await viewer.hears()
        version = tournament.version
        await sync_to_async(rename_each)()
        _name, values = await viewer.hears()
        await viewer.end()
        return values["version"] - version, any(names[-1] in str(step) for step in values["steps"])

    assert played(front, scene()) == (3, True)


@pytest.mark.slow
def test_who_reads_slowly_is_told_to_ask(tournament: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def scene() -> list[str]:
        await front.knows(tournament)
        viewer = Stream(streams, tournament, reverse("standings", args=[tournament.slug]))
        heard = [(await viewer.hears())[0]]
        [part] = streams.parts.values()
        [slow] = part.viewers
        slow.tell(b"event: part\ndata: {}\n\n")
        slow.tell(b"event: part\ndata: {}\n\n")
        heard.append((await viewer.hears())[0])
        await viewer.end()
        return heard

    assert played(front, scene()) == ["now", "missed"]


@pytest.mark.parametrize(
    "part",
    [
        "",
        "/t/another/",
        "//elsewhere/t/open/",
        "/manage/",
        "x",
        "%00",
        "/t/open/manage/",
        "/t/open/player/7/",
    ],
)
def test_a_part_of_something_else_gets_the_ordinary_stream(part: str) -> None:
    scope = {"scheme": "http", "query_string": f"part={part}".encode(), "headers": []}
    assert part_request(scope, "open") is None
    assert part_request({**scope, "query_string": b"part=/t/open/"}, "open") is not None


def test_the_streams_of_all_players_share_one_part() -> None:
    asked = [
        part_request(
            {"scheme": "http", "query_string": f"part=/t/open/{query}".encode(), "headers": []}, "open"
        )
        for query in ("", "%3Fme=1", "%3Fme=2", "%3Fme=99999", "%3Ffind=Ann")
    ]
    assert asked[0] is not None
    assert asked == asked[:1] * 5


@pytest.mark.slow
def test_streams_are_bounded(tournament: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published, Room(most=3, for_staff=2))

    async def scene() -> list[int]:
        await front.knows(tournament)
        address = reverse("standings", args=[tournament.slug])
        first = Stream(streams, tournament, address)
        await first.hears()
        second = Stream(streams, tournament, address)
        await second.task
        await first.end()
        return [first.status, second.status]

    assert played(front, scene()) == [200, 503]


@pytest.mark.slow
def test_browsers_come_back_at_different_moments(tournament: Tournament) -> None:
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def scene() -> list[int]:
        await front.knows(tournament)
        address = reverse("standings", args=[tournament.slug])
        viewers = [Stream(streams, tournament, address) for _ in range(40)]
        firsts = [await asyncio.wait_for(viewer.raw.get(), 20) for viewer in viewers]
        for viewer in viewers:
            await viewer.end()
        return [int(first.split(b"\n")[0].removeprefix(b"retry: ")) for first in firsts]

    moments = played(front, scene())
    assert all(500 <= moment <= 4000 for moment in moments)
    assert len(set(moments)) > 20


@pytest.mark.slow
def test_a_stream_without_news_gives_a_sign_of_life(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a proxy would take it for dead."""
    monkeypatch.setattr(parts, "HEARTBEAT_SECONDS", 0.01)
    front = Front()
    streams = PartStreams(front.published, front.published)

    async def scene() -> bytes:
        await front.knows(tournament)
        viewer = Stream(streams, tournament, reverse("standings", args=[tournament.slug]))
        await viewer.hears()
        while (message := await asyncio.wait_for(viewer.raw.get(), 20)).startswith(b"retry"):
            pass
        await viewer.end()
        return message

    assert played(front, scene()) == b": still here\n\n"
