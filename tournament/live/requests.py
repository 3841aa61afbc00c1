"""What a published page's answer depends on, as the request's headers and address say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils.translation import get_language_from_request

Scope = dict[str, Any]

MAKING = "charleston.making"
DEPENDED_ON = (b"cookie", b"accept-language", b"hx-request", b"x-forwarded-proto", b"host")
QUERY = re.compile(rb"(me=\d{1,5})?")
ADDRESS = re.compile(r"/t/([-\w]+)/")


@lru_cache(4096)
def is_published(path: str) -> bool:
    """Whether the view at this address is marked."""
    try:
        return getattr(resolve(path).func, "published", False)
    except Resolver404:
        return False


class PublishedRequest(NamedTuple):
    """The values that an answer depends on besides its version. A tuple, because it is looked up at every request."""

    path: str
    query: bytes
    is_part: bool
    language: str
    scheme: str
    forwarded_scheme: bytes
    host: bytes
    slug: str
    """Of the tournament, as the path has it."""

    def scope(self, scope: Scope, making: object) -> Scope:
        """The request for the application: without a user, uncompressed and complete. `making` takes its answer."""
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


def published_request(scope: Scope, headers: Mapping[bytes, bytes]) -> PublishedRequest | None:
    """The request of a user who is not signed in, if its page can be published; else None."""
    values = (headers.get(name, b"") for name in DEPENDED_ON)
    return asked_for(scope["path"], scope["query_string"], scope["scheme"], *values)


@lru_cache(8192)
def asked_for(
    path: str,
    query: bytes,
    scheme: str,
    cookie: bytes,
    accepted: bytes,
    htmx: bytes,
    forwarded_scheme: bytes,
    host: bytes,
) -> PublishedRequest | None:
    cookies = cookie.decode("latin-1")
    if not is_published(path) or not QUERY.fullmatch(query) or settings.SESSION_COOKIE_NAME in cookies:
        return None
    address = ADDRESS.match(path)
    assert address is not None  # noqa: S101 (every marked view is a tournament's)
    return PublishedRequest(
        path=path,
        query=query,
        is_part=htmx == b"true",
        language=language_of(cookies, accepted.decode("latin-1")),
        scheme=scheme,
        forwarded_scheme=forwarded_scheme,
        host=host,
        slug=address[1],
    )


def is_signed_in(headers: Mapping[bytes, bytes]) -> bool:
    """Whether somebody has a session; the application finds out whose."""
    return settings.SESSION_COOKIE_NAME.encode() in headers.get(b"cookie", b"")


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
    """The best encoding a browser takes, "" for none; a header with any `q=0` gets none."""
    names = {part.partition(b";")[0].strip() for part in accepted.split(b",")}
    if re.search(rb"q=0(\.0*)?(,|\s|$)", accepted):
        return ""
    return "br" if b"br" in names else "gzip" if b"gzip" in names else ""
