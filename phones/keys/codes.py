"""What stands on a player's phone slip: made from the tournament's seed, so that the same slip can be printed again;
and whose a code is.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC

from django.utils.crypto import constant_time_compare

from phones.models import PhoneKey, PhoneMode, PhoneSetting
from tournament.models import Entry, Tournament

SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Capitals and digits alone, so that the slip's picture stays small; none that looks like another."""
LENGTH = 16
"""Signs of a secret: 80 bits, which nobody finds by trying."""


@dataclass(frozen=True)
class SlipCode:
    """The key of one player: `code` is what the slip's picture opens, as in "12-ABCDEFGHJKLMNPQR"."""

    code: str
    pin: str


def slip_code(setting: PhoneSetting, entry: Entry, key_number: int) -> SlipCode:
    """Of this entry under this number: after a roster gave the number to somebody else, the old slip opens nothing."""
    content = f"{entry.number} {entry.registered_at.astimezone(UTC).isoformat()} {key_number}"
    digest = hmac.digest(setting.seed.encode(), content.encode(), "sha256")
    secret = "".join(SIGNS[byte % len(SIGNS)] for byte in digest[:LENGTH])
    pin = int.from_bytes(digest[LENGTH:]) % 10_000
    return SlipCode(f"{entry.number}-{secret}", f"{pin:04}")


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
