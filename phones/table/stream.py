"""The stream of a table's phones: each is sent its own chair's part whenever what the table shows has changed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from live.hub import hub
from live.room import room
from live.stream import HEARTBEAT_SECONDS
from phones.table.made import TOKEN, made


def streamed(
    table: int, topic: int, tournament: int, letter: str, language: str, token: str
) -> HttpResponseBase:
    """Server-sent events `table` with the part for the chair at `letter`, the first one at once.

    `token` is what the forms in it are sent with.
    """
    if room.is_full():
        return HttpResponse(status=503, headers={"Retry-After": "10", "Cache-Control": "no-store"})
    return StreamingHttpResponse(
        events(table, topic, tournament, letter, language, token),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
    )


async def events(
    table: int, topic: int, tournament: int, letter: str, language: str, token: str
) -> AsyncIterator[bytes]:
    shown = ""
    with room.taken():
        yield b"retry: 1500\n\n"
        async with hub.listen(topic, tournament) as listener:
            while True:
                hall = await made.hall(tournament, version_of(tournament))
                version = (version_of(topic), *hall.of(table))
                part = (await made.parts(table, version, language)).get(letter, "")
                if part != shown:
                    shown = part
                    yield b"event: table\ndata: %s\n\n" % json.dumps(part.replace(TOKEN, token)).encode()
                while await listener.wait(HEARTBEAT_SECONDS) is None:
                    if listener.has_ended:
                        return
                    yield b": still here\n\n"


def version_of(topic: int) -> int:
    versions = hub.versions_of(topic)
    return versions.version if versions else 0
