"""Streams that carry what changed: a browser that has the text of a page's part is given the next one line by line.

What is made and compared, is made and compared once for all who look at the same part in the same language. The events:
`now` says which text is the newest, `part` brings the change to the next one, and `missed` says that some were left out
because this browser reads slowly; then it asks for the whole part.
"""

import asyncio
import re
import resource
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from tournament.live.delta import delta
from tournament.live.published import (
    Answer,
    Application,
    Asked,
    Published,
    Receive,
    Scope,
    Send,
    published_request,
    too_many,
)

HEARTBEAT_SECONDS = 15.0
RESERVED_FILES = 256
"""Connections and files that are kept for everything but streams."""
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
    version: int = 0
    has_missed: bool = False
    has_left: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, version: int, message: bytes) -> None:
        self.has_missed = self.latest is not None
        self.latest, self.version = message, version
        self.woken.set()

    def leave(self) -> None:
        self.has_left = True
        self.woken.set()

    async def next(self) -> bytes | None:
        """What to send next: news, or a sign of life after a while without any. None: the end."""
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self.woken.wait()
        except TimeoutError:
            return b": still here\n\n"
        self.woken.clear()
        if self.has_left or self.latest is None:
            return None
        message = event("missed", version=self.version) if self.has_missed else self.latest
        self.latest, self.has_missed = None, False
        return message


class Part:
    """A part of a page while somebody looks at it: its newest text, and who looks."""

    def __init__(self, published: Published, request: Asked, scope: Scope, tournament: int) -> None:
        self.published = published
        self.request = request
        self.scope = scope
        self.tournament = tournament
        self.viewers: set[Viewer] = set()
        self.answer: Answer | None = None
        self.lines: list[str] = []
        self.is_ready = asyncio.Event()
        self.following = asyncio.create_task(self.follow())

    async def follow(self) -> None:
        """Tells the viewers of every change, until the part is nobody's or not for everybody any more."""
        try:
            async with self.published.hub.listen(self.tournament) as listener:
                while await self.make():
                    self.is_ready.set()
                    while await listener.wait(HEARTBEAT_SECONDS) is None:
                        pass
        finally:
            self.answer = None
            self.is_ready.set()
            for viewer in self.viewers:
                viewer.leave()

    async def make(self) -> bool:
        """Makes the text of the newest version and tells what changed; False when there is none to tell of."""
        answer = await self.published.answer(self.request, self.scope)
        if answer is None:
            return False
        lines = answer.bodies[""].decode().split("\n")
        if self.answer is not None and answer.digest != self.answer.digest:
            message = event(
                "part",
                version=answer.version,
                old=self.answer.digest.decode(),
                new=answer.digest.decode(),
                steps=delta(self.lines, lines),
            )
            for viewer in self.viewers:
                viewer.tell(answer.version, message)
        self.answer, self.lines = answer, lines
        return True


class PartStreams:
    """Stands in front of `published` and answers the streams of who is not signed in."""

    def __init__(self, application: Application, published: Published, *, most: int | None = None) -> None:
        self.application = application
        self.published = published
        files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.most = max(files // 2, files - RESERVED_FILES) if most is None else most
        self.open = 0
        self.parts: dict[Asked, Part] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (
            ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        )
        request = part_request(scope, address[1]) if address else None
        known = self.published.hub.versions.get(address[1]) if address else None
        if request is None or known is None:
            await self.application(scope, receive, send)
            return
        if self.open >= self.most:
            await too_many(request.language, send)
            return
        viewer = Viewer()
        self.open += 1
        part = self.parts.get(request)
        if part is None:
            part = self.parts[request] = Part(self.published, request, scope, known.tournament)
        part.viewers.add(viewer)
        try:
            await part.is_ready.wait()
            if part.answer is None:
                await self.application(scope, receive, send)
            else:
                await stream(part.answer, viewer, receive, send)
        finally:
            self.open -= 1
            part.viewers.discard(viewer)
            if not part.viewers and self.parts.get(request) is part:
                del self.parts[request]
                part.following.cancel()


def part_request(scope: Scope, slug: str) -> Asked | None:
    """The published part that a stream is asked for (`?part=` and its address), of the same tournament."""
    [address] = parse_qs(scope["query_string"].decode("latin-1")).get("part", [""])[:1]
    part = urlsplit(address)
    if part.scheme or part.netloc or not part.path.startswith(f"/t/{slug}/"):
        return None
    headers = {**dict(scope["headers"]), b"hx-request": b"true"}
    return published_request(
        {**scope, "path": part.path, "query_string": part.query.encode("latin-1", "replace")}, headers
    )


async def stream(newest: Answer, viewer: Viewer, receive: Receive, send: Send) -> None:
    """Sends events until the browser hangs up or the part is not for everybody any more."""

    async def hang_up() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        viewer.leave()

    listening = asyncio.create_task(hang_up())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        first = b"retry: 1500\n\n" + event("now", version=newest.version, digest=newest.digest.decode())
        await send({"type": "http.response.body", "body": first, "more_body": True})
        while (message := await viewer.next()) is not None:
            await send({"type": "http.response.body", "body": message, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        listening.cancel()
