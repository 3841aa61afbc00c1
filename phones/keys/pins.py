"""The PIN of a slip: tries are counted for each player, and end."""

from django.db.models import F
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from phones.keys.codes import slip_code
from phones.models import MOST_WRONG_PINS, PhoneKey, PhoneSetting
from record.refused import refuse
from tournament.models import Entry


def check_pin(entry: Entry, pin: str) -> None:
    """Raises Refused for a wrong PIN, and after `MOST_WRONG_PINS` of them. Outside of any change: a try counts."""
    key, _is_new = PhoneKey.objects.get_or_create(entry=entry)
    if key.is_locked:
        message = _(
            "%(name)s’s PIN is locked. The code on the slip still works, and the director can unlock it."
        )
        raise refuse("pin-locked", message % {"name": entry.name}, "pin")
    setting = PhoneSetting.objects.get(tournament=entry.tournament_id)
    if not constant_time_compare(slip_code(setting, entry, key.number).pin, pin.strip()):
        PhoneKey.objects.filter(pk=key.pk, wrong_pins__lt=MOST_WRONG_PINS).update(
            wrong_pins=F("wrong_pins") + 1
        )
        raise refuse("wrong-pin", _("That is not the PIN on %(name)s’s slip.") % {"name": entry.name}, "pin")
    if key.wrong_pins:
        PhoneKey.objects.filter(pk=key.pk).update(wrong_pins=0)
