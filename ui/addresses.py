from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def for_phones(request: HttpRequest, path: str) -> str:
    """The full address of a page for other people's phones; empty where they cannot reach this computer.

    A page opened on the laptop itself has the laptop's local host name. A program started for the hall has
    HALL_ADDRESS, under which others reach it.
    """
    host, _port = split_domain_port(request.get_host())
    if host == "localhost" or host.startswith("127.") or host == "[::1]":
        return f"{settings.HALL_ADDRESS}{path}" if settings.HALL_ADDRESS else ""
    return request.build_absolute_uri(path)
