"""Whether players enter their own games, by which keys they are known, and where paper is used after all.

What they enter at a table is in `table`, beside this one.
"""

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from record.kept import NUMBERS, Column, Kept
from tournament.models import Entry, Table, Tournament

SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Capitals and digits alone, so that the slip's code stays small; none that looks like another."""
MOST_TRIES = 5
"""Wrong PINs for one player; after them only the slip's code opens the key, until a director unlocks the PIN."""


class PhoneMode(models.TextChoices):
    OFF = "off", _("Off")
    DESK = "desk", _("With the desk")
    COUNT = "count", _("Phones count")


class PhoneSetting(models.Model):
    """What the phones of one tournament are for; without a row they are off."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="phone_setting")
    mode = models.CharField(_("phones at the table"), max_length=8, choices=PhoneMode, default=PhoneMode.OFF)

    kept = Kept(
        "phone-setting",
        of="tournament",
        nobodys="the event's own",
        columns={"mode": Column(harmless=NUMBERS)},
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=PhoneMode.values), name="phone_mode_known"),
        ]

    def __str__(self) -> str:
        return str(PhoneMode(self.mode).label)


def new_secret() -> str:
    """80 bits: nobody finds one by trying."""
    return "".join(secrets.choice(SIGNS) for _sign in range(16))


def new_pin() -> str:
    return f"{secrets.randbelow(10_000):04}"


class PhoneKey(models.Model):
    """What a player's phone slip opens: her page and her table. A new key takes the place of the old one in its row.

    An archive has secret, PIN and `made_at` among the contact data alone. Where it is restored without them, all
    three are new, so that every slip printed before opens nothing. A tournament and its twin from an archive have the
    same keys.
    """

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="phone_key")
    secret = models.CharField(max_length=16, db_index=True, default=new_secret)
    pin = models.CharField(_("PIN"), max_length=4, default=new_pin)
    made_at = models.DateTimeField(default=timezone.now)
    wrong_pins = models.PositiveSmallIntegerField(_("wrong PINs"), default=0)
    # Since when this player uses paper by a director's decision; null: her phone.
    paper_since = models.DateTimeField(_("back to paper"), null=True, blank=True)

    kept = Kept(
        "phone-key",
        of="entry__tournament",
        people=("entry__person",),
        title=_("Phone slip"),
        columns={
            "secret": Column(
                apart=True,
                harmless=NUMBERS,
                what=_("The code of the phone slip"),
                staff=_("Directors and check-in, on paper."),
            ),
            "pin": Column(apart=True, harmless=NUMBERS, staff=_("Directors and check-in, on paper.")),
            "made_at": Column(apart=True),
        },
    )

    class Meta:
        ordering = ["entry__number"]
        constraints = [
            models.CheckConstraint(condition=~Q(secret=""), name="phone_key_has_a_secret"),
            models.CheckConstraint(condition=Q(wrong_pins__lte=MOST_TRIES), name="phone_key_tries_bounded"),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    @property
    def is_locked(self) -> bool:
        """Whether its PIN opens nothing any more; the code still does."""
        return self.wrong_pins >= MOST_TRIES


class OpenedKey(models.Model):
    """A key that was opened on a device; it stays open there until *This is not me* or a new key ends it.

    `device` is the hash of a random mark in that browser's cookie. Rows are never removed: who held which keys is seen.
    """

    key = models.ForeignKey(PhoneKey, on_delete=models.CASCADE, related_name="opened")
    device = models.CharField(_("device"), max_length=64)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    kept = Kept(
        "opened-key",
        of="key__entry__tournament",
        people=("key__entry__person",),
        title=_("Phones that opened the slip"),
        columns={"device": Column(harmless=NUMBERS)},
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["device"], name="opened_keys_by_device")]
        constraints = [
            models.UniqueConstraint(fields=["key", "device"], name="one_opening_per_key_and_device"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.device[:8]}"


class PaperTable(models.Model):
    """A table whose players use paper in its round, by a director's decision; the journal says whose."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="paper_table")
    since = models.DateTimeField()

    kept = Kept("paper-table", of="table__round__tournament", nobodys="the event's own")

    def __str__(self) -> str:
        return str(self.table)
