import re
from datetime import timedelta
from typing import Any

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.accounts.actions import in_every_club
from club.models import SignIn, User
from record.verbs import Verb

IN_SESSION = "sign_in"
KEPT_FOR = timedelta(days=30)
BROWSERS = ("Edg", "OPR", "Firefox", "CriOS", "Chrome", "Safari")
NAMES = {"Edg": "Edge", "OPR": "Opera", "CriOS": "Chrome"}
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")


def browser_in_short(agent: str) -> str:
    """Such as "Firefox, Windows"; empty for an unknown browser."""
    browser = next((NAMES.get(name, name) for name in BROWSERS if re.search(rf"\b{name}\w*/", agent)), "")
    system = next((name.replace("Macintosh", "Mac") for name in SYSTEMS if name in agent), "")
    return ", ".join(filter(None, [browser, system]))


def remember(sender: Any, request: HttpRequest, user: User, **_options: Any) -> None:
    now = timezone.now()
    SignIn.objects.filter(user=user, at__lt=now - KEPT_FOR).delete()
    sign_in = SignIn.objects.create(
        user=user,
        at=now,
        address=(get_client_ip_address(request) or "")[:45],
        browser=browser_in_short(request.headers.get("User-Agent", "")),
    )
    request.session[IN_SESSION] = sign_in.pk
    if user.password_set_at:
        words = _(
            "Your password was set anew on %(at)s, by a one-time link made on the computer Charleston runs on."
        )
        at = date_format(timezone.localtime(user.password_set_at), "DATETIME_FORMAT")
        messages.warning(request, words % {"at": at}, fail_silently=True)
        User.objects.filter(pk=user.pk).update(password_set_at=None)


def end(sender: Any, request: HttpRequest, user: User | None, **_options: Any) -> None:
    if user is not None:
        own = SignIn.objects.filter(user=user, pk=request.session.get(IN_SESSION) or 0, ended_at=None)
        own.update(ended_at=timezone.now())


def end_others(request: HttpRequest, user: User) -> None:
    """Marks the user's other sign-ins as ended; called after a new password, which signs out every other browser."""
    others = SignIn.objects.filter(user=user, ended_at=None).exclude(pk=request.session.get(IN_SESSION) or 0)
    others.update(ended_at=timezone.now())


def is_open(sign_in: SignIn) -> bool:
    age = timezone.now() - sign_in.at
    return sign_in.ended_at is None and age < timedelta(seconds=settings.SESSION_COOKIE_AGE)


def sign_out_everywhere(user: User) -> None:
    """Ends every session of an account, this one too. On record in every club the account works for."""
    with in_every_club(user, Verb.SIGNED_OUT_EVERYWHERE, by=user) as acts:
        User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
        SignIn.objects.filter(user=user, ended_at=None).update(ended_at=timezone.now())
        for act in acts:
            act.record(user.username)


def connect() -> None:
    user_logged_in.connect(remember, dispatch_uid="charleston.sign-ins")
    user_logged_out.connect(end, dispatch_uid="charleston.sign-outs")
