"""Public pages, made once per version of their topic and served from memory.

A view marked `@published` names the version of its answer. `Published` stands in front of the application, keeps such
an answer in each language, and serves it until the hub knows a newer version, without a session, a query, a template
or a thread. Somebody who is signed in is answered by the application itself.
"""

import asyncio
import gzip
import re
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import wraps
from hashlib import blake2b
from typing import Any

import brotli
from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.http import HttpResponseBase
from django.utils.translation import gettext, override

from live.desk_first import LOOKS, DeskFirst
from live.gate import Application, Receive, Scope, Send, within
from live.hub import Hub
from live.known_sessions import KnownSessions
from live.requests import (
    MAKING,
    PublishedRequest,
    encoding_of,
    language_of,
    published_request,
    session_of,
)

Headers = tuple[tuple[bytes, bytes], ...]
View = Callable[..., HttpResponseBase]

MOST_BYTES = 64_000_000
MOST_HOSTS = 8
"""Names with their port by which people reach this process: the hall's address, localhost, a host's own name."""
MOST_WAITING = 50
"""Answers that may wait to be made; whoever comes then is asked to come again, so that the desk has the processor."""
RETRY_AFTER = b"2"
# A shared cache counts whole seconds, so it hands out an answer for less than two. It has no leave to hand it out while
# it asks for a newer one: what was withheld meanwhile would be seen for a second more.
CACHE_CONTROL = b"public, max-age=0, s-maxage=1"
WRITTEN_HERE = frozenset({b"cache-control", b"content-length", b"etag", b"server-timing", b"vary"})
STREAM = re.compile(r"/t/[-\w]+/live/")


def published(view: View, *, listed_by: str = "", topic: str = "") -> View:
    """Marks a view whose answer is the same for everybody who is not signed in, and changes with the version alone.

    Anything that depends on the time, such as a clock, is computed by the browser from the time in the answer's
    headers. `listed_by`: the name of the view that `tells_of` those of whom, by `number`, this one has a page.
    `topic`: what the topic is called before the slug of the address, where it is no tournament's.
    """

    @wraps(view)
    def marked(request: Any, *args: Any, **options: Any) -> HttpResponseBase:
        response = view(request, *args, **options)
        making: Making | None = getattr(request, "scope", {}).get(MAKING)
        if making is not None and not request.user.is_authenticated:
            making.version = request.public_version
        return response

    marked.published = True  # type: ignore[attr-defined]
    marked.listed_by = listed_by  # type: ignore[attr-defined]
    marked.topic = topic  # type: ignore[attr-defined]
    return marked


def tells_of(request: Any, numbers: Iterable[int]) -> None:
    """Says of a published page who has one of their own beside it: `?me=` of anybody else is the page itself."""
    making: Making | None = getattr(request, "scope", {}).get(MAKING)
    if making is not None:
        making.ones = frozenset(map(str, numbers))


def depends_on(request: Any, versions: Mapping[str, int]) -> None:
    """Says of a published page which further topics it was made of, by slug, and in which version of each."""
    making: Making | None = getattr(request, "scope", {}).get(MAKING)
    if making is not None:
        making.further = dict(versions)


ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=5),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
}


