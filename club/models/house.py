from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from record.kept import Kept
from rules.systems.profile import Profile
from rules.systems.registry import SYSTEMS, definition, load_profile


def systems() -> list[tuple[str, Any]]:
    return [(system, _(definition(system).title)) for system in SYSTEMS]


class Movement(models.TextChoices):
    SANCTIONED = "sanctioned", _("Sanctioned: A up 1, B down 1, C up 2, D down 2")
    CLUB_DAY = "club-day", _("Club day: A stays, B up 1, C down 1, D up 2")
    MAHJCON = "mahjcon", _("MahjCon: A stays, B down 1, C down 2, D up 1")
    CUSTOM = "custom", _("Your own four steps")
    REPEAT_FREE = "repeat-free", _("Repeat-free steps: announced by letter")
    ASSIGNED = "assigned", _("Seat slips: every player gets an itinerary")
    RANDOM = "random", _("A new random draw every round")
    RANKED = "ranked", _("By standing: leaders together")


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
