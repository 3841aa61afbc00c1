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

MOST_WRONG_PINS = 5
"""For one player; after them only the slip's code opens the key, until a director unlocks the PIN."""


class PhoneMode(models.TextChoices):
    OFF = "off", _("Off. Everything is on paper.")
    DESK = "desk", _("With the desk: it compares what phones confirmed with the cards, and accepts.")
    COUNT = "count", _("Phones count, once everybody at the table has confirmed the same card.")


def new_seed() -> str:
    return secrets.token_urlsafe(32)


class PhoneSetting(models.Model):
    """What the phones of one tournament are for; without a row they are off.

    Every player's key is made from `seed` (`phones.keys.codes`), so that the same slip can be printed again. An archive
    has the seed, its time and the Wi-Fi among the contact data alone: restored without them, all keys are new, and
    every slip printed before opens nothing.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="phone_setting")
    mode = models.CharField(_("phones at the table"), max_length=8, choices=PhoneMode, default=PhoneMode.OFF)
    wifi = models.CharField(
        _("Wi-Fi of the hall"),
        max_length=80,
        blank=True,
        help_text=_("As players read it on their slips: its name, and its password if it has one."),
    )
    seed = models.CharField(max_length=43, default=new_seed)
    seed_at = models.DateTimeField(default=timezone.now)

    kept = Kept(
        "phone-setting",
        of="tournament",
        nobodys="the event's own",
        columns={name: Column(apart=True) for name in ("wifi", "seed", "seed_at")},
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=PhoneMode.values), name="phone_mode_known")
        ]

    def __str__(self) -> str:
        return str(PhoneMode(self.mode).label)


class PhoneKey(models.Model):
    """What is special about one player's key; a player without a row has the first, and no wrong PIN.

    A new key is the next of its numbers, so that the old one opens nothing any more.
    """

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="phone_key")
    number = models.PositiveSmallIntegerField(_("number of the key"), default=1)
    wrong_pins = models.PositiveSmallIntegerField(_("wrong PINs"), default=0)
    # Since when this player uses paper by a director's decision; null: her phone.
    paper_since = models.DateTimeField(_("back to paper"), null=True, blank=True)

    kept = Kept("phone-key", of="entry__tournament", people=("entry__person",), title=_("Phone key"))

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1), name="phone_key_number_from_1"),
            models.CheckConstraint(
                condition=Q(wrong_pins__lte=MOST_WRONG_PINS), name="phone_key_wrong_pins_bounded"
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    @property
    def is_locked(self) -> bool:
        """Whether its PIN opens nothing any more; the code still does."""
        return self.wrong_pins >= MOST_WRONG_PINS


class OpenedKey(models.Model):
    """A player's key that was opened on a device; it stays open there until *This is not me* or a new key ends it.

    `device` is the hash of a random mark in that browser's cookie. Rows are never removed: who held which keys is seen.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="opened_keys")
    device = models.CharField(_("device"), max_length=64)
    at = models.DateTimeField(_("opened"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    kept = Kept(
        "opened-key",
        of="entry__tournament",
        people=("entry__person",),
        title=_("Devices with the phone key"),
        columns={"device": Column(harmless=NUMBERS)},
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["device"], name="opened_keys_by_device")]
        constraints = [
            models.UniqueConstraint(fields=["entry", "device"], name="one_opening_per_key_and_device"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.device[:8]}"


class PaperTable(models.Model):
    """A table whose players use paper in its round, by a director's decision; the journal says whose."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="paper_table")
    since = models.DateTimeField()

    kept = Kept("paper-table", of="table__round__tournament", nobodys="the event's own")

    def __str__(self) -> str:
        return str(self.table)
