from typing import Any

from django.db import models
from django.db.models import Q

from record.kept import Column, Kept, in_rows
from record.models import ENDED_WITH_A_REASON, Decision, DecisionQuerySet
from tournament.models import Tournament


class FinalStandings(Decision):
    """The standings at the finish; later differences are shown as corrections.

    `places` is a list of {"entry": its key, "number", "name": the public one, "shows_initials", "rank", "total"}; the
    rank is None for entries without one. It is empty once the finish is taken back.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="final_standings")
    places = models.JSONField()

    kept = Kept(
        "final-standings",
        of="tournament",
        columns={
            "places": Column(renamed=True, shape=list[dict[str, Any]], entries=in_rows),
            "reason": Column(renamed=True),
            "ended_reason": Column(renamed=True),
        },
    )

    objects = DecisionQuerySet["FinalStandings"].as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "final standings"
        constraints = [
            ENDED_WITH_A_REASON,
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(ended_at__isnull=True),
                name="one_standing_finish_per_tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"Final standings of {self.tournament}"
