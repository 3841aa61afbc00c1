"""Who has which table open at the score desk, and sets that wait for a second person."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from record.kept import Column, Kept
from tournament.models import Table

from .sets import CardSet


class Presence(models.Model):
    """A user who has a table open at the desk. Rows count for some seconds after `seen_at` (`desk.presence`)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()

    kept = Kept(no_line="who has a table open, true for seconds")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_presence_per_table_and_user")
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.table}"


class Confirmation(models.Model):
    """Two people type the same cards: `first` typed the set as stored, `second` typed the same.

    It is valid only while `version` is the set's own. `retyped` is what `retyped_by` typed differently, as
    `scoring.sets.typed.to_data` gives it.
    """

    card_set = models.OneToOneField(CardSet, on_delete=models.CASCADE, related_name="confirmation")
    version = models.PositiveIntegerField()
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    retyped = models.JSONField(null=True, blank=True)
    retyped_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    kept = Kept(
        "confirmation",
        of="card_set__round__tournament",
        columns={"retyped": Column(renamed=True, shape=dict[str, Any] | None)},
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(second__isnull=True) | ~Q(second=F("first")), name="confirmed_by_another_person"
            ),
            models.CheckConstraint(
                condition=Q(retyped_by__isnull=True) | ~Q(retyped_by=F("first")),
                name="retyped_by_another_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.card_set}, version {self.version}"
