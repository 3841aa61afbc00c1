"""What stands on a player's phone slip: made from the tournament's seed, so that the same slip can be printed again."""

import hmac
from dataclasses import dataclass
from datetime import UTC

from phones.models import PhoneSetting
from tournament.models import Entry

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
