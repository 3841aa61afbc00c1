"""House profiles: numbers that a club changed in one of the systems, kept for its tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from .choices import System
from .club import Club

if TYPE_CHECKING:
    from rules.systems.profile import Profile


class HouseProfileQuerySet(models.QuerySet["HouseProfile"]):
    def offered(self) -> Self:
        """Those that a new tournament can take."""
        return self.filter(withdrawn_at__isnull=True)


class HouseProfile(models.Model):
    """A named set of changes to a system's numbers. A tournament that takes it gets a copy, and keeps that."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_profiles")
    name = models.CharField(_("name"), max_length=60)
    system = models.CharField(_("scoring system"), max_length=20, choices=System)
    changes = models.JSONField(default=dict, blank=True)
    # No longer offered; it stays, because tournaments came from it.
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = HouseProfileQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint("club", Lower("name"), name="one_house_profile_per_name"),
            models.CheckConstraint(condition=~Q(name=""), name="house_profile_has_a_name"),
            models.CheckConstraint(condition=Q(system__in=System.values), name="house_profile_system_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def profile(self) -> Profile:
        from rules.systems.registry import load_profile

        return load_profile(self.system, self.changes)
