from datetime import datetime
from typing import Any, Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

Row = TypeVar("Row", bound=models.Model)


class DecisionQuerySet(models.QuerySet[Row]):
    def standing(self) -> Self:
        return self.filter(ended_at__isnull=True)

    def standing_at(self, moment: datetime) -> Self:
        """Made by that moment, and not ended before it."""
        return self.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=moment), at__lte=moment)


class Decision(models.Model):
    """Who decided it, when and why; and who ended it, when and why: a penalty is cancelled, a bar lifted, a warning
    taken back, a report answered. Its row is never deleted.
    """

    reason = models.TextField(_("reason"), blank=True)
    at = models.DateTimeField(_("when"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    ended_reason = models.TextField(_("why it ended"), blank=True)

    class Meta:
        abstract = True

    def end(self, *, by: Any, at: datetime, reason: str = "") -> None:
        self.ended_at, self.ended_by, self.ended_reason = at, by, reason
        self.save(update_fields=["ended_at", "ended_by", "ended_reason"])


# For the `constraints` of a model of decisions.
HAS_A_REASON = models.CheckConstraint(condition=~Q(reason=""), name="%(class)s_has_a_reason")
ENDED_WITH_A_REASON = models.CheckConstraint(
    condition=Q(ended_at__isnull=True, ended_reason="") | (Q(ended_at__isnull=False) & ~Q(ended_reason="")),
    name="%(class)s_ended_with_a_reason",
)
