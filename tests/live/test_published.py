"""What everybody sees is made once per version and handed out from memory, and nobody sees more than is theirs."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import brotli
import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.urls import get_resolver, reverse

from club.models import Membership, Role
from config.pages import Pages
from config.sessions import known_sessions
from live.hub import Hub, Versions
from live.published import MOST_WAITING, Making, Published
from live.requests import MAKING
from record.journal import record
from record.verbs import Verb
from tests import builders
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True)]

PUBLIC = ("standings", "standings-json", "standings-csv", "screen", "clock-now", "player", "round-seating")


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes


class Counted:
    """The application, and how often it was asked."""

    def __init__(self) -> None:
        self.application = Pages()
        self.paths: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.paths.append(scope["path"])
        await self.application(scope, receive, send)


class Front:
    """A published front of its own, and a browser before it."""

    def __init__(self, **options: Any) -> None:
        self.counted = Counted()
        self.hub = Hub()
        self.published = Published(self.counted, self.hub, known_sessions, **options)

    async def ask(self, address: str, *, method: str = "GET", **headers: str) -> Reply:
        path, _, query = address.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost")]
            + [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        making = Making()
        await self.published(scope, making.receive, making.send)
        answered = {name.decode().lower(): value.decode() for name, value in making.start["headers"]}
        return Reply(making.start["status"], answered, bytes(making.body))

    async def knows(self, tournament: Tournament, version: int | None = None, *, slug: str = "") -> None:
        """Waits until the hub has heard of this version, of the tournament or of the topic `slug`."""
        self.hub.watch_always()
        want = tournament.version if version is None else version
        while (versions := self.hub.versions.get(slug or tournament.slug)) is None or versions.version < want:
            await asyncio.sleep(0.01)


def played(front: Front, scene: Coroutine[Any, Any, Any]) -> Any:
    async def scene_in_time() -> Any:
        async with asyncio.timeout(30):
            try:
                return await scene
            finally:
                front.hub.stop()

    return asyncio.run(scene_in_time())


def change(tournament: Tournament, **values: Any) -> None:
    try:
        with transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(**values)
            record(tournament, Verb.SETTINGS_CHANGED, "anything", by=None)
        tournament.refresh_from_db()
    finally:
        connection.close()


def addresses(tournament: Tournament, names: Iterable[str] = PUBLIC) -> list[str]:
    more = {"player": [1], "round-seating": [1], "history-round": [1]}
    return [reverse(name, args=[tournament.slug, *more.get(name, [])]) for name in names]


def every_published() -> list[str]:
    """The names of all views that are marked, whatever room they stand in."""
    patterns: list[Any] = list(get_resolver().url_patterns)
    names: list[str] = []
    while patterns:
        pattern = patterns.pop()
        patterns += getattr(pattern, "url_patterns", [])
        if getattr(getattr(pattern, "callback", None), "published", False):
            names.append(str(pattern.name))
    names = [name for name in names if not name.startswith("season")]  # of several topics: tests/seasons
    return sorted(set(names) - {"results-logo"})  # this club has none


@pytest.fixture
def tournament() -> Tournament:
    return builders.running_tournament(builders.cast().club, players=8)


@pytest.mark.slow
@pytest.mark.both_databases
def test_each_answer_is_made_once_for_each_version(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> tuple[list[int], list[int], list[int]]:
        await front.knows(tournament)
        cold, warm, changed = [], [], []
        for address in addresses(tournament):
            first = await front.ask(address)
            cold.append(len(front.counted.paths))
            again = await front.ask(address)
            assert (first.status, first.body, first.headers["etag"]) == (
                200,
                again.body,
                again.headers["etag"],
            )
            warm.append(len(front.counted.paths))
        await sync_to_async(change)(tournament)
        await front.knows(tournament)
        for address in addresses(tournament):
            await front.ask(address)
            changed.append(len(front.counted.paths))
        return cold, warm, changed

    number = len(PUBLIC)
    counts = list(range(1, number + 1))
    assert played(front, scene()) == (counts, counts, [number + count for count in counts])


def test_who_comes_before_the_hub_has_looked_is_one_of_many_too(tournament: Tournament) -> None:
    """After a restart everybody comes back at once."""
    front = Front()

    async def scene() -> set[int]:
        replies = await asyncio.gather(*(front.ask(addresses(tournament)[0]) for _ in range(20)))
        return {reply.status for reply in replies}

    assert (played(front, scene()), len(front.counted.paths)) == ({200}, 1)


def test_a_hundred_at_once_are_one_making(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> set[bytes]:
        await front.knows(tournament)
        replies = await asyncio.gather(*(front.ask(addresses(tournament)[0]) for _ in range(100)))
        return {reply.body for reply in replies}

    assert (len(played(front, scene())), len(front.counted.paths)) == (1, 1)


def test_bytes_and_heads_are_those_of_the_encoding(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> tuple[Reply, ...]:
        await front.knows(tournament)
        address = addresses(tournament)[0]
        plain, small, smaller = [
            await front.ask(address, accept_encoding=name) for name in ("", "gzip", "gzip, br")
        ]
        unchanged = await front.ask(address, accept_encoding="br", if_none_match=smaller.headers["etag"])
        head = await front.ask(address, method="HEAD", accept_encoding="br")
        return plain, small, smaller, unchanged, head

    plain, small, smaller, unchanged, head = played(front, scene())
    assert gzip.decompress(small.body) == brotli.decompress(smaller.body) == plain.body
    assert len({reply.headers["etag"] for reply in (plain, small, smaller)}) == 3
    assert (unchanged.status, unchanged.body, head.status, head.body) == (304, b"", 200, b"")
    assert head.headers["content-length"] == str(len(smaller.body))
    assert plain.headers["cache-control"] == "public, max-age=0, s-maxage=1"
    varies = set(plain.headers["vary"].lower().replace(" ", "").split(","))
    assert varies == {"hx-request", "accept-language", "cookie", "accept-encoding"}
    assert "default-src 'none'" in plain.headers["content-security-policy"]


def test_languages_and_parts_are_kept_apart(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> list[str]:
        await front.knows(tournament)
        address = addresses(tournament)[0]
        requests: list[dict[str, str]] = [
            {},
            {"accept_language": "es-MX,en;q=0.5"},
            {"cookie": "django_language=es"},
            {"accept_language": "es", "cookie": "a=b; django_language=en"},
            {"accept_language": "xx"},
            {"hx_request": "true"},
        ]
        replies = [await front.ask(address, **headers) for headers in requests]
        return [
            reply.headers["content-language"] + "<html"[: 5 * (b"<html" in reply.body)] for reply in replies
        ]

    page, part = "<html", ""
    assert played(front, scene()) == [
        "en" + page,
        "es" + page,
        "es" + page,
        "en" + page,
        "en" + page,
        "en" + part,
    ]
    assert len(front.counted.paths) == 3


@pytest.mark.slow
def test_who_is_signed_in_goes_the_ordinary_way_and_leaves_nothing_behind(tournament: Tournament) -> None:
    front = Front()
    director = builders.user("director-of-this-club")
    Membership.objects.create(club=tournament.club, user=director, role=Role.DIRECTOR)
    session = builders.signed_in(director).cookies["sessionid"].value

    async def scene() -> tuple[Reply, Reply, Reply]:
        await front.knows(tournament)
        address = addresses(tournament)[0]
        mine = await front.ask(address, cookie=f"sessionid={session}")
        again = await front.ask(address, cookie=f"sessionid={session}")
        return mine, again, await front.ask(address)

    mine, again, theirs = played(front, scene())
    assert len(front.counted.paths) == 3
    assert [b"Sign out" in reply.body for reply in (mine, again, theirs)] == [True, True, False]


def test_whoever_signs_out_is_given_what_everybody_is(tournament: Tournament) -> None:
    front = Front()
    client = builders.signed_in(builders.user("somebody-else"))
    cookie = f"sessionid={client.cookies['sessionid'].value}"

    async def scene() -> tuple[list[bool | None], Reply, Reply]:
        await front.knows(tournament)
        known = [known_sessions.is_good(cookie[10:])]
        mine = await front.ask(addresses(tournament)[0], cookie=cookie)
        known.append(known_sessions.is_good(cookie[10:]))
        await sync_to_async(client.post)(reverse("sign-out"))
        known.append(known_sessions.is_good(cookie[10:]))
        return known, mine, await front.ask(addresses(tournament)[0], cookie=cookie)

    known, mine, theirs = played(front, scene())
    assert (known, b"Sign out" in mine.body, b"Sign out" in theirs.body) == ([None, True, False], True, False)
    assert theirs.headers["cache-control"] == "public, max-age=0, s-maxage=1"


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("values", [{"is_public": False}, {"deleted_at": datetime(2026, 11, 22, tzinfo=UTC)}])
def test_what_is_hidden_is_gone_for_everybody(tournament: Tournament, values: dict[str, Any]) -> None:
    front = Front()

    async def scene() -> tuple[list[int], list[int]]:
        await front.knows(tournament)
        before = [(await front.ask(address)).status for address in every]
        await sync_to_async(change)(tournament, **values)
        await front.knows(tournament)
        return before, [(await front.ask(address)).status for address in every]

    every = addresses(tournament, every_published())
    assert len(every) >= 16
    assert played(front, scene()) == ([200] * len(every), [404] * len(every))
    assert (
        front.hub.versions == {}
    )  # while nobody watches, nothing is known to be the newest, and nothing is handed out


@pytest.mark.slow
def test_what_is_kept_is_bounded(tournament: Tournament) -> None:
    front = Front(most_bytes=100_000)

    async def scene() -> int:
        await front.knows(tournament)
        for me in range(1, 9):
            await front.ask(f"{addresses(tournament)[0]}?me={me}", accept_encoding="br")
        return front.published.bytes_kept

    size = played(front, scene())
    assert size == sum(answer.size for answer in front.published.answers.values())
    assert 50_000 < size <= 100_000


@pytest.mark.slow
def test_a_search_and_a_garbled_query_are_not_kept(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> list[int]:
        await front.knows(tournament)
        queries = ("find=Ann", "me=1&me=2", "me=999999999", "x", "me=%31")
        return [(await front.ask(f"{addresses(tournament)[0]}?{query}")).status for query in queries]

    assert played(front, scene()) == [200] * 5
    assert (len(front.counted.paths), front.published.answers) == (5, {})


@pytest.mark.slow
def test_too_many_at_once_are_asked_to_come_again(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> list[Reply]:
        await front.knows(tournament)
        address = reverse("round-seating", args=[tournament.slug, 1])[:-2]
        many = (front.ask(f"{address}{n}/", accept_language="es") for n in range(2, MOST_WAITING + 4))
        return await asyncio.gather(*many)

    replies = played(front, scene())
    refused = [reply for reply in replies if reply.status == 503]
    assert [len(replies) - len(refused), len(refused)] == [MOST_WAITING, 2]
    assert {reply.headers["retry-after"] for reply in refused} == {"2"}


def test_me_of_nobody_is_the_page_that_everybody_is_given(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> list[set[bytes]]:
        await front.knows(tournament)
        given = []
        for address in addresses(tournament, ("standings", "round-seating")):
            queries = ("", *(f"?me={number}" for number in range(9, 80)), "?me=01")
            replies = await asyncio.gather(*(front.ask(address + query) for query in queries))
            assert {reply.status for reply in replies} == {200}
            given.append({reply.body for reply in replies})
        return given

    assert [len(bodies) for bodies in played(front, scene())] == [1, 1]
    assert (len(front.counted.paths), len(front.published.answers)) == (2, 2)


def test_pages_of_players_at_once_refuse_nobody_and_keep_nobody_waiting() -> None:
    """Each of 150 asks for a page of their own, and then somebody for what everybody sees."""
    front, paths = Front(), []

    async def made(scope: Any, receive: Any, send: Any) -> None:
        making: Making = scope[MAKING]
        making.version, making.ones = 1, frozenset(map(str, range(1, 76)))
        paths.append(scope["path"])
        await asyncio.sleep(0.001)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def scene() -> set[int]:
        front.hub.watch_always = lambda: None  # type: ignore[method-assign]
        front.hub.versions["open"] = Versions(1, 1, 1, True, "open")
        front.published.application = made
        pages = [f"/t/open/{rest}{number}" for rest in ("player/", "?me=") for number in range(1, 76)]
        pages = [page + "/" * ("player" in page) for page in pages]
        asked = [asyncio.create_task(front.ask(page)) for page in (*pages, "/t/open/screen/")]
        return {reply.status for reply in await asyncio.gather(*asked)}

    assert (asyncio.run(scene()), len(paths)) == ({200}, 152)
    assert paths.index("/t/open/screen/") < 5


def test_pages_of_players_who_are_not_there_are_not_kept(tournament: Tournament) -> None:
    front = Front()

    async def scene() -> int:
        await front.knows(tournament)
        return (await front.ask(reverse("player", args=[tournament.slug, 9]))).status

    assert played(front, scene()) == 404
    assert [request.path for request in front.published.answers] == [f"/t/{tournament.slug}/"]
