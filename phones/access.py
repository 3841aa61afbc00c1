"""Whose phone it is, and what it may open: 404 for whoever has not opened a key of this tournament.

Every view for a player's phone begins with `get_phone`, and one of a table with `get_table` after it. What a phone
opens is no session at the desk: no account is behind it, and no right of the club.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from club.access import Request
from phones.models import OpenedKey, PhoneKey, PhoneMode, PhoneSetting
from tournament.models import Entry, Seat, Table, Tournament

COOKIE = "phone"
COOKIE_AGE = 60 * 60 * 24 * 90


@dataclass(frozen=True)
class Phone:
    """An entry on the device that opened its key last; `device` is the hash that stands in `OpenedKey`."""

    tournament: Tournament
    entry: Entry
    device: str


def device_of(request: Request) -> str:
    """The hash of the browser's mark; "" where it has none."""
    mark = request.COOKIES.get(COOKIE, "")
    return hashlib.sha256(mark.encode()).hexdigest() if mark else ""


def mode_of(tournament: Tournament) -> PhoneMode:
    mode = PhoneSetting.objects.filter(tournament=tournament).values_list("mode", flat=True).first()
    return PhoneMode(mode or PhoneMode.OFF)


def get_phone(request: Request, slug: str) -> Phone:
    """Whose key this device opened last, of those that are open on it; activates the tournament's time zone.

    404 where none of this tournament is, where phones are off, and for players who were withdrawn.
    """
    device = device_of(request)
    opened = (
        OpenedKey.objects.filter(
            device=device,
            ended_at__isnull=True,
            key__entry__tournament__slug=slug,
            key__entry__tournament__deleted_at__isnull=True,
        ).select_related("key__entry__person", "key__entry__tournament__club")
        if device
        else OpenedKey.objects.none()
    )
    latest = opened.filter(key__entry__state=Entry.State.REGISTERED).order_by("-at", "-pk").first()
    if latest is None:
        raise Http404(_("There is no such page."))
    entry = latest.key.entry
    tournament = entry.tournament
    if mode_of(tournament) == PhoneMode.OFF:
        raise Http404(_("There is no such page."))
    timezone.activate(tournament.time_zone)
    return Phone(tournament, entry, device)


def get_table(phone: Phone, round_number: int, table_number: int) -> Table:
    """The table in a published round, if the phone's player sits there; 404 otherwise."""
    seat = (
        Seat.objects.filter(
            entry=phone.entry,
            round__number=round_number,
            round__published_at__isnull=False,
            table__number=table_number,
        )
        .select_related("table__round")
        .first()
    )
    if seat is None:
        raise Http404(_("There is no such page."))
    seat.table.round.tournament = phone.tournament
    return seat.table


def open_key(request: Request, response: HttpResponse, key: PhoneKey) -> None:
    """Remembers on this device that the key was opened there; a device without a mark gets one by the response."""
    mark = request.COOKIES.get(COOKIE) or secrets.token_urlsafe(24)
    OpenedKey.objects.update_or_create(
        key=key,
        device=hashlib.sha256(mark.encode()).hexdigest(),
        defaults={"at": timezone.now(), "ended_at": None},
    )
    response.set_cookie(
        COOKIE, mark, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
