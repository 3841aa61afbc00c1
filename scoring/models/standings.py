"""What a finished tournament showed on the day it was finished."""

from django.conf import settings
from django.db import models

from tournament.models import Tournament


class FinalStandings(models.Model):
    """The standings frozen at the finish; whatever differs later is shown as a correction.

    `places` is a list of {"entry": its key, "number", "name": the public one, "shows_initials", "rank", "total"}.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="final_standings")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    places = models.JSONField()

    class Meta:
        verbose_name_plural = "final standings"

    def __str__(self) -> str:
        return f"Final standings of {self.tournament}"
