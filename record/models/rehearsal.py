from django.db import models
from django.db.models import Q

from record.kept import Column, Kept


class Rehearsal(models.Model):
    """One time that a tournament's archive was restored in a database of its own and compared, by any web process.

    `ended_at` is empty while it is under way. `error` says why it could not be restored at all.
    """

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="rehearsals"
    )
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    same_bytes = models.BooleanField(default=False)
    same_standings = models.BooleanField(default=False)
    doubts = models.PositiveIntegerField(default=0)  # places of its record that do not hold
    error = models.TextField(blank=True)

    kept = Kept(
        no_line="of the archive itself, and of the installation that restored it",
        of="tournament",
        columns={"error": Column(renamed=True)},
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at=None), name="one_rehearsal_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.begun_at:%Y-%m-%d %H:%M}"

    @property
    def is_good(self) -> bool:
        return self.same_bytes and self.same_standings and not self.error
