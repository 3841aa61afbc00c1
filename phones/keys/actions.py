"""A key opened on a device and given up there, which is nobody's change of the tournament; and a director's part."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils import timezone

from phones.access import Phone
from phones.models import OpenedKey, PhoneKey
from record.change import change, still_there
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Entry


def open_on(device: str, entry: Entry) -> None:
    """From now on this device is that player's phone; the last key opened there is the one that counts."""
    OpenedKey.objects.update_or_create(
        entry=entry, device=device, defaults={"at": timezone.now(), "ended_at": None}
    )


def give_up(phone: Phone) -> None:
    OpenedKey.objects.filter(entry=phone.entry, device=phone.device, ended_at__isnull=True).update(
        ended_at=timezone.now()
    )


def renew_key(entry: Entry, *, by: Any, stamp: Stamp | None = None) -> None:
    """Gives the player a new code and PIN; the old slip opens nothing, and no phone that opened it is hers any more.

    A locked PIN is unlocked by it.
    """
    with change(entry.tournament, Verb.PHONE_KEY_RENEWED, by=by, stamp=stamp, about=entry) as act:
        entry_now = still_there(Entry.objects, entry.pk)
        key, _made = PhoneKey.objects.get_or_create(entry=entry_now)
        act.compare({"key": key.number})
        PhoneKey.objects.filter(pk=key.pk).update(number=F("number") + 1, wrong_pins=0)
        OpenedKey.objects.filter(entry=entry_now, ended_at__isnull=True).update(ended_at=act.at)
        act.record(old={"key": key.number}, new={"key": key.number + 1})


def unlock_pin(entry: Entry, *, by: Any, stamp: Stamp | None = None) -> None:
    """Lets the player type her PIN again; where it is not locked, nothing changes."""
    with change(entry.tournament, Verb.PHONE_PIN_UNLOCKED, by=by, stamp=stamp, about=entry) as act:
        key = PhoneKey.objects.filter(entry=entry.pk).first()
        if key is None or not key.is_locked:
            return
        act.refuse_repeat()
        PhoneKey.objects.filter(pk=key.pk).update(wrong_pins=0)
        act.record()
