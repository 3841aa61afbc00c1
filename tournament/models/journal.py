"""The journal: every change, by whom, when and why, chained by hash."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.verbs import VerbField, verb_shape

from .club import Club
from .entry import Entry
from .event import Tournament
from .seating import Round, Table


class JournalEntry(models.Model):
    """One change. Rows are only ever added, by `tournament.change`."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="journal")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="journal", null=True, blank=True
    )
    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150)
    verb = VerbField()
    # What it is about, in words as they were then (these are part of the hash), and the rows where they still are:
    # a planned round may be planned anew.
    subject = models.CharField(max_length=200)
    round = models.ForeignKey(Round, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    other_entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.TextField(blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    # The mark of the key (`tournament.journal`); empty for entries of version 0.1.0, which had none.
    hashed_with = models.CharField(max_length=12, blank=True)
    # Of an entry that came from an archive: {"club", "tournament", "actor"}, the keys that were hashed where it was
    # written. Null for one written where it stands.
    hashed_as = models.JSONField(null=True, blank=True)
    # Where somebody's name was taken out of the words above, which `hash` then no longer fits: "mark:hash" under the
    # same keys over that hash and the words as they are (`journal.erasing`).
    erasure = models.CharField(max_length=80, blank=True)

    class Meta:
        verbose_name_plural = "journal entries"
        ordering = ["sequence"]
        constraints = [
            verb_shape("journal_verb_shape"),
            models.UniqueConstraint(fields=["tournament", "sequence"], name="one_journal_entry_per_sequence"),
            models.UniqueConstraint(
                fields=["club", "sequence"],
                condition=Q(tournament__isnull=True),
                name="one_club_journal_entry_per_sequence",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.verb} {self.subject}"
