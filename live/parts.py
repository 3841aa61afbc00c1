"""Streams that carry changes: a browser that has the text of a page's part gets the next one line by line.

Each text and each difference is computed once for all viewers of the same part in the same language. Events: `now`
names the newest text, `part` has the change to the next one, `missed` says that some were left out because this
browser reads slowly; it then loads the whole part.
"""

import asyncio
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from live.delta import delta
from live.desk_first import LONGEST_WAIT
from live.gate import WRITE, Application, Receive, Scope, Send, Write
from live.published import Published, PublishedAnswer, too_many
from live.requests import PublishedRequest, published_request
from live.room import Room
from live.room import room as process_room

HEARTBEAT_SECONDS = 15.0
REST, LONGEST_REST = 3, 0.4
"""After a change was made and sent nothing more is for `REST` times as long, at most so many seconds: however fast
sets are accepted, a part takes a quarter of the process. What changes meanwhile is sent together."""
TOLD_AT_ONCE = 50
"""Viewers whose events are written before anything else of the process has its turn."""
RECONNECT_MILLISECONDS = (500, 4000)
"""When a browser whose stream was cut comes back: a random moment, or all would come at once."""
ADDRESS = re.compile(r"/t/([-\w]+)/live/")
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


def event(name: str, **values: Any) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(values))


@dataclass(eq=False)
class Viewer:
    """One open stream. Only the newest event is kept for it."""

    latest: bytes | None = None
    has_missed: bool = False
    has_left: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    write: Write | None = None
    """Sends at once, where the server can do that and the stream has begun."""

    def tell(self, message: bytes) -> None:
        if self.write is not None and self.latest is None and self.write(message):
            return
        self.has_missed = self.latest is not None
        self.latest = message
        self.woken.set()

    def leave(self) -> None:
        self.has_left = True
        self.woken.set()

    async def next(self) -> bytes | None:
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self.woken.wait()
        except TimeoutError:
            return b": still here\n\n"
        self.woken.clear()
        if self.has_left or self.latest is None:
            return None
        message = event("missed") if self.has_missed else self.latest
        self.latest, self.has_missed = None, False
        return message


class Part:
    """A part of a page while it has viewers: its newest text, and the viewers."""

    def __init__(self, published: Published, request: PublishedRequest, scope: Scope, topic: int) -> None:
        self.published = published
        self.request = request
        self.scope = scope
        self.topic = topic
        self.viewers: set[Viewer] = set()
        self.answer: PublishedAnswer | None = None
        self.lines: list[str] = []
        self.is_ready = asyncio.Event()
        self.following = asyncio.create_task(self.follow())

    async def follow(self) -> None:
        """Sends changes to the viewers until the part has none, is no longer public, or the process stops."""
        try:
            async with self.published.hub.listen(self.topic) as listener:
                began = time.monotonic()
                while await self.make():
                    self.is_ready.set()
                    await asyncio.sleep(min(LONGEST_REST, REST * (time.monotonic() - began)))
                    while await listener.wait(HEARTBEAT_SECONDS) is None:
                        if listener.has_ended:
                            return
                    began = time.monotonic()
        finally:
            self.answer = None
            self.is_ready.set()
            for viewer in self.viewers:
                viewer.leave()

    async def make(self) -> bool:
        """Makes the text of the newest version and sends the change; False where it is not public any more."""
        answer = await self.published.answer(self.request, self.scope)
        if answer is None:
            return False
        previous, previous_lines = self.answer, self.lines
        # From here on a new viewer begins with the new text.
        self.answer, self.lines = answer, answer.bodies[""].decode().split("\n")
        if previous is not None and previous.digest != answer.digest:
            steps = delta(previous_lines, self.lines)
            old, new = previous.digest.decode(), answer.digest.decode()
            await self.tell(event("part", version=answer.said_version, old=old, new=new, steps=steps))
        return True

    async def tell(self, message: bytes) -> None:
        """Tells all viewers, between the requests of scorekeepers."""
        viewers = list(self.viewers)
        by = asyncio.get_running_loop().time() + LONGEST_WAIT
        for first in range(0, len(viewers), TOLD_AT_ONCE):
            await self.published.desk_first.quiet(by)
            for viewer in viewers[first : first + TOLD_AT_ONCE]:
                viewer.tell(message)
            await asyncio.sleep(0)


class PartStreams:
    """Stands in front of `published` and answers the streams of users who are not signed in."""

    def __init__(self, application: Application, published: Published, room: Room = process_room) -> None:
        self.application = application
        self.published = published
        self.room = room
        self.parts: dict[PublishedRequest, Part] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (
            ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        )
        request = part_request(scope, address[1]) if address else None
        if request is not None and await self.published.is_signed_in(dict(scope["headers"])):
            request = None
        if request is None or await self.published.known_version(request.slug) is None:
            await self.application(scope, receive, send)
            return
        versions = self.published.hub.versions[request.slug]
        if not self.published.is_usual(request.host):
            await self.application(scope, receive, send)
            return
        if self.room.is_full():
            await too_many(request.language, send)
            return
        viewer = Viewer()
        part = self.parts.get(request)
        if part is None:
            part = self.parts[request] = Part(self.published, request, scope, versions.topic)
        part.viewers.add(viewer)
        try:
            with self.room.taken():
                await part.is_ready.wait()
                if part.answer is not None:
                    write = scope.get("extensions", {}).get(WRITE)
                    await stream(part.answer, viewer, receive, send, write)
                    return
        finally:
            part.viewers.discard(viewer)
            if not part.viewers and self.parts.get(request) is part:
                del self.parts[request]
                part.following.cancel()
        await self.application(scope, receive, send)


def part_request(scope: Scope, slug: str) -> PublishedRequest | None:
    """The part for everybody that a stream asks for (`?part=` with its address), of the same topic."""
    [address] = parse_qs(scope["query_string"].decode("latin-1")).get("part", [""])[:1]
    part = urlsplit(address)
    if part.scheme or part.netloc or not part.path.startswith(f"/t/{slug}/"):
        return None
    headers = {**dict(scope["headers"]), b"hx-request": b"true"}
    request = published_request({**scope, "path": part.path, "query_string": b""}, headers)
    return None if request and request.one else request


async def stream(
    newest: PublishedAnswer, viewer: Viewer, receive: Receive, send: Send, write: Write | None = None
) -> None:
    """Sends events until the browser disconnects or the part is no longer public."""

    async def hang_up() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        viewer.leave()

    listening = asyncio.create_task(hang_up())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        comes_back_after = random.randint(*RECONNECT_MILLISECONDS)  # noqa: S311 (no secret)
        now = event("now", version=newest.said_version, digest=newest.digest.decode())
        first = b"retry: %d\n\n" % comes_back_after + now
        await send({"type": "http.response.body", "body": first, "more_body": True})
        viewer.write = write
        while (message := await viewer.next()) is not None:
            await send({"type": "http.response.body", "body": message, "more_body": True})
        viewer.write = None
        await send({"type": "http.response.body", "body": b""})
    finally:
        viewer.write = None
        listening.cancel()
