"""The score desk is answered before what is made for everybody, and the public is turned away before the desk waits."""

from __future__ import annotations

import asyncio
from typing import Any

from live import desk_first, requests
from live.desk_first import DeskFirst
from live.known_sessions import MOST, KnownSessions
from tests.live.test_published import Front

DESK = {"cookie": "a=b; sessionid=somebody"}
SEARCH = "/t/open/?find=Ann"


class Held:
    """An application whose answers wait for a word, and what it was asked, in order."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        self.asked.append(scope["path"])
        if scope["path"].endswith("/desk/"):
            await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def front_of_held() -> tuple[Front, Held]:
    """A front where one session is somebody's, and the application behind it."""
    front, held = Front(), Held()
    front.published.application = held
    front.published.sessions = KnownSessions(lambda key: key == "somebody")
    return front, held


def test_the_public_waits_while_the_desk_is_answered(monkeypatch: Any) -> None:
    monkeypatch.setattr(desk_first, "LONGEST_WAIT", 60)

    async def scene() -> list[str]:
        front, held = front_of_held()
        desk = []
        for number in (1, 2):
            desk.append(asyncio.create_task(front.ask("/t/open/desk/", **DESK)))
            while len(held.asked) < number:
                await asyncio.sleep(0.001)  # a thread looks the first session up, and wants its turn
        search = asyncio.create_task(front.ask(SEARCH))
        for _turn in range(5):
            await asyncio.sleep(0)
        assert held.asked == ["/t/open/desk/"] * 2
        held.go_on.set()
        await asyncio.gather(*desk, search)
        return held.asked

    assert asyncio.run(scene()) == ["/t/open/desk/", "/t/open/desk/", "/t/open/"]


def test_phones_at_the_tables_wait_for_the_desk_and_the_public_waits_for_them(monkeypatch: Any) -> None:
    """Those that only look come after one that enters, though they came before."""
    monkeypatch.setattr(desk_first, "LONGEST_WAIT", 60)
    monkeypatch.setattr(desk_first, "PHONES_AT_ONCE", 1)

    async def scene() -> list[str]:
        front, held = front_of_held()
        desk = asyncio.create_task(front.ask("/t/open/desk/", **DESK))
        while not held.asked:
            await asyncio.sleep(0.001)
        later = [asyncio.create_task(front.ask(SEARCH))]
        later += [asyncio.create_task(front.ask(f"/p/open/1/{n}/live/")) for n in (1, 2, 3)]
        later += [asyncio.create_task(front.ask("/p/open/1/4/enter/", method="POST"))]
        for _turn in range(9):
            await asyncio.sleep(0)
        assert held.asked == ["/t/open/desk/"]
        held.go_on.set()
        await asyncio.gather(desk, *later)
        return held.asked

    first = ["/t/open/desk/", "/p/open/1/4/enter/"]
    looks = ["/p/open/1/1/live/", "/p/open/1/2/live/", "/p/open/1/3/live/"]
    assert asyncio.run(scene()) == [*first, *looks, "/t/open/"]


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
        front, held = front_of_held()
        desk = asyncio.create_task(front.ask("/t/open/desk/", **DESK))
        while not held.asked:
            await asyncio.sleep(0.001)
        searches = [asyncio.create_task(front.ask(SEARCH)) for _ in range(5)]
        await asyncio.sleep(0)
        held.go_on.set()
        return [(await request).status for request in (desk, *searches)]

    assert asyncio.run(scene()) == [200, 200, 200, 200, 503, 503]


def test_a_made_up_cookie_waits_with_the_public_and_a_good_session_goes_first(monkeypatch: Any) -> None:
    monkeypatch.setattr(desk_first, "LONGEST_WAIT", 60)
    made_up = ("foo=sessionid", "sessionid=x", "my-sessionid=somebody", "sessionid=")

    async def scene() -> list[str]:
        front, held = front_of_held()
        desk = asyncio.create_task(front.ask("/t/open/desk/", **DESK))
        while not held.asked:
            await asyncio.sleep(0.001)
        strangers = [asyncio.create_task(front.ask(f"/t/{n}/", cookie=made_up[n])) for n in range(4)]
        again = asyncio.create_task(front.ask("/t/open/room/", **DESK))
        await again
        held.go_on.set()
        await asyncio.gather(desk, *strangers)
        return held.asked

    asked = asyncio.run(scene())
    assert (asked[:2], sorted(asked[2:])) == (
        ["/t/open/desk/", "/t/open/room/"],
        ["/t/0/", "/t/1/", "/t/2/", "/t/3/"],
    )


def test_a_session_is_looked_up_once_until_it_is_signed_out_or_forgotten(monkeypatch: Any) -> None:
    looked_up: list[str] = []

    def look_up(key: str) -> bool:
        looked_up.append(key)
        return key == "good"

    async def scene() -> list[list[str]]:
        front = Front()
        front.published.application = Held()
        sessions = front.published.sessions = KnownSessions(look_up)
        lists = []

        async def ask() -> None:
            looked_up.clear()
            keys = ("good", "bad", "good", "bad")
            await asyncio.gather(*(front.ask(SEARCH, cookie=f"sessionid={key}") for key in keys))
            lists.append(sorted(looked_up))

        await ask()
        await ask()
        sessions.note("good", is_good=False)
        assert sessions.is_good("good") is False
        monkeypatch.setattr("live.known_sessions.time.monotonic", lambda: 1e12)
        await ask()
        return lists

    assert asyncio.run(scene()) == [["bad", "good"], [], ["bad", "good"]]


def test_made_up_sessions_beyond_those_that_may_wait_are_not_looked_up(monkeypatch: Any) -> None:
    monkeypatch.setattr(desk_first, "MOST_LOOK_UPS", 3)
    looked_up: list[str] = []

    async def scene() -> list[int]:
        front = Front()
        front.published.application = Held()
        front.published.sessions = KnownSessions(lambda key: bool(looked_up.append(key)))
        asking = (front.ask(SEARCH, cookie=f"sessionid=made-up-{number}") for number in range(9))
        return [reply.status for reply in await asyncio.gather(*asking)]

    assert asyncio.run(scene()) == [200] * 9
    assert looked_up == ["made-up-0", "made-up-1", "made-up-2"]


def test_what_is_remembered_of_requests_is_bounded() -> None:
    """A header may have 64,000 signs, and thousands of requests are remembered."""
    caches = (requests.asked_for, requests.marked_at, requests.language_among, requests.encoding_among)
    for cache in caches:
        cache.cache_clear()
    scope = {"path": "/t/open/", "query_string": b"", "scheme": "http"}
    for number in range(3):
        long = b"%d" % number * 60_000
        headers = dict.fromkeys(
            (b"cookie", b"host", b"accept-language", b"accept-encoding", b"hx-request"), long
        )
        requests.published_request(scope, headers)
        requests.published_request({**scope, "path": "/t/open/" + long.decode()}, {})
        requests.encoding_of(headers)
        requests.published_request(scope, {b"cookie": b"other=" + long, b"accept-language": long})
    # One choice of languages for each beginning; one request in the one language that comes of them.
    assert [cache.cache_info().currsize for cache in caches] == [1, 1, 3, 0]
    assert requests.language_of({b"cookie": b"django_language=es"}) == "es"


def test_what_is_known_of_sessions_is_bounded() -> None:
    sessions = KnownSessions(bool)
    sessions.note("good", is_good=True)
    for number in range(MOST + 1):
        sessions.note(f"made-up-{number}", is_good=False)
    assert [sessions.is_good(key) for key in ("good", "made-up-0", "made-up-1")] == [True, None, False]
