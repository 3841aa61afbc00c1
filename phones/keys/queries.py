"""The codes of players' slips, and whose a code is."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.crypto import constant_time_compare

from phones.keys.codes import SlipCode, slip_code
from phones.models import PhoneKey, PhoneMode, PhoneSetting
from tournament.models import Entry, Tournament


def slip_codes(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, SlipCode]:
    """The code of each entry's slip, by the entry's key; none where the tournament never used phones."""
    setting = PhoneSetting.objects.filter(tournament=tournament).first()
    if setting is None:
        return {}
    renewed = dict(
        PhoneKey.objects.filter(entry__tournament=tournament, number__gt=1).values_list("entry", "number")
    )
    return {entry.pk: slip_code(setting, entry, renewed.get(entry.pk, 1)) for entry in entries}


def code_of(entry: Entry) -> SlipCode:
    return slip_codes(entry.tournament, [entry])[entry.pk]


def entry_of(code: str) -> Entry | None:
    """Whose slip has this code, where phones are on. Of a tournament and its twin from an archive, which have the same
    codes, the one that is shown and was restored last.
    """
    number = code.partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) <= 5):
        return None
    entries = (
        Entry.objects.registered()
        .filter(
            number=int(number),
            tournament__deleted_at__isnull=True,
            tournament__phone_setting__mode__in=[PhoneMode.DESK, PhoneMode.COUNT],
        )
        .select_related("tournament__phone_setting", "person")
        .order_by("tournament__is_hidden", "-tournament_id")
    )
    return next((entry for entry in entries if constant_time_compare(code_of(entry).code, code)), None)


def with_phones(event: int) -> Tournament | None:
    """The tournament with this key, if phones are on there."""
    modes = [PhoneMode.DESK, PhoneMode.COUNT]
    return Tournament.objects.filter(pk=event, phone_setting__mode__in=modes).first()
