"""A club's seasons: the events that are reckoned together, and the rule by which. All of it is the club's, whatever
becomes of one tournament.
"""

from functools import cached_property
from typing import Annotated
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.models import Club, Person
from record.kept import Column, Kept
from rules.seasons.rule import SeasonRule
from tournament.models import Tournament

Points = Annotated[str, msgspec.Meta(pattern=r"^-?\d{1,15}(\.\d{1,2})?\Z")]
OF_A_CLUB = "of a club, for any of its tournaments; copies of the database have it"


class Season(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("short address"), max_length=60)
    is_public = models.BooleanField(_("public"), default=True)

    kept = Kept(nobodys="the club's own", no_line=OF_A_CLUB)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="one_season_per_address")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.club.slug, self.slug])


class RuleVersion(models.Model):
    """The rule from one day on. `rule` is a `SeasonRule` as msgspec writes it; of the versions that hold on a day, the
    last one that was made is the rule. `holds_from` is null for the first, which holds from the beginning.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="versions")
    rule = models.JSONField()
    holds_from = models.DateField(_("holds from"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    kept = Kept(
        no_line=OF_A_CLUB,
        club="season__club",
        columns={
            "rule": Column(harmless="numbers, and where a printed rule stands"),
            "reason": Column(renamed=True),
        },
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.season}, {self.holds_from or 'from the beginning'}"

    @cached_property
    def read(self) -> SeasonRule:
        return msgspec.convert(self.rule, SeasonRule)


class SeasonEvent(models.Model):
    """A tournament that was put into a season; its points are multiplied by `weight`."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="seasons")
    weight = models.DecimalField(_("weight"), max_digits=5, decimal_places=2, default=1)

    kept = Kept(nobodys="numbers", no_line=OF_A_CLUB, club="season__club")

    class Meta:
        ordering = ["tournament__date", "tournament__pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="an_event_counts_once_in_a_season")
        ]

    def __str__(self) -> str:
        return self.tournament.name


class SeasonPerson(models.Model):
    """What is said of somebody beside the events: a guest takes a place in them and none in the season; of others,
    what they had before the season was reckoned here.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="people")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="in_seasons")
    is_guest = models.BooleanField(_("guest"), default=False)
    points = models.DecimalField(_("points"), max_digits=9, decimal_places=2, default=0)
    events = models.PositiveSmallIntegerField(_("events"), default=0)
    games = models.PositiveSmallIntegerField(_("games"), default=0)

    kept = Kept(
        no_line=OF_A_CLUB,
        club="season__club",
        people=("person",),
        title=_("Before a season, or a guest in it"),
        columns={
            "points": Column(
                what=_("Points of a season: of each event, and from before it"),
                public=_("With the standings of a season that is public."),
            )
        },
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="one_row_per_person_and_season")
        ]

    def __str__(self) -> str:
        return str(self.person)


class PublishedEvent(msgspec.Struct, forbid_unknown_fields=True):
    """`tournament` is its address."""

    tournament: str
    name: str
    date: str


class PublishedPlace(msgspec.Struct, forbid_unknown_fields=True):
    """`person` is the mark of a record; `events` has the points of each event attended, by its address. Points are
    texts, to the hundredth.
    """

    person: UUID
    rank: int | None
    points: Points
    events: dict[str, Points]


class SeasonPublication(models.Model):
    """The standings as they were published, whatever is corrected later: `events` is a list of `PublishedEvent`,
    `places` of `PublishedPlace`, in their order.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="publications")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    events = models.JSONField()
    places = models.JSONField()

    kept = Kept(
        no_line=OF_A_CLUB,
        club="season__club",
        columns={
            "events": Column(renamed=True),
            "places": Column(harmless="marks of people and their points, without a name"),
        },
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_publication_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.number}"

    @property
    def last_event(self) -> dict[str, str]:
        return self.events[-1] if self.events else {"tournament": "", "name": "", "date": ""}

    @property
    def read_places(self) -> list[PublishedPlace]:
        return msgspec.convert(self.places, list[PublishedPlace])
