import asyncio
from collections.abc import Mapping
from typing import Any

from live.gate import in_turn


def test_only_so_many_requests_are_worked_on_and_a_stream_that_has_begun_is_none_of_them() -> None:
    at_work, most_at_work, go_on = 0, 0, asyncio.Event()
    begun: list[int] = []

    async def application(scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        nonlocal at_work, most_at_work
        while (await receive())["more_body"]:
            pass
        at_work += 1
        most_at_work = max(most_at_work, at_work)
        await asyncio.sleep(0)
        at_work -= 1
        await send({"type": "http.response.start"})
        await go_on.wait()

    async def ask(chunks: int) -> None:
        left = chunks

        async def receive() -> Mapping[str, Any]:
            nonlocal left
            left -= 1
            return {"type": "http.request", "more_body": left > 0}

        async def send(_message: Mapping[str, Any]) -> None:
            begun.append(chunks)
            if len(begun) == 6:
                go_on.set()

        await in_turns({"type": "http"}, receive, send)

    async def scene() -> None:
        await asyncio.gather(*(ask(chunks) for chunks in (1, 2, 3, 1, 2, 3)))

    in_turns = in_turn(application, 2)
    asyncio.run(scene())
    assert (most_at_work, len(begun)) == (2, 6)


def test_a_request_that_fails_gives_its_turn_back() -> None:
    async def fails(scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        await receive()
        raise RuntimeError

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request"}

    async def scene() -> list[Any]:
        requests = (in_turns({}, receive, receive) for _time in range(3))
        return await asyncio.gather(*requests, return_exceptions=True)

    in_turns = in_turn(fails, 1)
    assert [type(answer) for answer in asyncio.run(scene())] == [RuntimeError] * 3
