"""The stream tells every change, on either database, and gives its database connection back."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.test import AsyncClient
from django.urls import reverse

from live.hub import Listener, Versions, hub
from live.stream import events
from record.journal import record
from record.verbs import Verb
from tests import builders
from tournament.models import Tournament
from tournament.watching import versions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

SECONDS = 10


def change(tournament: Tournament, *, standings: bool = False) -> None:
    try:
        with transaction.atomic():
            record(tournament, Verb.SETTINGS_CHANGED, "anything", by=None, standings=standings)
    finally:
        connection.close()


async def next_change(stream: AsyncIterator[bytes]) -> dict[str, int]:
    """The next change event's data; comments and the retry line are passed over."""
    while True:
        event = await asyncio.wait_for(anext(stream), SECONDS)
        for line in event.decode().splitlines():
            if line.startswith("data: "):
                data: dict[str, int] = json.loads(line.removeprefix("data: "))
                return data


def test_a_change_is_told_to_every_listener_and_the_watcher_ends_with_the_last() -> None:
    tournament = builders.tournament(builders.cast().club)

    async def scene() -> list[dict[str, int]]:
        first, second = events(tournament.pk, versions), events(tournament.pk, versions)
        heard = [await next_change(first), await next_change(second)]
        await sync_to_async(change)(tournament, standings=True)
        heard += [await next_change(first), await next_change(second)]
        await first.aclose()
        await sync_to_async(change)(tournament)
        heard.append(await next_change(second))
        await second.aclose()
        return heard

    nothing, accepted, changed = (
        {"version": version, "standings": standings} for version, standings in ((0, 0), (1, 1), (2, 1))
    )
    assert asyncio.run(scene()) == [nothing, nothing, accepted, accepted, changed]
    assert (dict(hub.listeners), hub.watcher) == ({}, None)


def test_a_change_of_another_tournament_is_not_told() -> None:
    club = builders.cast().club
    tournament, other = builders.tournament(club), builders.tournament(club)

    async def scene() -> dict[str, int]:
        stream = events(tournament.pk, versions)
        await next_change(stream)
        await sync_to_async(change)(other)
        await sync_to_async(change)(tournament)
        heard = await next_change(stream)
        await stream.aclose()
        return heard

    assert asyncio.run(scene()) == {"version": 1, "standings": 0}


def test_what_a_rolled_back_transaction_did_is_not_told() -> None:
    tournament = builders.tournament(builders.cast().club)

    def undone() -> None:
        try:
            with transaction.atomic():
                record(tournament, Verb.SETTINGS_CHANGED, "anything", by=None)
                transaction.set_rollback(True)
        finally:
            connection.close()

    async def scene() -> dict[str, int]:
        stream = events(tournament.pk, versions)
        await next_change(stream)
        await sync_to_async(undone)()
        await sync_to_async(change)(tournament, standings=True)
        heard = await next_change(stream)
        await stream.aclose()
        return heard

    assert asyncio.run(scene()) == {"version": 1, "standings": 1}


def test_the_page_asks_for_a_stream_and_gets_one() -> None:
    tournament = builders.tournament(builders.cast().club)

    async def scene() -> tuple[str, str]:
        response = await AsyncClient().get(reverse("live", args=[tournament.slug]))
        stream = aiter(response.streaming_content)
        first = await anext(stream)
        await stream.aclose()
        return response["Content-Type"], first.decode()

    assert asyncio.run(scene()) == ("text/event-stream", "retry: 1500\n\n")


@pytest.mark.parametrize("values", [{"is_public": False}, {"deleted_at": datetime(2026, 11, 22, tzinfo=UTC)}])
def test_a_plain_stream_of_a_stranger_ends_when_its_tournament_is_hidden(values: dict[str, Any]) -> None:
    tournament = builders.tournament(builders.cast().club)

    def hide() -> None:
        Tournament.objects.filter(pk=tournament.pk).update(**values)
        change(tournament)

    async def scene() -> list[dict[str, int]]:
        streams = [
            aiter((await AsyncClient().get(reverse("live", args=[tournament.slug]))).streaming_content)
            for _browser in range(2)
        ]
        heard = [await next_change(stream) for stream in streams]
        await sync_to_async(change)(tournament)
        heard += [await next_change(stream) for stream in streams]
        await sync_to_async(hide)()
        for stream in streams:
            with pytest.raises(StopAsyncIteration):
                await next_change(stream)
        return heard

    versions = [{"version": version, "standings": 0} for version in (0, 0, 1, 1)]
    assert asyncio.run(scene()) == versions


def test_a_stream_ends_when_the_process_stops() -> None:
    tournament = builders.tournament(builders.cast().club)

    async def scene() -> list[bytes]:
        stream = events(tournament.pk, versions)
        await next_change(stream)
        hub.end_streams()
        return [chunk async for chunk in stream]

    assert asyncio.run(scene()) == []


@pytest.mark.parametrize("turns", range(5))
def test_a_browser_that_leaves_in_the_moment_of_a_change_ends_its_stream(turns: int) -> None:
    """However many turns of the loop lie between the change and the leaving, the wait has ended after both."""

    async def scene() -> bool:
        listener = Listener()
        waiting = asyncio.create_task(listener.wait(SECONDS))
        await asyncio.sleep(0)
        listener.notify(Versions(1, 1, 1, True, "open"))
        for _ in range(turns):
            await asyncio.sleep(0)
        told_before = waiting.done()
        waiting.cancel()
        await asyncio.wait([waiting])
        return told_before or waiting.cancelled()

    assert asyncio.run(scene())


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_a_stream_is_only_read(method: str) -> None:
    tournament = builders.tournament(builders.cast().club)

    async def scene() -> int:
        return (await getattr(AsyncClient(), method)(reverse("live", args=[tournament.slug]))).status_code

    assert asyncio.run(scene()) == 405
