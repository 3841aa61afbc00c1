from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models import Bar
from record.kept import ERASED, Column, Kept
from record.models import ENDED_WITH_A_REASON, HAS_A_REASON, Decision, DecisionQuerySet
from tournament.models import Entry


class ComplaintQuerySet(DecisionQuerySet["Complaint"]):
    def disqualifying(self) -> Self:
        return self.filter(outcome=Complaint.Outcome.DISQUALIFIED)


class Complaint(Decision):
    """A warning, or a disqualification by a second complaint or at once, for cause. Never public, but that somebody is
    disqualified."""

    class Outcome(models.TextChoices):
        WARNED = "warned", _("warned")
        DISQUALIFIED = "disqualified", _("disqualified")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="complaints")
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome)
    # Of a disqualification: whether the player keeps a place in the standings, and the bar that came with it, which is
    # the club's: a tournament restored in another club has no bar.
    keeps_place = models.BooleanField(_("keeps a place"), null=True, blank=True)
    bar = models.ForeignKey(Bar, on_delete=models.PROTECT, null=True, blank=True, related_name="complaints")

    kept = Kept(
        "complaint",
        of="entry__tournament",
        people=("entry__person",),
        title=_("Warnings and disqualifications"),
        columns={
            "outcome": Column(what=_("A disqualification"), public=_("With the standings.")),
            "reason": Column(
                erased=ERASED,
                what=_("Warnings, and the reason of a disqualification"),
                staff=_("Directors."),
            ),
            "ended_reason": Column(
                erased=ERASED, what=_("Why a complaint was taken back"), staff=_("Directors.")
            ),
            "bar": Column(left_out="the club's, not the tournament's"),
        },
    )

    objects = ComplaintQuerySet.as_manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            HAS_A_REASON,
            ENDED_WITH_A_REASON,
            models.CheckConstraint(
                condition=Q(outcome__in=["warned", "disqualified"]), name="complaint_outcome_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome="warned", keeps_place__isnull=True, bar__isnull=True)
                | Q(outcome="disqualified", keeps_place__isnull=False),
                name="disqualification_says_what_follows",
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(outcome="disqualified", ended_at__isnull=True),
                name="one_standing_disqualification_per_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.outcome}"

    def facts(self, number: int) -> dict[str, object]:
        """As the journal keeps it: by its number in the tournament, which is the same in an archive."""
        keeps = {} if self.keeps_place is None else {"keeps_place": self.keeps_place}
        return {"complaint": number, "outcome": self.outcome, **keeps}
