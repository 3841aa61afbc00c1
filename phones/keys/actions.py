"""A key opened on a device, by its code or PIN, and given up there, which is nobody's change of the tournament; and a
director's part.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from phones.access import Phone
from phones.keys.codes import code_of
from phones.models import MOST_WRONG_PINS, OpenedKey, PhoneKey
from record.change import change, still_there
from record.refused import refuse
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


def check_pin(entry: Entry, pin: str, *, is_known: bool = False) -> None:
    """Raises Refused for a wrong PIN, and once there were `MOST_WRONG_PINS` of them; a right one forgets the others.

    `is_known`: to whoever sits at the same table; any other may not know more than the number that was typed.
    Each try counts before it is compared, so that many at once are no more than many one by one. Called outside of any
    change, whose rollback would forget the try.
    """
    PhoneKey.objects.get_or_create(entry=entry)
    rows = PhoneKey.objects.filter(entry=entry)
    if not rows.filter(wrong_pins__lt=MOST_WRONG_PINS).update(wrong_pins=F("wrong_pins") + 1):
        message = _("This PIN is locked after %(tries)s wrong tries. The code on the slip still works.")
        remedy = _("Or ask the director to unlock it.")
        raise refuse("pin-locked", f"{message % {'tries': MOST_WRONG_PINS}} {remedy}", "pin")
    if not constant_time_compare(code_of(entry).pin, pin.strip()):
        who = entry.name if is_known else _("number %(number)s") % {"number": entry.number}
        message = _("This is not the PIN on the slip of %(name)s.") % {"name": who}
        raise refuse("pin-wrong", message, "pin")
    rows.update(wrong_pins=0)


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
