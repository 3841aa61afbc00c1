"""A stranger who sends half a request, or makes up names, holds nobody up."""

import asyncio
from typing import Any

from live import published
from live.gate import within
from live.requests import published_request
from tests.live.test_desk_first import SEARCH, front_of_held


def test_half_a_request_holds_no_page_of_everybody_up() -> None:
    async def scene() -> int:
        front, held = front_of_held()
        held.go_on.set()

        async def never() -> Any:
            await asyncio.get_running_loop().create_future()

        async def reads_first(scope: Any, receive: Any, send: Any) -> None:
            await receive()

        gate = front.published.desk_first
        half = asyncio.create_task(within(gate.passing, reads_first, {}, never, never))
        await asyncio.sleep(0)
        assert gate.waiting == 0
        half.cancel()
        return (await front.ask(SEARCH)).status

    assert asyncio.run(scene()) == 200


def test_an_address_written_otherwise_and_its_query_are_no_pages_of_their_own(db: None) -> None:
    headers = {b"host": b"hall"}

    def asked(path: str, query: bytes = b"") -> Any:
        return published_request({"path": path, "query_string": query, "scheme": "http"}, headers)

    assert asked("/t/open/player/007/") is None
    assert asked("/t/open/player/7/", b"me=12").query == b""


def test_names_made_up_beyond_a_few_take_the_place_of_a_single_reader() -> None:
    front, _held = front_of_held()
    front.published.hosts = {b"hall:%d" % port for port in range(published.MOST_HOSTS)}
    is_usual = front.published.is_usual
    assert (is_usual(b"hall:1"), is_usual(b"hall:9999")) == (True, False)
