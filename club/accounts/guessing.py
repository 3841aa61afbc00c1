"""Limits on password attempts by name, address and browser, on top of what django-axes counts.

A hall shares one address, and anybody can type any name, so a browser that has signed in with a name before is
counted by itself and not closed by attempts on the name or from the address. Failures expire a quarter of an hour
after the last one, after a successful sign-in, and when the password is set on the machine.
"""

from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

from club.accounts.devices import device_of
from club.models import User

# Failures after which the next try is refused unread.
MOST_OF_NAME_FROM_ADDRESS = 8
MOST_OF_NAME = 24
MOST_FROM_ADDRESS = 30
MOST_OF_KNOWN_DEVICE = 8
KNOWN_DEVICE = "known device "


class Handler(AxesDatabaseHandler):  # type: ignore[misc]  # the package has no types
    """Counts as django-axes does, with our limits. A known browser is stored in the user-agent field.

    `AXES_FAILURE_LIMIT` is 1: the number of failures that this handler reports is 1 where signing in is closed.
    """

    def get_failures(self, request: Any, credentials: dict[str, Any] | None = None) -> int:
        return int(closed(request, get_client_username(request, credentials)))

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: Any = None, **options: Any
    ) -> None:
        if request is not None:
            browser_name = known_device(request, get_client_username(request, credentials))
            agent = request.META.get("HTTP_USER_AGENT", "").removeprefix(KNOWN_DEVICE)
            request.axes_user_agent = (browser_name or agent)[:255]
        super().user_login_failed(sender, credentials, request, **options)


def known_device(request: HttpRequest, name: str | None) -> str:
    """The browser's name in the records if this account has signed in with it before; else empty."""
    device = device_of(request)
    if device is None or name is None:
        return ""
    accounts = User.objects.filter(username=name, pk__in=device.accounts)
    return f"{KNOWN_DEVICE}{device.key}" if accounts.exists() else ""


def closed(request: Any, name: str | None) -> bool:
    attempts = AccessAttempt.objects.filter(attempt_time__gte=timezone.now() - timedelta(minutes=15))
    browser_name = known_device(request, name)
    if browser_name:
        return failures(attempts.filter(username=name, user_agent=browser_name)) >= MOST_OF_KNOWN_DEVICE
    strange = attempts.exclude(user_agent__startswith=KNOWN_DEVICE)
    from_address, of_name = Q(ip_address=request.axes_ip_address), Q(username=name)
    limits = [(from_address & of_name, MOST_OF_NAME_FROM_ADDRESS), (of_name, MOST_OF_NAME)]
    # Behind a proxy that does not say who calls, everybody has its address.
    if settings.FORWARDED_FOR or not settings.HTTPS:
        limits.append((from_address, MOST_FROM_ADDRESS))
    return any(failures(strange.filter(attempts_of)) >= most for attempts_of, most in limits)


def failures(attempts: QuerySet[Any]) -> int:
    return int(attempts.aggregate(all=Sum("failures_since_start"))["all"] or 0)
