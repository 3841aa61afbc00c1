"""The stream of server-sent events that tells browsers when to load their page again."""

import json
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpResponse, HttpResponseBase, HttpResponseNotAllowed, StreamingHttpResponse

from tournament.access import Request, get_tournament
from tournament.live.hub import TournamentVersions, hub
from tournament.live.room import room
from tournament.models import Tournament

HEARTBEAT_SECONDS = 15.0
MOST_OF_STRANGERS = 200
"""Streams at once of whoever is not signed in, within the room there is for all; browsers of players have theirs from
`parts`."""

_strangers = 0


async def live(request: Request, slug: str) -> HttpResponseBase:
    """Server-sent events `change` with the tournament's versions, the first one at once.

    The browser compares them with the version of its page, so it notices changes while it was disconnected.
    """
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    tournament = await sync_to_async(tournament_key)(request, slug)
    is_stranger = getattr(request, "role", None) is None
    if room.is_full(is_staff=not is_stranger) or (is_stranger and _strangers >= MOST_OF_STRANGERS):
        return HttpResponse(status=503, headers={"Retry-After": "30", "Cache-Control": "no-store"})
    return StreamingHttpResponse(
        of_strangers(tournament) if is_stranger else in_its_room(tournament),
        content_type="text/event-stream",
        # "identity" keeps the compressing middleware away: an event must not wait in its buffer.
        headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
    )


async def of_strangers(tournament: int) -> AsyncIterator[bytes]:
    """The events of a tournament for somebody who is not signed in; the stream counts while it is open."""
    global _strangers
    _strangers += 1
    try:
        async for event in in_its_room(tournament):
            yield event
    finally:
        _strangers -= 1


async def in_its_room(tournament: int) -> AsyncIterator[bytes]:
    with room.taken():
        async for event in events(tournament):
            yield event


def tournament_key(request: Request, slug: str) -> int:
    """The key of a tournament that this user may watch."""
    try:
        return get_tournament(request, slug, may="watch").pk
    finally:
        give_back_connection()


def versions(tournament: int) -> TournamentVersions:
    try:
        names = "pk", "version", "standings_version", "slug"
        return TournamentVersions(*Tournament.objects.values_list(*names).get(pk=tournament))
    finally:
        give_back_connection()


def give_back_connection() -> None:
    """Returns the database connection: a stream may stay open for hours."""
    if not connection.in_atomic_block:
        connection.close()


async def events(tournament: int) -> AsyncIterator[bytes]:
    yield b"retry: 1500\n\n"
    async with hub.listen(tournament) as listener:
        # Read after listening began, so that no change falls between the two.
        latest = hub.versions_of(tournament) or await sync_to_async(versions)(tournament)
        yield event(latest)
        while not listener.has_ended:
            change = await listener.wait(HEARTBEAT_SECONDS)
            if change is None:
                yield b": still here\n\n"
            elif change != latest:
                latest = change
                yield event(change)


def event(change: TournamentVersions) -> bytes:
    data = json.dumps({"version": change.version, "standings": change.standings_version})
    return f"id: {change.version}\nevent: change\ndata: {data}\n\n".encode()
