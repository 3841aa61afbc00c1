"""Points given or taken outside a game."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Round


class AdjustmentQuerySet(models.QuerySet["Adjustment"]):
    def standing(self) -> Self:
        """Those that were not cancelled."""
        return self.filter(cancelled_at__isnull=True)


class Adjustment(models.Model):
    """Points given to or taken from a player outside a game: a director's decision. It is cancelled, never deleted."""

    class Kind(models.TextChoices):
        """Labels are the short names beside somebody's points, on pages and in files."""

        LATE = "late", _("late at the start")
        DISTURBING = "disturbing", _("disturbed the room")
        ARGUING = "arguing", _("argued")
        RULING = "ruling", _("ruling")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    # The published round it belongs to; null: it counts for the whole event, and for no block.
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, null=True, blank=True, related_name="adjustments"
    )
    kind = models.CharField(max_length=20, choices=Kind)
    points = models.IntegerField()
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.TextField(blank=True)

    objects = AdjustmentQuerySet.as_manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["late", "disturbing", "arguing", "ruling"]),
                name="adjustment_kind_known",
            ),
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_has_points"),
            models.CheckConstraint(
                condition=Q(kind="ruling") | Q(points__lt=0), name="only_a_ruling_gives_points"
            ),
            models.CheckConstraint(
                condition=~Q(kind="ruling") | ~Q(reason=""), name="adjustment_by_ruling_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at__isnull=True, cancel_reason="")
                | (Q(cancelled_at__isnull=False) & ~Q(cancel_reason="")),
                name="cancelled_adjustment_has_a_time_and_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} {self.kind} {self.entry}"