@dataclass
class Making:
    version: int | None = None
    """The version it is of, once a marked view has said so; None: it is not for everybody."""
    ones: frozenset[str] = frozenset()
    """Who has a page of their own beside this one."""
    further: Mapping[str, int] = field(default_factory=dict)
    """The versions of the other topics that it was made of."""
    start: Mapping[str, Any] = field(default_factory=dict)
    body: bytes = b""
    is_received: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the answer can be given to anybody: no error, and no cookie."""
        cookies = any(name.lower() == b"set-cookie" for name, _value in self.start["headers"])
        return bool(self.start["status"] == 200 and not cookies)

    async def receive(self) -> Mapping[str, Any]:
        """No body and no disconnect: other requests wait for the same answer."""
        if self.is_received:
            await asyncio.get_running_loop().create_future()
        self.is_received = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.body += message.get("body", b"")


class PublishedAnswer:
    """Its bytes are kept in each encoding that was asked for."""

    def __init__(self, version: int, making: Making, *, is_whole: bool) -> None:
        self.version = version
        self.said_version = version if is_whole else None
        self.ones, self.further = making.ones, making.further
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

    def __init__(
        self, application: Application, hub: Hub, sessions: KnownSessions, *, most_bytes: int = MOST_BYTES
    ) -> None:
        self.application = application
        self.hub = hub
        self.sessions = sessions
        self.most_bytes = most_bytes
        self.answers: OrderedDict[PublishedRequest, PublishedAnswer] = OrderedDict()
        self.bytes_kept = 0
        self.in_the_making: dict[PublishedRequest, asyncio.Future[PublishedAnswer | None]] = {}
        self.desk_first = DeskFirst()
        self.hosts: set[bytes] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path.startswith("/p/"):
            looks = self.desk_first.phone_that_looks
            gate = self.desk_first.phone if scope["method"] == "POST" else looks
            await within(gate, self.application, {**scope, LOOKS: looks}, receive, send)
            return
        if not path.startswith(("/t/", "/s/")) or STREAM.fullmatch(path):
            await self.application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if await self.is_signed_in(headers):
            await within(self.desk_first.desk, self.application, scope, receive, send)
            return
        request = published_request(scope, headers) if scope["method"] in ("GET", "HEAD") else None
        if request is not None and request.one and not self.is_full(request.for_everybody()):
            request = await self.of_somebody(request, scope)
        if request is not None and self.is_full(request):
            await too_many(request.language, send)
            return
        answer = await self.answer(request, scope) if request else None
        if request is None or answer is None:
            await self.for_one_reader(scope, receive, send, headers)
            return
        body = self.body(request, answer, encoding := encoding_of(headers))
        is_current = is_known(answer.etag(encoding), headers.get(b"if-none-match", b""))
        await send(start_of(answer, encoding, 304 if is_current else 200))
        empty = is_current or scope["method"] == "HEAD"
        await send({"type": "http.response.body", "body": b"" if empty else body})

    async def is_signed_in(self, headers: Mapping[bytes, bytes]) -> bool:
        """Whether somebody is. A session that is not known takes its turn to be looked up, whoever made it up.

        Beyond those who may wait for that it is answered with the public, and known from then on if it is good.
        """
        key = session_of(headers)
        if not key:
            return False
        if self.sessions.is_good(key) is None and not self.desk_first.has_many_look_ups:
            async with self.desk_first.look_up():
                if self.sessions.is_good(key) is None:  # nobody looked it up meanwhile
                    with suppress(DatabaseError):  # the application meets it too, and says so
                        is_good = await sync_to_async(self.sessions.look_up)(key)
                        self.sessions.note(key, is_good=is_good)
        return self.sessions.is_good(key) is True

    async def for_one_reader(
        self, scope: Scope, receive: Receive, send: Send, headers: Mapping[bytes, bytes]
    ) -> None:
        """Answers what is not kept for everybody: a search, a private page. 503 where too many ask."""
        if self.desk_first.is_full:
            await too_many(language_of(headers), send)
            return
        await within(self.desk_first.passing, self.application, scope, receive, send)

    async def of_somebody(self, request: PublishedRequest, scope: Scope) -> PublishedRequest | None:
        """The request for a page of one player if there is such a player; else for the page without, if that is one."""
        everybody = request.for_everybody()
        answer = await self.answer(everybody, scope)
        if answer is None or request.one in answer.ones:
            return request
        return everybody if everybody.path == request.path else None

    def is_full(self, request: PublishedRequest) -> bool:
        """Whether too many answers are waiting to be made for this one to start.

        Never for what everybody asks for, what was kept before, and the pages of players: there are only so many.
        """
        if self.is_for_everybody(request) or request.one or request in self.answers:
            return False
        others = sum(not (self.is_for_everybody(made) or made.one) for made in self.in_the_making)
        return others >= MOST_WAITING and request not in self.in_the_making

    def is_for_everybody(self, request: PublishedRequest) -> bool:
        """Whether it is one of the pages that everybody asks for, by a name under which people come here."""
        return request.is_one_of_few and self.is_usual(request.host)

    def is_usual(self, host: bytes) -> bool:
        """A stranger may make up any number of ports; people come by a few names, the first of which are known."""
        return host in self.hosts or len(self.hosts) < MOST_HOSTS

    async def answer(self, request: PublishedRequest, scope: Scope) -> PublishedAnswer | None:
        """The answer of the newest version, made now if necessary; None if it is not public."""
        if await self.known_version(request.slug) is None:
            return None
        answer = self.stored_answer(request) or await self.make(request, scope)
        if answer is not None and self.is_behind(request, answer):
            # Something changed while it was made: what was just withheld may be in it.
            answer = self.stored_answer(request) or await self.make(request, scope)
        return answer

    def stored_answer(self, request: PublishedRequest) -> PublishedAnswer | None:
        answer = self.answers.get(request)
        if answer is None or answer.version != self.version(request.slug) or self.is_behind(request, answer):
            return None
        self.answers.move_to_end(request)
        return answer

    def is_behind(self, request: PublishedRequest, answer: PublishedAnswer) -> bool:
        """Whether something that it was made of has changed since."""
        newest = self.version(request.slug)
        if answer.version < (newest or 0):
            return True
        known = self.hub.versions
        return any(
            slug not in known or known[slug].version > version for slug, version in answer.further.items()
        )

    def version(self, slug: str) -> int | None:
        """The newest version of the topic with this address, None where the hub does not know it."""
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

    async def make(self, request: PublishedRequest, scope: Scope) -> PublishedAnswer | None:
        """The answer, made once for all who ask for it meanwhile; None if it is not public."""
        if request in self.in_the_making:
            return await asyncio.shield(self.in_the_making[request])
        future = self.in_the_making[request] = asyncio.get_running_loop().create_future()
        answer = None
        try:
            async with self.desk_first.public(for_one=not self.is_for_everybody(request)):
                making = Making()
                await self.application(request.scope(scope, making), making.receive, making.send)
            if making.version is not None and making.is_whole:
                versions = self.hub.versions.get(request.slug)
                is_whole = versions is not None and versions.is_whole
                answer = PublishedAnswer(making.version, making, is_whole=is_whole)
                self.keep(request, answer)
        finally:
            del self.in_the_making[request]
            future.set_result(answer)
        return answer

    def keep(self, request: PublishedRequest, answer: PublishedAnswer) -> None:
        """Stores the answer in place of the one before, and drops the least recently used."""
        self.drop(request)
        if self.is_usual(request.host):
            self.hosts.add(request.host)
        self.answers[request] = answer
        self.bytes_kept += answer.size
        self.make_room()

    def drop(self, request: PublishedRequest) -> None:
        if request in self.answers:
            self.bytes_kept -= self.answers.pop(request).size

    def forget(self) -> None:
        self.answers.clear()
        self.bytes_kept = 0

    def make_room(self) -> None:
        while self.bytes_kept > self.most_bytes:
            self.drop(next(iter(self.answers)))

    def body(self, request: PublishedRequest, answer: PublishedAnswer, encoding: str) -> bytes:
        """The bytes of an answer, compressed once; their size counts towards the limit."""
        if encoding not in answer.bodies:
            answer.bodies[encoding] = ENCODERS[encoding](answer.bodies[""])
            if self.answers.get(request) is answer:
                self.bytes_kept += len(answer.bodies[encoding])
                self.make_room()
        return answer.bodies[encoding]


def start_of(answer: PublishedAnswer, encoding: str, status: int) -> Mapping[str, Any]:
    """The head of an answer with the time it is sent at, in milliseconds, from which its clock counts."""
    sent = (b"server-timing", b"sent;dur=%d" % (time.time() * 1000))
    return {
        "type": "http.response.start",
        "status": status,
        "headers": [*answer.head(encoding, status), sent],
    }


def is_known(etag: bytes, if_none_match: bytes) -> bool:
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
