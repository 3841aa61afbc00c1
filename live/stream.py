"""The stream of server-sent events that tells browsers when to load their page again."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from live.hub import Versions, hub
from live.room import room

Newest = Callable[[int], Versions]
MayGoOn = Callable[[int], bool]
Look = Callable[[Versions], Awaitable[bool]]

HEARTBEAT_SECONDS = 15.0
NOTHING_SAID = {"version": None, "standings": None}
MOST_OF_STRANGERS = 200
"""Streams at once of whoever is not signed in, within the room there is for all; browsers of players have theirs from
`parts`."""

_strangers = 0
_looks: dict[int, tuple[Versions, asyncio.Task[bool]]] = {}
"""Of each topic that strangers watch, the last change and whether they still may after it."""


def streamed(topic: int, newest: Newest, may_go_on: MayGoOn | None, *, sees_all: bool) -> HttpResponseBase:
    """Server-sent events `change` with the topic's versions, the first one at once.

    The browser compares them with the version of its page, so it notices changes while it was disconnected. `newest`
    gives the versions where the hub has not heard of them yet. `may_go_on` is for strangers: asked after each change,
    whether they still may watch. While something is withheld, whoever does not see all (`sees_all`) is told to look
    again at every sign of life instead, without numbers: they would count what is withheld.
    """
    is_stranger = may_go_on is not None
    if room.is_full(is_staff=not is_stranger) or (is_stranger and _strangers >= MOST_OF_STRANGERS):
        return HttpResponse(status=503, headers={"Retry-After": "30", "Cache-Control": "no-store"})
    return StreamingHttpResponse(
        of_strangers(topic, newest, may_go_on)
        if may_go_on
        else in_its_room(events(topic, newest, sees_all=sees_all)),
        content_type="text/event-stream",
        # "identity" keeps the compressing middleware away: an event must not wait in its buffer.
        headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
    )


async def of_strangers(topic: int, newest: Newest, may_go_on: MayGoOn) -> AsyncIterator[bytes]:
    """The events of a topic for somebody who is not signed in; the stream counts while it is open."""
    global _strangers
    _strangers += 1
    try:
        stream = events(topic, newest, partial(still_may, may_go_on), sees_all=False)
        async for event in in_its_room(stream):
            yield event
    finally:
        _strangers -= 1
        if not _strangers:
            _looks.clear()


async def in_its_room(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    with room.taken():
        async for event in stream:
            yield event


async def still_may(may_go_on: MayGoOn, change: Versions) -> bool:
    """Whether strangers may watch after this change: asked once for all of them."""
    look = _looks.get(change.topic)
    if look is None or look[0] is not change:
        asking = sync_to_async(may_go_on, thread_sensitive=False)(change.topic)
        look = _looks[change.topic] = change, asyncio.ensure_future(asking)
    return await asyncio.shield(look[1])


def give_back_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()


async def events(
    topic: int, newest: Newest, may_go_on: Look | None = None, *, sees_all: bool = True
) -> AsyncIterator[bytes]:
    yield b"retry: 1500\n\n"
    async with hub.listen(topic) as listener:
        # Read after listening began, so that no change falls between the two.
        latest = hub.versions_of(topic) or await sync_to_async(newest)(topic)
        yield event(latest, sees_all=sees_all)
        time = asyncio.get_running_loop().time
        sign_of_life = time() + HEARTBEAT_SECONDS
        while True:
            change = await listener.wait(sign_of_life - time())
            if listener.has_ended:
                return
            if change is None:
                # At its moment, whatever was withheld meanwhile.
                sign_of_life = time() + HEARTBEAT_SECONDS
                yield b": still here\n\n" if sees_all or latest.is_whole else event(latest, sees_all=sees_all)
            elif change != latest:
                if may_go_on and not await may_go_on(change):
                    return
                is_told = sees_all or latest.is_whole or change.is_whole
                latest = change
                if is_told:
                    yield event(change, sees_all=sees_all)


def event(change: Versions, *, sees_all: bool) -> bytes:
    is_said = sees_all or change.is_whole
    data = {"version": change.version, "standings": change.detail} if is_said else NOTHING_SAID
    return f"event: change\ndata: {json.dumps(data)}\n\n".encode()
