from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from record.kept import Kept
from rules.english.rule_sheet import MOVEMENTS
from rules.systems.profile import Profile
from rules.systems.registry import SYSTEMS, definition, load_profile


def systems() -> list[tuple[str, Any]]:
    return [(system, _(definition(system).title)) for system in SYSTEMS]


class Movement(models.TextChoices):
    SANCTIONED = "sanctioned", _(MOVEMENTS["sanctioned"])
    CLUB_DAY = "club-day", _(MOVEMENTS["club-day"])
    MAHJCON = "mahjcon", _(MOVEMENTS["mahjcon"])
    CUSTOM = "custom", _(MOVEMENTS["custom"])
    REPEAT_FREE = "repeat-free", _(MOVEMENTS["repeat-free"])
    ASSIGNED = "assigned", _(MOVEMENTS["assigned"])
    RANDOM = "random", _(MOVEMENTS["random"])
    RANKED = "ranked", _(MOVEMENTS["ranked"])


class HouseProfileQuerySet(models.QuerySet["HouseProfile"]):
    def offered(self) -> Self:
        return self.filter(withdrawn_at__isnull=True)


class HouseProfile(models.Model):
    """A named set of changes to a system's numbers. A tournament that takes it gets a copy, and keeps that."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_profiles")
    name = models.CharField(_("name"), max_length=60)
    system = models.CharField(_("scoring system"), max_length=20, choices=systems)
    changes = models.JSONField(default=dict, blank=True)
    # No longer offered; it stays, because tournaments came from it.
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    kept = Kept(
        nobodys="the club's own numbers",
        no_line="of a club, for any of its tournaments; each tournament has its numbers itself",
    )

    objects = HouseProfileQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint("club", Lower("name"), name="one_house_profile_per_name"),
            models.CheckConstraint(condition=~Q(name=""), name="house_profile_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def profile(self) -> Profile:
        return load_profile(self.system, self.changes)
