"""Public pages, made once per version of their tournament and served from memory.

A view marked `@published` names the version of its answer. `Published` stands in front of the application, keeps such
an answer in each language, and serves it until the hub knows a newer version, without a session, a query, a template
or a thread. Signed-in users are answered by the application itself.
"""

import asyncio
import gzip
import re
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import wraps
from hashlib import blake2b
from typing import Any

import brotli
from django.http import HttpResponseBase
from django.utils.translation import gettext, override

from tournament.access import Request
from tournament.live.desk_first import DeskFirst
from tournament.live.hub import Hub
from tournament.live.requests import (
    MAKING,
    PublishedRequest,
    Scope,
    encoding_of,
    is_signed_in,
    language_of,
    published_request,
)

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]
View = Callable[..., HttpResponseBase]

MOST_BYTES = 64_000_000
MOST_WAITING = 50
"""Answers that may wait to be made; whoever comes then is asked to come again, so that the desk has the processor."""
RETRY_AFTER = b"2"
# A shared cache counts whole seconds, so it hands out an answer for less than two. It has no leave to hand it out while
# it asks for a newer one: what was withheld meanwhile would be seen for a second more.
CACHE_CONTROL = b"public, max-age=0, s-maxage=1"
WRITTEN_HERE = frozenset({b"cache-control", b"content-length", b"etag", b"server-timing", b"vary"})
STREAM = re.compile(r"/t/[-\w]+/live/")
LANGUAGE_BY = (b"cookie", b"accept-language")


def published(view: View) -> View:
    """Marks a view whose answer is the same for everybody who is not signed in, and changes with the version alone.

    Anything that depends on the time, such as a clock, is computed by the browser from the time in the answer's
    headers.
    """

    @wraps(view)
    def marked(request: Request, *args: Any, **options: Any) -> HttpResponseBase:
        response = view(request, *args, **options)
        making: Making | None = getattr(request, "scope", {}).get(MAKING)
        if making is not None and request.tournament.is_public and not request.user.is_authenticated:
            making.version = request.tournament.version
        return response

    marked.published = True  # type: ignore[attr-defined]
    return marked


ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=5),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
}


