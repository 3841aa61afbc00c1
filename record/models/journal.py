from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from record.kept import Column, Kept
from record.verbs import VerbField, verb_shape


def keys_hashed(
    hashed_as: dict[str, int | None] | None, club: int, tournament: int | None, actor: int | None
) -> dict[str, int | None]:
    """The keys that an entry's hash holds: its own, or, of one that came from an archive, those of its origin."""
    return hashed_as or {"club": club, "tournament": tournament, "actor": actor}


class JournalEntry(models.Model):
    club = models.ForeignKey("club.Club", on_delete=models.PROTECT, related_name="journal")
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="journal", null=True, blank=True
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
    round = models.ForeignKey(
        "tournament.Round", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    table = models.ForeignKey(
        "tournament.Table", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    entry = models.ForeignKey(
        "tournament.Entry", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    other_entry = models.ForeignKey(
        "tournament.Entry", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.TextField(blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    # The mark of the key (`record.journal`).
    hashed_with = models.CharField(max_length=12, blank=True)
    # Of an entry that came from an archive: {"club", "tournament", "actor"}, the keys that were hashed where it was
    # written. Null for one written where it stands.
    hashed_as = models.JSONField(null=True, blank=True)
    # Where somebody's name was taken out of the words above, which `hash` then no longer fits: "mark:hash" under the
    # same keys over that hash and the words as they are (`journal.erasing`).
    erasure = models.CharField(max_length=80, blank=True)

    kept = Kept(
        "journal",
        of="tournament",
        order="sequence",
        nobodys="rewritten under its seal, by `record.journal.erasing`",
        columns={
            "old": Column(shape=Any),
            "new": Column(shape=Any),
            "hashed_as": Column(
                shape=dict[str, int | None],
                made_of=("hashed_as", "club", "tournament", "actor"),
                made=keys_hashed,
            ),
        },
    )

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
