"""Browsers that have signed in before, recognised by a signed cookie, so that others' guessing locks nobody out."""

from __future__ import annotations

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
    """A browser's key and the accounts that have signed in with it, newest first."""

    key: str
    accounts: tuple[int, ...]


def device_of(request: HttpRequest) -> Device | None:
    """The content of the browser's cookie; None without one that we signed."""
    try:
        key, accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=A_YEAR)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return Device(key, tuple(accounts))


def remember(request: HttpRequest, response: HttpResponse, account: int) -> None:
    """Adds an account that has just signed in to the browser's cookie."""
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
