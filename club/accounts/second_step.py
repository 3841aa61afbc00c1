"""The second step of signing in: a code from the person's phone, for accounts that turned it on.

Codes are TOTP, as in any authenticator app, and need no network. django-otp checks them, refuses used ones and delays
repeated guesses. Eight spare codes on paper replace a lost phone. A new password given by a director or on the
machine turns the second step off.
"""

import math
import time
from base64 import b32encode
from binascii import unhexlify
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_otp import verify_token
from django_otp.models import Device
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp.util import random_hex

from club.models import User
from record.refused import Refused, refuse

SPARE_CODES = 8
DIGITS = 6


def phone_of(user: User) -> Any:
    return TOTPDevice.objects.devices_for_user(user, confirmed=True).first()


def spare_codes_left(user: User) -> int:
    return int(StaticToken.objects.filter(device__user=user, device__confirmed=True).count())


def new_key() -> str:
    return str(random_hex(20))


def in_letters(key: str) -> str:
    letters = b32encode(unhexlify(key)).decode()
    return " ".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def device_for(user: User, key: str) -> Any:
    return TOTPDevice(user=user, name="phone", key=key)


def matching_step(key: str, code: str) -> int | None:
    """The time step that a code of this key belongs to, None where it does not fit."""
    totp = TOTP(unhexlify(key.encode()))
    totp.time = time.time()
    return int(totp.t()) if code.isdigit() and totp.verify(int(code), tolerance=1) else None


def remember(user: User, key: str, step: int) -> list[str]:
    """Stores the phone and new spare codes within a change; returns the spare codes."""
    forget(user)
    # The code that was just shown, of that step, signs nobody in.
    device = device_for(user, key)
    device.last_t = step
    device.save()
    paper = StaticDevice.objects.create(user=user, name="paper")
    codes = [StaticToken.random_token() for _code in range(SPARE_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=paper, token=code) for code in codes)
    return codes


def forget(user: User) -> bool:
    was_on = phone_of(user) is not None
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()
    return was_on


def check(user: User, code: str) -> None:
    """Accepts a code of the phone, or a spare code, once. Raises Refused."""
    code = code.replace(" ", "").lower()
    phone = phone_of(user)
    paper = StaticDevice.objects.devices_for_user(user, confirmed=True).first()
    device: Any = phone if code.isdigit() and len(code) == DIGITS else paper
    if device is None:
        raise wrong_code()
    wait = seconds_to_wait(device)
    if wait:
        message = ngettext(
            "Too many wrong codes. Wait %(seconds)d second, then try again.",
            "Too many wrong codes. Wait %(seconds)d seconds, then try again.",
            wait,
        )
        raise refuse("wait", message % {"seconds": wait}, "code")
    if verify_token(user, device.persistent_id, code) is None:
        raise wrong_code()


def seconds_to_wait(device: Device) -> int:
    with transaction.atomic():
        allowed, details = device.verify_is_allowed()
    if allowed:
        return 0
    until: datetime = (details or {}).get("locked_until", timezone.now() + timedelta(seconds=1))
    return max(1, math.ceil((until - timezone.now()).total_seconds()))


def wrong_code() -> Refused:
    message = _("This code is not right. Type the one your phone shows now; each works once.")
    return refuse("wrong-code", message, "code")
