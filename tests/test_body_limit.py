"""A request larger than anything the program takes is answered 413, whether it says its length or not."""

import asyncio
from typing import Any

import pytest

from config import body_limit


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body and answers with its length."""
    length = 0
    while True:
        event = await receive()
        length += len(event["body"])
        if not event["more_body"]:
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


def ask(chunks: list[bytes], headers: list[tuple[bytes, bytes]]) -> tuple[int, bytes]:
    start, body = answer_to(chunks, headers)
    return start["status"], body["body"]


def answer_to(chunks: list[bytes], headers: list[tuple[bytes, bytes]]) -> list[dict[str, Any]]:
    events = [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, start=1)
    ]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return events.pop(0)

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    limited: Any = body_limit.with_body_limit(application)
    asyncio.run(limited({"type": "http", "headers": headers}, receive, send))
    return sent


@pytest.fixture(autouse=True)
def _ten_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "MOST_BYTES", 10)


def test_a_body_within_the_limit_goes_through() -> None:
    assert ask([b"12345", b"67890"], [(b"content-length", b"10")]) == (200, b"10")


def test_a_body_that_says_it_is_larger_is_not_read() -> None:
    assert ask([b"1"], [(b"content-length", b"11")]) == (413, body_limit.SENTENCE)


def test_the_refusal_runs_nothing() -> None:
    start, _body = answer_to([b"1"], [(b"content-length", b"11")])
    assert dict(start["headers"])[b"content-security-policy"].startswith(b"default-src 'none'")


@pytest.mark.parametrize("headers", [[], [(b"content-length", b"5")], [(b"content-length", b"x")]])
def test_a_body_that_turns_out_larger_is_refused(headers: list[tuple[bytes, bytes]]) -> None:
    assert ask([b"12345", b"678901"], headers) == (413, body_limit.SENTENCE)
