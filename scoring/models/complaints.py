"""Complaints about players, and what a director made of them."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models import Bar, Entry


class ComplaintQuerySet(models.QuerySet["Complaint"]):
    def standing(self) -> Self:
        """Those that were not taken back."""
        return self.filter(taken_back_at__isnull=True)

    def disqualifying(self) -> Self:
        return self.filter(outcome=Complaint.Outcome.DISQUALIFIED)


class Complaint(models.Model):
    """A warning, or a disqualification by a second complaint or at once, for cause. Never public, but that somebody is
    disqualified. It is taken back, never deleted."""

    class Outcome(models.TextChoices):
        WARNED = "warned", _("warned")
        DISQUALIFIED = "disqualified", _("disqualified")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="complaints")
    outcome = models.CharField(max_length=20, choices=Outcome)
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    # Of a disqualification: whether the player keeps a place in the standings, and the bar that came with it, which is
    # the club's: a tournament that was restored in another club has none.
    keeps_place = models.BooleanField(null=True, blank=True)
    bar = models.ForeignKey(Bar, on_delete=models.PROTECT, null=True, blank=True, related_name="complaints")
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_reason = models.TextField(blank=True)

    objects = ComplaintQuerySet.as_manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome__in=["warned", "disqualified"]), name="complaint_outcome_known"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="complaint_has_a_reason"),
            models.CheckConstraint(
                condition=Q(outcome="warned", keeps_place__isnull=True, bar__isnull=True)
                | Q(outcome="disqualified", keeps_place__isnull=False),
                name="disqualification_says_what_follows",
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(outcome="disqualified", taken_back_at__isnull=True),
                name="one_standing_disqualification_per_entry",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_reason="")
                | (Q(taken_back_at__isnull=False) & ~Q(taken_back_reason="")),
                name="complaint_taken_back_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.outcome}"