@dataclass
class Making:
    """An answer while the application makes it."""

    version: int | None = None
    """The version it is of, once a marked view has said so; None: it is not for everybody."""
    start: Mapping[str, Any] = field(default_factory=dict)
    body: bytes = b""
    is_received: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the answer can be given to anybody: no error, and no cookie."""
        cookies = any(name.lower() == b"set-cookie" for name, _value in self.start["headers"])
        return bool(self.start["status"] == 200 and not cookies)

    async def receive(self) -> Mapping[str, Any]:
        """No body and no disconnect: others wait for the answer too."""
        if self.is_received:
            await asyncio.get_running_loop().create_future()
        self.is_received = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.body += message.get("body", b"")


class Answer:
    """A published answer, its bytes in each encoding that was asked for."""

    def __init__(self, version: int, making: Making) -> None:
        self.version = version
        headers = [(name.lower(), value) for name, value in making.start["headers"]]
        varies = [part.strip() for name, value in headers if name == b"vary" for part in value.split(b",")]
        self.headers: Headers = (
            *((name, value) for name, value in headers if name not in WRITTEN_HERE),
            (b"cache-control", CACHE_CONTROL),
            (b"vary", b", ".join(dict.fromkeys([*varies, b"Accept-Encoding"]))),
        )
        self.digest = blake2b(making.body, digest_size=12).hexdigest().encode()
        self.bodies = {"": making.body}
        self.heads: dict[tuple[str, int], Headers] = {}

    @property
    def size(self) -> int:
        return sum(map(len, self.bodies.values()))

    def etag(self, encoding: str) -> bytes:
        return b'"' + self.digest + (b"-" + encoding.encode() if encoding else b"") + b'"'

    def head(self, encoding: str, status: int) -> Headers:
        """The headers of an answer with this body that do not depend on when it is sent."""
        head = self.heads.get((encoding, status))
        if head is None:
            compressed = ((b"content-encoding", encoding.encode()),) * bool(encoding)
            length = ((b"content-length", b"%d" % len(self.bodies[encoding])),) * (status == 200)
            head = (*self.headers, (b"etag", self.etag(encoding)), *compressed, *length)
            self.heads[encoding, status] = head
        return head


class Published:
    """Stands in front of the application and answers published pages. `hub` knows the newest versions."""

    def __init__(self, application: Application, hub: Hub, *, most_bytes: int = MOST_BYTES) -> None:
        self.application = application
        self.hub = hub
        self.most_bytes = most_bytes
        self.answers: OrderedDict[PublishedRequest, Answer] = OrderedDict()
        self.bytes_kept = 0
        self.in_the_making: dict[PublishedRequest, asyncio.Future[Answer | None]] = {}
        self.desk_first = DeskFirst()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/t/") or STREAM.fullmatch(scope["path"]):
            await self.application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if is_signed_in(headers):
            async with self.desk_first.desk():
                await self.application(scope, receive, send)
            return
        request = published_request(scope, headers) if scope["method"] in ("GET", "HEAD") else None
        if request is not None and self.is_full(request):
            await too_many(request.language, send)
            return
        answer = await self.answer(request, scope) if request else None
        if request is None or answer is None:
            await self.for_one_reader(scope, receive, send, headers)
            return
        body = self.body(request, answer, encoding := encoding_of(headers.get(b"accept-encoding", b"")))
        is_current = is_known(answer.etag(encoding), headers.get(b"if-none-match", b""))
        await send(start_of(answer, encoding, 304 if is_current else 200))
        empty = is_current or scope["method"] == "HEAD"
        await send({"type": "http.response.body", "body": b"" if empty else body})

    async def for_one_reader(
        self, scope: Scope, receive: Receive, send: Send, headers: Mapping[bytes, bytes]
    ) -> None:
        """What is not kept for everybody: a search, a page of what is private. 503 where too many ask for such."""
        if self.desk_first.is_full:
            cookies, accepted = (headers.get(name, b"").decode("latin-1") for name in LANGUAGE_BY)
            await too_many(language_of(cookies, accepted), send)
            return
        async with self.desk_first.passing():
            await self.application(scope, receive, send)

    def is_full(self, request: PublishedRequest) -> bool:
        """Whether too many answers are waiting to be made for this one to start."""
        waits = len(self.in_the_making) >= MOST_WAITING and request not in self.in_the_making
        return waits and self.stored_answer(request) is None

    async def answer(self, request: PublishedRequest, scope: Scope) -> Answer | None:
        """The answer of the newest version, made now if necessary; None if it is not public."""
        if await self.known_version(request.slug) is None:
            return None
        answer = self.stored_answer(request) or await self.make(request, scope)
        if answer is not None and answer.version < (self.version(request.slug) or 0):
            # Something changed while it was made: what was just withheld may be in it.
            answer = self.stored_answer(request) or await self.make(request, scope)
        return answer

    def stored_answer(self, request: PublishedRequest) -> Answer | None:
        """The stored answer, if it is of the newest version."""
        answer = self.answers.get(request)
        if answer is None or answer.version != self.version(request.slug):
            return None
        self.answers.move_to_end(request)
        return answer

    def version(self, slug: str) -> int | None:
        """The newest version of the tournament with this address, None where the hub does not know it."""
        self.hub.watch_always()
        with suppress(sqlite3.OperationalError):  # the watcher meets it too, and forgets everything
            self.hub.look()
        versions = self.hub.versions.get(slug)
        return versions.version if versions else None

    async def known_version(self, slug: str) -> int | None:
        """`version`, awaited while the process is young: many arrive first after a restart."""
        version = self.version(slug)
        if version is None and await self.hub.first_look():
            version = self.version(slug)
        return version

    async def make(self, request: PublishedRequest, scope: Scope) -> Answer | None:
        """The answer, made once for all who ask for it meanwhile; None if it is not public."""
        if request in self.in_the_making:
            return await asyncio.shield(self.in_the_making[request])
        future = self.in_the_making[request] = asyncio.get_running_loop().create_future()
        answer = None
        try:
            async with self.desk_first.public():
                making = Making()
                await self.application(request.scope(scope, making), making.receive, making.send)
            if making.version is not None and making.is_whole:
                answer = Answer(making.version, making)
                self.keep(request, answer)
        finally:
            del self.in_the_making[request]
            future.set_result(answer)
        return answer

    def keep(self, request: PublishedRequest, answer: Answer) -> None:
        """Stores the answer in place of the one before, and drops the least recently used."""
        self.drop(request)
        self.answers[request] = answer
        self.bytes_kept += answer.size
        self.make_room()

    def drop(self, request: PublishedRequest) -> None:
        if request in self.answers:
            self.bytes_kept -= self.answers.pop(request).size

    def forget(self) -> None:
        """Drops every answer."""
        self.answers.clear()
        self.bytes_kept = 0

    def make_room(self) -> None:
        while self.bytes_kept > self.most_bytes:
            self.drop(next(iter(self.answers)))

    def body(self, request: PublishedRequest, answer: Answer, encoding: str) -> bytes:
        """The bytes of an answer, compressed once; their size counts towards the limit."""
        if encoding not in answer.bodies:
            answer.bodies[encoding] = ENCODERS[encoding](answer.bodies[""])
            if self.answers.get(request) is answer:
                self.bytes_kept += len(answer.bodies[encoding])
                self.make_room()
        return answer.bodies[encoding]


def start_of(answer: Answer, encoding: str, status: int) -> Mapping[str, Any]:
    """The head of an answer with the time it is sent at, in milliseconds, from which its clock counts."""
    sent = (b"server-timing", b"sent;dur=%d" % (time.time() * 1000))
    return {
        "type": "http.response.start",
        "status": status,
        "headers": [*answer.head(encoding, status), sent],
    }


def is_known(etag: bytes, if_none_match: bytes) -> bool:
    """Whether a browser's `If-None-Match` names this answer."""
    return (
        any(part.strip().removeprefix(b"W/") in (etag, b"*") for part in if_none_match.split(b","))
        if if_none_match
        else False
    )


async def too_many(language: str, send: Send) -> None:
    """503 with a sentence, at no cost: too many ask at once for answers that have to be made."""
    with override(language):
        body = gettext("Very many people are looking at once. Please try again in a moment.").encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", RETRY_AFTER),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
