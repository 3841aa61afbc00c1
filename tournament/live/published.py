"""What everybody sees, made once per version of its tournament and served from memory.

A view marked `@published` says of which version its answer is. `Published` stands in front of the application, keeps
such an answer in each language, and hands it out until the hub knows a newer version, without a session, a query, a
template or a thread. Whoever is signed in is answered by the application itself.
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
from functools import lru_cache, wraps
from hashlib import blake2b
from types import SimpleNamespace
from typing import Any

import brotli
from django.conf import settings
from django.http import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.translation import get_language_from_request, gettext, override

from tournament.access import Request
from tournament.live.hub import Hub

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]
View = Callable[..., HttpResponseBase]

MOST_BYTES = 64_000_000
MOST_WAITING = 50
"""Answers that may wait to be made; whoever comes then is asked to come again, so that the desk has the processor."""
RETRY_AFTER = b"2"
MAKING = "charleston.making"
# A shared cache counts whole seconds, so it hands out an answer for less than two. It has no leave to hand it out while
# it asks for a newer one: what was withheld meanwhile would be seen for a second more.
CACHE_CONTROL = b"public, max-age=0, s-maxage=1"
WRITTEN_HERE = frozenset({b"cache-control", b"content-length", b"etag", b"server-timing", b"vary"})
QUERY = re.compile(rb"(me=\d{1,5})?")
ADDRESS = re.compile(r"/t/([-\w]+)/")


def published(view: View) -> View:
    """Marks a view whose answer is the same for everybody who is not signed in, and changes with the version alone.

    What counts on by itself, such as a clock, is counted by the browser from the moment in the answer's headers.
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


@lru_cache(4096)
def is_published(path: str) -> bool:
    """Whether the view at this address is marked."""
    try:
        return getattr(resolve(path).func, "published", False)
    except Resolver404:
        return False


@dataclass(frozen=True)
class Asked:
    """What an answer depends on besides its version."""

    path: str
    query: bytes
    is_part: bool
    language: str
    scheme: str
    forwarded_scheme: bytes
    host: bytes

    def scope(self, scope: Scope, making: "Making") -> Scope:
        """The request for the application: of nobody, uncompressed and whole."""
        headers = [
            (b"host", self.host),
            (b"accept-language", self.language.encode()),
            (b"accept", b"text/html"),
        ]
        if self.is_part:
            headers.append((b"hx-request", b"true"))
        if self.forwarded_scheme:
            headers.append((b"x-forwarded-proto", self.forwarded_scheme))
        address = {"path": self.path, "raw_path": self.path.encode(), "query_string": self.query}
        return {**scope, **address, "method": "GET", "headers": headers, MAKING: making}


def published_request(scope: Scope, headers: Mapping[bytes, bytes]) -> Asked | None:
    """What somebody who is not signed in asks for, where that may be published; else None."""
    path, query, cookies = scope["path"], scope["query_string"], headers.get(b"cookie", b"").decode("latin-1")
    if not is_published(path) or not QUERY.fullmatch(query) or settings.SESSION_COOKIE_NAME in cookies:
        return None
    return Asked(
        path=path,
        query=query,
        is_part=headers.get(b"hx-request") == b"true",
        language=language_of(cookies, headers.get(b"accept-language", b"").decode("latin-1")),
        scheme=scope["scheme"],
        forwarded_scheme=headers.get(b"x-forwarded-proto", b""),
        host=headers.get(b"host", b""),
    )


@lru_cache(4096)
def language_of(cookies: str, accepted: str) -> str:
    """The language that Django would choose for these headers."""
    pairs = (pair.strip().partition("=") for pair in cookies.split(";"))
    request = SimpleNamespace(
        COOKIES={name: value for name, _equals, value in pairs}, META={"HTTP_ACCEPT_LANGUAGE": accepted}
    )
    return get_language_from_request(request)  # type: ignore[arg-type]


@lru_cache(1024)
def encoding_of(accepted: bytes) -> str:
    """The best encoding a browser takes, "" for none; one with any `q=0` gets none."""
    names = {part.partition(b";")[0].strip() for part in accepted.split(b",")}
    if re.search(rb"q=0(\.0*)?(,|\s|$)", accepted):
        return ""
    return "br" if b"br" in names else "gzip" if b"gzip" in names else ""


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
        """Whether it is an answer that anybody may be given: not an error, and with nobody's cookie."""
        cookies = any(name.lower() == b"set-cookie" for name, _value in self.start["headers"])
        return bool(self.start["status"] == 200 and not cookies)

    async def receive(self) -> Mapping[str, Any]:
        """No body, and nobody who hangs up: others wait for the answer too."""
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

    @property
    def size(self) -> int:
        return sum(map(len, self.bodies.values()))

    def etag(self, encoding: str) -> bytes:
        return b'"' + self.digest + (b"-" + encoding.encode() if encoding else b"") + b'"'


