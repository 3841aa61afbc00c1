"""A request larger than anything the program takes is answered 413 by a page, whether it says its length or not."""

import asyncio
from typing import Any

import pytest
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.test import RequestFactory
from django.urls import reverse

from config import body_limit
from config.trouble import too_large

BOUNDARY = b"xxx"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body and answers with its length, and with whether it was kept out."""
    length, more = 0, True
    while more:
        event = await receive()
        length += len(event["body"])
        more = event["more_body"]
    status = 413 if body_limit.TOO_LARGE in scope else 200
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


def answer_to(
    receive: Any, headers: list[tuple[bytes, bytes]], inner: Any = application, **scope: Any
) -> list[dict[str, Any]]:
    """The events that were sent in answer to what is received."""
    sent: list[dict[str, Any]] = []

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    limited: Any = body_limit.with_body_limit(inner)
    asyncio.run(asyncio.wait_for(limited({"type": "http", "headers": headers, **scope}, receive, send), 20))
    return sent


def ask(
    chunks: list[bytes], headers: list[tuple[bytes, bytes]], *inner: Any, **scope: Any
) -> list[dict[str, Any]]:
    """The same for a body in these chunks; whoever asks for more waits, as a server does until the line is cut."""
    events = [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, start=1)
    ]

    async def receive() -> dict[str, Any]:
        if not events:
            await asyncio.Event().wait()
        return events.pop(0)

    return answer_to(receive, headers, *inner, **scope)


def status_and_body(sent: list[dict[str, Any]]) -> tuple[int, bytes]:
    return sent[0]["status"], b"".join(event.get("body", b"") for event in sent[1:])


@pytest.fixture(autouse=True)
def _ten_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "MOST_BYTES", 10)


def test_a_body_within_the_limit_goes_through() -> None:
    assert status_and_body(ask([b"12345", b"67890"], [(b"content-length", b"10")])) == (200, b"10")


def test_a_body_that_says_it_is_larger_is_kept_out() -> None:
    assert status_and_body(ask([b"1"], [(b"content-length", b"11")])) == (413, b"0")


@pytest.mark.parametrize("headers", [[], [(b"content-length", b"5")], [(b"content-length", b"x")]])
def test_a_body_that_turns_out_larger_is_kept_out(headers: list[tuple[bytes, bytes]]) -> None:
    assert status_and_body(ask([b"12345", b"678901", b"2"], headers)) == (413, b"0")
    assert status_and_body(ask([b"12345", b"678901"], headers)) == (413, b"0")  # nothing more is waited for


def test_after_it_the_line_is_closed() -> None:
    start, _body = ask([b"1"], [(b"content-length", b"11")])
    assert (b"connection", b"close") in start["headers"]


def test_what_never_ends_is_answered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "MOST_DISCARDED", 20)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"1234567890", "more_body": True}

    assert status_and_body(answer_to(receive, [])) == (413, b"0")


@pytest.mark.parametrize("chunks", [[], [b"1234567890", b"12"]])
def test_nobody_is_answered_who_has_gone(chunks: list[bytes]) -> None:
    events = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    events.append({"type": "http.disconnect"})

    async def receive() -> Any:
        return events.pop(0)

    assert answer_to(receive, [(b"content-length", b"99")]) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_the_page_says_so_with_a_way_back(method: str) -> None:
    """Asked of the real application, with a form that would be refused for its missing token if it were read."""
    headers = [
        (b"host", settings.ALLOWED_HOSTS[0].encode()),
        (b"content-type", b"multipart/form-data; boundary=" + BOUNDARY),
        (b"content-length", b"5000000"),
        (b"referer", b"http://" + settings.ALLOWED_HOSTS[0].encode() + b"/sign-in/"),
        (b"accept-language", b"es"),
    ]
    scope = {"path": "/clubs/", "method": method, "query_string": b"", "scheme": "http"}
    status, body = status_and_body(
        ask([b"--" + BOUNDARY, b"x" * 50], headers, get_asgi_application(), **scope)
    )
    page = body.decode()
    assert status == 413
    assert "Esto es más grande que todo lo que acepta Charleston" in page
    assert '/sign-in/"' in page


def test_an_archive_too_large_for_a_page_is_sent_to_the_command() -> None:
    said_of = {
        address: "manage.py restore" in too_large(RequestFactory().post(address)).content.decode()
        for address in (reverse("archive-upload", args=["club"]), reverse("home"))
    }
    assert list(said_of.values()) == [True, False]
