"""Where a request comes from, as far as nobody can make it up: sign-ins are locked by it."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The connection's own address, or what the proxy in front of us wrote last into X-Forwarded-For.

    Everything before the last entry may come from the client itself, and the whole header may where no proxy writes
    it: so it is believed only where CHARLESTON_FORWARDED_FOR says that one does.
    """
    connection: str = request.META.get("REMOTE_ADDR", "")
    if not settings.FORWARDED_FOR:
        return connection
    written = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    try:
        return str(ipaddress.ip_address(written))
    except ValueError:
        return connection
