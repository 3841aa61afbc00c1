"""Browsers that have signed in before, recognised by a signed cookie: guessing elsewhere does not lock them out."""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
SALT = "charleston.device"
MOST_ACCOUNTS = 12  # a club's laptop passes through many hands
A_YEAR = 60 * 60 * 24 * 365


@dataclass(frozen=True)
class Device:
    key: str
    accounts: tuple[int, ...]


def device_of(request: HttpRequest) -> Device | None:
    try:
        key, accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=A_YEAR)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return Device(key, tuple(accounts))


def remember(request: HttpRequest, response: HttpResponse, account: int) -> None:
    device = device_of(request) or Device(secrets.token_urlsafe(12), ())
    accounts = [account, *(earlier for earlier in device.accounts if earlier != account)][:MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps([device.key, accounts], salt=SALT),
        max_age=A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
