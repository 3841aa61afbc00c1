"""The last half hour: the time in which corrections are taken, and the ceremony."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from record.kept import ERASED, Column, Kept
from record.models import ENDED_WITH_A_REASON, HAS_A_REASON, Decision, DecisionQuerySet
from tournament.models import Entry, Table, Tournament


class CorrectionWindow(models.Model):
    """Until `closes_at` players tell the desk what is wrong; the standings are not made final before."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="correction_window")
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    kept = Kept("correction-window", of="tournament")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_at__gt=F("opened_at")), name="window_closes_after_it_opens"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} until {self.closes_at}"

    @property
    def closed_at(self) -> datetime:
        """When it is over: as planned, or when a director ended it before."""
        return min(self.ended_at or self.closes_at, self.closes_at)

    @property
    def is_cut_short(self) -> bool:
        return self.closed_at < self.closes_at

    def is_running(self, now: datetime) -> bool:
        return self.ended_at is None and now < self.closes_at


class ReportedNumber(Decision):
    """What a player told the desk about a number of an accepted set, until a director answers it: `ended_reason`.

    A dispute of that table settles it too; the accepted numbers change in no other way.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="reported_numbers")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="reported_numbers")

    kept = Kept(
        "reported-number",
        of="entry__tournament",
        people=("entry__person",),
        title=_("What they told the desk"),
        columns={
            "reason": Column(
                erased=ERASED,
                what=_("What a player told the desk about a number"),
                staff=_("Directors and scorekeepers."),
            ),
            "ended_reason": Column(
                erased=ERASED, what=_("What a director answered"), staff=_("Directors and scorekeepers.")
            ),
        },
    )

    objects = DecisionQuerySet["ReportedNumber"].as_manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [HAS_A_REASON, ENDED_WITH_A_REASON]

    def __str__(self) -> str:
        return f"{self.entry}: {self.reason}"


class Ceremony(models.Model):
    """One ceremony of a tournament: slides from the last prize to the first, each announced and then named.

    `slides` is a list of {"row": key, "contest", "place", "last_place", "awards": keys, "margin": points ahead of the
    next score or null}, as they were when it began. `step` 0 is the welcome; slide n is announced at step 2n + 1 and
    its names are shown from step 2n + 2 on.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="ceremonies")
    slides = models.JSONField(_("steps"))
    step = models.PositiveSmallIntegerField(_("step"), default=0)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    kept = Kept(no_line="its screens; what was shown stands on the prizes", nobodys="keys of rows")

    class Meta:
        verbose_name_plural = "ceremonies"
        ordering = ["-begun_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at__isnull=True), name="one_ceremony_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, step {self.step}"

    @property
    def slide(self) -> int | None:
        """The index of the slide that is on; None at the welcome."""
        return (self.step - 1) // 2 if self.step else None

    @property
    def names_shown(self) -> bool:
        return self.step > 0 and self.step % 2 == 0

    @property
    def is_at_end(self) -> bool:
        return self.step >= 2 * len(self.slides)
