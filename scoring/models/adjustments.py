from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from record.kept import ERASED, Column, Kept
from record.models import ENDED_WITH_A_REASON, Decision, DecisionQuerySet
from tournament.models import Entry, Round


class Adjustment(Decision):
    """Points given to or taken from a player outside a game: a director's decision."""

    class Kind(models.TextChoices):
        """Labels are the short names beside somebody's points, on pages and in files."""

        LATE = "late", _("late at the start")
        DISTURBING = "disturbing", _("disturbed the room")
        ARGUING = "arguing", _("argued")
        RULING = "ruling", _("ruling")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    # The published round it belongs to; null: it counts for the whole event, and for no block.
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, null=True, blank=True, related_name="adjustments"
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    points = models.IntegerField(_("points"))

    kept = Kept(
        "adjustment",
        of="entry__tournament",
        people=("entry__person",),
        title=_("Penalties and other points"),
        columns={
            "points": Column(
                what=_("Points given or taken outside the games"), public=_("With the standings.")
            ),
            "reason": Column(
                erased=ERASED,
                what=_("Why those points were given or taken"),
                public=_("On the player's own page."),
            ),
            "ended_reason": Column(
                erased=ERASED, what=_("Why points outside the games were canceled"), staff=_("Directors.")
            ),
        },
    )

    objects = DecisionQuerySet["Adjustment"].as_manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            ENDED_WITH_A_REASON,
            models.CheckConstraint(
                condition=Q(kind__in=["late", "disturbing", "arguing", "ruling"]),
                name="adjustment_kind_known",
            ),
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_has_points"),
            models.CheckConstraint(
                condition=Q(kind="ruling") | Q(points__lt=0), name="only_a_ruling_gives_points"
            ),
            models.CheckConstraint(
                condition=~Q(kind="ruling") | ~Q(reason=""), name="adjustment_by_ruling_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} {self.kind} {self.entry}"

    def facts(self, number: int) -> dict[str, object]:
        """As the journal keeps it: by its number in the tournament, which is the same in an archive."""
        return {
            "adjustment": number,
            "points": self.points,
            "kind": self.kind,
            "round": self.round.number if self.round else None,
        }
