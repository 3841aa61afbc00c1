"""The PIN of a slip, for a phone without a camera and for a phone that several players share."""

from django.db.models import F
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from phones.keys.queries import code_of
from phones.models import MOST_WRONG_PINS, PhoneKey
from record.refused import refuse
from tournament.models import Entry


def check_pin(entry: Entry, pin: str) -> None:
    """Raises Refused for a wrong PIN, and once there were `MOST_WRONG_PINS` of them; a right one forgets the others.

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
        raise refuse("pin-wrong", _("This is not the PIN on the slip of number %s.") % entry.number, "pin")
    rows.update(wrong_pins=0)
