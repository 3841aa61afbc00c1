"""The final standings of a finished tournament."""

from django.conf import settings
from django.db import models

from tournament.models import Tournament


class FinalStandings(models.Model):
    """The standings at the finish; later differences are shown as corrections.

    `places` is a list of {"entry": its key, "number", "name": the public one, "shows_initials", "rank", "total"}; the
    rank is None for entries without one.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="final_standings")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    places = models.JSONField()

    class Meta:
        verbose_name_plural = "final standings"

    def __str__(self) -> str:
        return f"Final standings of {self.tournament}"


class FinishTakenBack(models.Model):
    """A tournament that was finished from one moment to another. Rows are only ever added."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="finishes_taken_back")
    finished_at = models.DateTimeField()
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    taken_back_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "finishes taken back"

    def __str__(self) -> str:
        return f"{self.tournament} was finished"
