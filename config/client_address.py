"""The address a request comes from, in a form that a client cannot forge: sign-ins are locked by it."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The connection's own address, or the last entry of X-Forwarded-For if a proxy in front of us writes it.

    All earlier entries may come from the client, and without a proxy the whole header may. So the header is used only
    if CHARLESTON_FORWARDED_FOR says that there is such a proxy.
    """
    connection: str = request.META.get("REMOTE_ADDR", "")
    if not settings.FORWARDED_FOR:
        return connection
    address = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return connection
