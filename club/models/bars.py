from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Person
from record.kept import ERASED, Column, Kept
from record.models import ENDED_WITH_A_REASON, HAS_A_REASON, Decision, DecisionQuerySet


class Bar(Decision):
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="bars")
    # The tournament it was decided in, by name and date: the bar stays when the tournament goes.
    decided_in = models.CharField(_("decided in"), max_length=200)

    kept = Kept(
        no_line="of a person in their club, whatever tournament it was decided in",
        club="person__club",
        people=("person",),
        title=_("Bars"),
        columns={
            "reason": Column(erased=ERASED, what=_("A bar, and why"), staff=_("Directors.")),
            "decided_in": Column(erased=ERASED, what=_("Where a bar was decided"), staff=_("Directors.")),
            "ended_reason": Column(erased=ERASED, what=_("Why a bar was lifted"), staff=_("Directors.")),
        },
    )

    objects = DecisionQuerySet["Bar"].as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            HAS_A_REASON,
            ENDED_WITH_A_REASON,
            models.UniqueConstraint(
                fields=["person"], condition=Q(ended_at__isnull=True), name="one_standing_bar_per_person"
            ),
        ]

    def __str__(self) -> str:
        return f"bar of {self.person}"
