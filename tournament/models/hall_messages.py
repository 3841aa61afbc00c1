from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from record.kept import Column, Kept

from .event import Tournament


class HallMessageQuerySet(models.QuerySet["HallMessage"]):
    def standing(self) -> Self:
        return self.filter(taken_down_at__isnull=True)


class HallMessage(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="hall_messages")
    words = models.CharField(_("words"), max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taken_down_at = models.DateTimeField(null=True, blank=True)
    taken_down_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    kept = Kept("hall-message", of="tournament", columns={"words": Column(renamed=True)})

    objects = HallMessageQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.CheckConstraint(condition=~Q(words=""), name="hall_message_has_words")]

    def __str__(self) -> str:
        return self.words
