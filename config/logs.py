"""What stands in the log: a line for each event, `name=value`, without people's names, addresses or what they sent."""

import asyncio
import json
import logging
import re
import secrets
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from logging import LogRecord
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest
from django.urls import Resolver404, resolve

DIGITS = "23456789BCDFGHJKMNPQRSTVWXZ"
MOST_FRAMES = 12
SECRET = re.compile(r"^(/(?:password/new|start|join|K)/).+", re.DOTALL)
"""Addresses whose last part lets somebody in, mistyped ones too."""


def refusals_in_a_line() -> Callable[[LogRecord], bool]:
    """A filter: what was refused (403, 404, 400) is a line, and only a fault of the program has its traceback.

    A stream that found no room is left out: its browser asks again every few seconds.
    """

    def shortened(record: LogRecord) -> bool:
        status = getattr(record, "status_code", None)
        if status is not None and status < 500:
            record.exc_info = record.exc_text = None
        path = str(getattr(getattr(record, "request", None), "path", ""))
        return not (status == 503 and path.endswith("/live/"))

    return shortened


def error_number(request: HttpRequest) -> str:
    number: str | None = getattr(request, "error_number", None)
    if number is None:
        number = "".join(secrets.choice(DIGITS) for _place in range(6))
        request.error_number = number  # type: ignore[attr-defined]
    return number


class LogLine(logging.Formatter):
    """An event as `at=… level=… logger=… event=… name=value …`; a value with spaces in it is a JSON string.

    Of a request it has the method, the address without its query, and the number of the error page. Of an error its
    kind and where it was raised, not its words: they may quote a row, a form or a name.
    """

    def format(self, record: LogRecord) -> str:
        return " ".join(f"{name}={word(value)}" for name, value in self.values(record))

    def values(self, record: LogRecord) -> Iterator[tuple[str, Any]]:
        yield "at", datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        yield "level", record.levelname
        yield "logger", record.name
        request = getattr(record, "request", None)
        is_django = record.name.startswith("django.") and request is not None
        # Django's own words repeat the address.
        yield "event", record.getMessage().partition(":")[0] if is_django else record.getMessage()
        if (status := getattr(record, "status_code", None)) is not None:
            yield "status", status
        if isinstance(request, HttpRequest):
            yield "method", request.method
            yield "page", page_of(request)
            yield "path", SECRET.sub(r"\1…", request.path)
            if status is None or status >= 500:
                yield "number", error_number(request)
        if record.exc_info and record.exc_info[1] is not None:
            yield from error_values(record.exc_info[1])


def page_of(request: HttpRequest) -> str:
    try:
        return str(resolve(request.path_info).url_name)
    except Resolver404:
        return ""


def error_values(error: BaseException) -> Iterator[tuple[str, Any]]:
    yield "error", type(error).__qualname__
    if error.__cause__ is not None:
        yield "cause", type(error.__cause__).__qualname__
    if isinstance(error, OSError | OperationalError):  # of the machine, not of what was sent
        yield "detail", str(error).strip()
    frames = traceback.extract_tb(error.__traceback__)
    yield (
        "where",
        " < ".join(
            f"{short(frame.filename)}:{frame.lineno}:{frame.name}" for frame in frames[::-1][:MOST_FRAMES]
        ),
    )


def short(file: str) -> str:
    parts = file.split("/")
    for folder in ("site-packages", *settings.OWN_APPS, "config", "live", "machine", "rules", "start"):
        if folder in parts:
            place = len(parts) - 1 - parts[::-1].index(folder)
            return "/".join(parts[place + (folder == "site-packages") :])
    return parts[-1]


def word(value: Any) -> str:
    text = str(value)
    is_plain = text != "" and not any(sign in text for sign in ' "=\\') and text.isprintable()
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def worth_logging(record: LogRecord) -> bool:
    """False for streams cut when the server stops, each of which would be logged as an error with a traceback."""
    cut = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cut and "timeout graceful shutdown exceeded" not in record.getMessage()
