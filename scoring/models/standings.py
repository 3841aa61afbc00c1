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
