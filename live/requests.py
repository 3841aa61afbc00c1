"""What a published page's answer depends on, as the request's headers and address say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple

from django.conf import settings
from django.http import parse_cookie
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language_from_request

from live.gate import Scope

MAKING = "charleston.making"
LONGEST = 250
"""Signs of an address, a host or a choice of languages that are looked at: what is remembered of each is bounded."""
QUERY = re.compile(rb"(?:me=(\d{1,5}))?")


class Marked(NamedTuple):
    slug: str
    is_one_of_few: bool
    """Whether nothing in the address could be made up but the slug."""
    one: str
    """Whose page it is, "" for everybody's."""
    listed_at: str
    """The path of everybody's page that tells of whom there are such pages; of `?me=` it is the path itself."""


@lru_cache(4096)
def marked_at(path: str) -> Marked | None:
    """What a path leads to, None where its view is not marked."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if not getattr(match.func, "published", False):
        return None
    if reverse(match.view_name, kwargs=match.kwargs) != path:
        return None  # not how the program writes it, such as player/007/
    slug, listed_by = match.kwargs["slug"], match.func.listed_by  # type: ignore[attr-defined]
    if not listed_by:
        topic = match.func.topic  # type: ignore[attr-defined]
        return Marked(topic + slug, len(match.kwargs) == 1, "", path)
    return Marked(slug, False, str(match.kwargs["number"]), reverse(listed_by, args=[slug]))


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
    """Of the topic, as the path has it."""
    is_one_of_few: bool
    one: str
    """Whose page it is, by the path or `?me=`; "" for everybody's."""
    listed_at: str

    def for_everybody(self) -> PublishedRequest:
        """Where it is told of whom there are such pages; of `?me=` the page without it."""
        marked = marked_at(self.listed_at)
        assert marked is not None  # noqa: S101 (`listed_by` names a marked view)
        return self._replace(path=self.listed_at, query=b"", one="", is_one_of_few=marked.is_one_of_few)

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
    """The request of somebody who is not signed in, if its page can be published; else None."""
    path, query, host = scope["path"], scope["query_string"], headers.get(b"host", b"")
    if max(len(path), len(query), len(host)) > LONGEST:
        return None
    return asked_for(
        path,
        query,
        scope["scheme"],
        language_of(headers),
        headers.get(b"hx-request") == b"true",
        b"https" if headers.get(b"x-forwarded-proto") == b"https" else b"",
        host,
    )


@lru_cache(8192)
def asked_for(
    path: str,
    query: bytes,
    scheme: str,
    language: str,
    is_part: bool,  # noqa: FBT001
    forwarded_scheme: bytes,
    host: bytes,
) -> PublishedRequest | None:
    marked, asked = marked_at(path), QUERY.fullmatch(query)
    if marked is None or asked is None:
        return None
    one = marked.one or (asked[1] or b"").decode()
    return PublishedRequest(
        path=path,
        query=b"" if marked.one else query,
        is_part=is_part,
        language=language,
        scheme=scheme,
        forwarded_scheme=forwarded_scheme,
        host=host,
        slug=marked.slug,
        is_one_of_few=marked.is_one_of_few and not one,
        one=one,
        listed_at=marked.listed_at,
    )


def session_of(headers: Mapping[bytes, bytes]) -> str:
    """The key in the cookie of a session, "" without one; it may be made up."""
    return cookie_of(headers, settings.SESSION_COOKIE_NAME)


def language_of(headers: Mapping[bytes, bytes]) -> str:
    """The language that Django would choose for these headers."""
    chosen = cookie_of(headers, settings.LANGUAGE_COOKIE_NAME)
    return language_among(chosen[:LONGEST], headers.get(b"accept-language", b"")[:LONGEST])


def cookie_of(headers: Mapping[bytes, bytes], name: str) -> str:
    cookies = headers.get(b"cookie")
    return parse_cookie(cookies.decode("latin-1")).get(name, "") if cookies else ""


@lru_cache(1024)
def language_among(chosen: str, accepted: bytes) -> str:
    """The language of a cookie, if it is one of ours, else the one of a browser's that comes first."""
    request = SimpleNamespace(
        COOKIES={settings.LANGUAGE_COOKIE_NAME: chosen},
        META={"HTTP_ACCEPT_LANGUAGE": accepted.decode("latin-1")},
    )
    return get_language_from_request(request)  # type: ignore[arg-type]


def encoding_of(headers: Mapping[bytes, bytes]) -> str:
    """The best encoding a browser takes, "" for none; a header with any `q=0` gets none, nor does a very long one."""
    accepted = headers.get(b"accept-encoding", b"")
    return encoding_among(accepted) if len(accepted) <= LONGEST else ""


@lru_cache(1024)
def encoding_among(accepted: bytes) -> str:
    names = {part.partition(b";")[0].strip() for part in accepted.split(b",")}
    if re.search(rb"q=0(\.0*)?(,|\s|$)", accepted):
        return ""
    return "br" if b"br" in names else "gzip" if b"gzip" in names else ""
