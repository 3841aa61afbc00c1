"""People whom the club does not let play any more."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from .club import Person


class BarQuerySet(models.QuerySet["Bar"]):
    def standing(self) -> Self:
        """Those that were not lifted."""
        return self.filter(lifted_at__isnull=True)


class Bar(models.Model):
    """A person may not be registered in any tournament of the club, until a director lifts it. Never public."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="bars")
    # The tournament it was decided in, by name and date: the bar stays when the tournament goes.
    decided_in = models.CharField(max_length=200)
    reason = models.TextField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    lift_reason = models.TextField(blank=True)

    objects = BarQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(lifted_at__isnull=True), name="one_standing_bar_per_person"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="bar_has_a_reason"),
            models.CheckConstraint(
                condition=Q(lifted_at__isnull=True, lift_reason="")
                | (Q(lifted_at__isnull=False) & ~Q(lift_reason="")),
                name="lifted_bar_has_a_time_and_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"bar of {self.person}"