class Published:
    """Stands in front of the application and answers what is published. `hub` says which version is the newest."""

    def __init__(self, application: Application, hub: Hub, *, most_bytes: int = MOST_BYTES) -> None:
        self.application = application
        self.hub = hub
        self.most_bytes = most_bytes
        self.answers: OrderedDict[Asked, Answer] = OrderedDict()
        self.bytes_kept = 0
        self.in_the_making: dict[Asked, asyncio.Future[Answer | None]] = {}
        self.one_at_a_time = asyncio.Semaphore(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != "http"
            or scope["method"] not in ("GET", "HEAD")
            or not scope["path"].startswith("/t/")
        ):
            await self.application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        request = published_request(scope, headers)
        if request is not None and self.is_full(request):
            await too_many(request.language, send)
            return
        answer = await self.answer(request, scope) if request else None
        if request is None or answer is None:
            await self.application(scope, receive, send)
            return
        body = self.body(request, answer, encoding := encoding_of(headers.get(b"accept-encoding", b"")))
        known = is_known(answer.etag(encoding), headers.get(b"if-none-match", b""))
        await send(start_of(answer, encoding, 304 if known else 200, len(body)))
        empty = known or scope["method"] == "HEAD"
        await send({"type": "http.response.body", "body": b"" if empty else body})

    def is_full(self, request: Asked) -> bool:
        """Whether so many answers wait to be made that this one may not begin to."""
        waits = len(self.in_the_making) >= MOST_WAITING and request not in self.in_the_making
        return waits and self.kept(request) is None

    async def answer(self, request: Asked, scope: Scope) -> Answer | None:
        """The answer of the newest version, made now if need be; None if it is not for everybody."""
        if self.version(request.path) is None:
            return None
        return self.kept(request) or await self.make(request, scope)

    def kept(self, request: Asked) -> Answer | None:
        """The answer that is kept, if it is of the newest version."""
        answer = self.answers.get(request)
        if answer is None or answer.version != self.version(request.path):
            return None
        self.answers.move_to_end(request)
        return answer

    def version(self, path: str) -> int | None:
        """The newest version of the tournament with this address, None where the hub does not know it (yet)."""
        self.hub.watch_always()
        with suppress(sqlite3.OperationalError):  # the watcher meets it too, and forgets everything
            self.hub.look()
        address = ADDRESS.match(path)
        known = self.hub.versions.get(address[1]) if address else None
        return known.version if known else None

    async def make(self, request: Asked, scope: Scope) -> Answer | None:
        """The answer, made once however many ask for it meanwhile; None if it is not for everybody."""
        if request in self.in_the_making:
            return await asyncio.shield(self.in_the_making[request])
        future = self.in_the_making[request] = asyncio.get_running_loop().create_future()
        answer = None
        try:
            async with self.one_at_a_time:
                making = Making()
                await self.application(request.scope(scope, making), making.receive, making.send)
            if making.version is not None and making.is_whole:
                answer = Answer(making.version, making)
                self.keep(request, answer)
        finally:
            del self.in_the_making[request]
            future.set_result(answer)
        return answer

    def keep(self, request: Asked, answer: Answer) -> None:
        """Keeps the answer in place of the one before, and lets go of those asked for longest ago."""
        self.drop(request)
        self.answers[request] = answer
        self.bytes_kept += answer.size
        self.make_room()

    def drop(self, request: Asked) -> None:
        if request in self.answers:
            self.bytes_kept -= self.answers.pop(request).size

    def forget(self) -> None:
        """Lets go of everything."""
        self.answers.clear()
        self.bytes_kept = 0

    def make_room(self) -> None:
        while self.bytes_kept > self.most_bytes:
            self.drop(next(iter(self.answers)))

    def body(self, request: Asked, answer: Answer, encoding: str) -> bytes:
        """The bytes of an answer, compressed once; what they take is counted."""
        if encoding not in answer.bodies:
            answer.bodies[encoding] = ENCODERS[encoding](answer.bodies[""])
            if self.answers.get(request) is answer:
                self.bytes_kept += len(answer.bodies[encoding])
                self.make_room()
        return answer.bodies[encoding]


def start_of(answer: Answer, encoding: str, status: int, length: int) -> Mapping[str, Any]:
    """The head of an answer, with the moment it is sent at, in milliseconds: a clock in it counts from there."""
    headers = [
        *answer.headers,
        (b"etag", answer.etag(encoding)),
        (b"server-timing", b"sent;dur=%d" % (time.time() * 1000)),
    ]
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    if status == 200:
        headers.append((b"content-length", b"%d" % length))
    return {"type": "http.response.start", "status": status, "headers": headers}


def is_known(etag: bytes, known: bytes) -> bool:
    """Whether a browser's `If-None-Match` names this answer."""
    return (
        any(part.strip().removeprefix(b"W/") in (etag, b"*") for part in known.split(b","))
        if known
        else False
    )


async def too_many(language: str, send: Send) -> None:
    """503 in a sentence, at no cost: too many ask at once for what has yet to be made."""
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
