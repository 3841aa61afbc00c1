"""The health check for a host's monitoring: whether the program runs and reaches its database."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 `{"status": "ok", "database": "sqlite"}`; 503 when the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "database does not answer", "database": connection.vendor}, status=503)
    return JsonResponse({"status": "ok", "database": connection.vendor})
