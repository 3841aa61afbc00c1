"""The stream of a table's phones: each is sent its own chair's part whenever what the table shows has changed."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from live.gate import Gate
from live.hub import hub
from live.parts import RECONNECT_MILLISECONDS
from live.room import room
from live.stream import HEARTBEAT_SECONDS
from phones.access import Phone
from phones.models import PhoneTable
from phones.table.made import TOKEN, made

A_MOMENT = 0.1
"""Seconds in which whoever acted makes the parts for her own answer; then they are there for the whole table."""


def streamed(phone: Phone, row: PhoneTable, language: str, token: str, gate: Gate) -> HttpResponseBase:
    """Server-sent events: `table` with the part for the phone's chair, the first one at once; `moved` once the phone
    has nothing to look at here any more, so that its page looks again where it belongs.

    `row`: the table's. `token` is what the forms in it are sent with.
    """
    if room.is_full():
        return HttpResponse(status=503, headers={"Retry-After": "10", "Cache-Control": "no-store"})
    return StreamingHttpResponse(
        events(phone, row, language, token, gate),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"},
    )


async def events(
    phone: Phone, row: PhoneTable, language: str, token: str, gate: Gate
) -> AsyncIterator[bytes]:
    shown, tournament = "", phone.tournament.pk
    with room.taken():
        comes_back_after = random.randint(*RECONNECT_MILLISECONDS)  # noqa: S311 (no secret)
        yield b"retry: %d\n\n" % comes_back_after
        async with hub.listen(row.topic, tournament) as listener:
            while True:
                hall = await made.hall(tournament, version_of(tournament), gate)
                version = hall.version_of(row.table_id, version_of(row.topic))
                part = ""
                if hall.is_open(phone.opening):
                    part = await made.part(row.table_id, phone.entry.pk, version, language, gate)
                if not part:
                    yield b"event: moved\ndata: {}\n\n"
                    return
                if part != shown:
                    shown = part
                    yield b"event: table\ndata: %s\n\n" % json.dumps(part.replace(TOKEN, token)).encode()
                while await listener.wait(HEARTBEAT_SECONDS) is None:
                    if listener.has_ended:
                        return
                    yield b": still here\n\n"
                await asyncio.sleep(A_MOMENT)


def version_of(topic: int) -> int:
    versions = hub.versions_of(topic)
    return versions.version if versions else -1  # the hub knows nothing of it
