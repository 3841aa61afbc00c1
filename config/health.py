import shutil
import time

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from record.database_trouble import trouble_of
from record.doctor import migrations_to_come, refuse_writing_in_vain

LEAST_ROOM = 50_000_000
"""Bytes on the disk below which nothing should be begun."""
AGAIN_AFTER = 1.0
"""Seconds for which an answer holds, so that asking all the time blocks no writer."""

_answered: tuple[float, dict[str, str]] = (float("-inf"), {})


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 `{"status": "ok"}` for as long as the process answers at all, whatever its database does."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 `{"status": "ready", "database": "sqlite"}` where a row was written and taken back; else 503 and why."""
    global _answered
    at, answer = _answered
    if time.monotonic() - at > AGAIN_AFTER:
        answer = {"status": state(), "database": connection.vendor}
        _answered = time.monotonic(), answer
    return JsonResponse(answer, status=200 if answer["status"] == "ready" else 503)


def state() -> str:
    try:
        refuse_writing_in_vain()
        if migrations_to_come():
            return "migrations wait"
    except DatabaseError as error:
        trouble = trouble_of(error)
        return f"database {trouble.value}" if trouble else "database fails"
    if connection.vendor == "sqlite" and shutil.disk_usage(settings.VAR).free < LEAST_ROOM:
        return "disk full"
    return "ready"
