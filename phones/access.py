"""Whose phone it is, and what it may open: 404 for whoever has not opened a key of this tournament.

Every view for a player's phone begins with `get_phone`, or with `phones.table.views.at_table` at a table. What a phone
opens is no session at the desk: no account is behind it, and no right of the club.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from club.access import Request
from phones.models import OpenedKey, PhoneMode, PhoneSetting
from tournament.models import Entry, Tournament

COOKIE = "phone"


@dataclass(frozen=True)
class Phone:
    """An entry on the device that opened its key last, with the key of that row of `OpenedKey` and its hash."""

    tournament: Tournament
    entry: Entry
    device: str
    opening: int = 0


def device_of(request: Request) -> str:
    """The hash of the browser's mark; "" where it has none."""
    mark = request.COOKIES.get(COOKIE, "")
    return hashed(mark) if mark else ""


def hashed(mark: str) -> str:
    return hashlib.sha256(mark.encode()).hexdigest()


def mode_of(tournament: Tournament) -> PhoneMode:
    mode = PhoneSetting.objects.filter(tournament=tournament).values_list("mode", flat=True).first()
    return PhoneMode(mode or PhoneMode.OFF)


def get_phone(request: Request, slug: str) -> Phone:
    """Whose key this device opened last, of those that are open on it; activates the tournament's time zone.

    404 where none of this tournament is, where phones are off, and for players who were withdrawn.
    """
    keys = OpenedKey.objects.filter(
        device=device_of(request) or "none",
        ended_at__isnull=True,
        entry__state=Entry.State.REGISTERED,
        entry__tournament__slug=slug,
        entry__tournament__deleted_at__isnull=True,
        entry__tournament__phone_setting__mode__in=[PhoneMode.DESK, PhoneMode.COUNT],
    )
    latest = keys.select_related("entry__person", "entry__tournament__club").order_by("-at", "-pk")
    opened = latest.first()
    if opened is None:
        raise Http404(_("There is no such page."))
    tournament = opened.entry.tournament
    timezone.activate(tournament.time_zone)
    return Phone(tournament, opened.entry, opened.device, opened.pk)
