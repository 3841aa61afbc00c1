"""Lots drawn during the day, and the pot of equal stakes."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules.lots import draw_lots
from tournament.models import Entry, Tournament

MOST_WINNERS = 20


class Raffle(models.Model):
    """One draw: the seed and the list are on record when it is made ready, the winners follow from them."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="raffles")
    prize = models.CharField(_("what can be won"), max_length=120)
    winners = models.PositiveSmallIntegerField(
        _("how many win"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_WINNERS)]
    )
    seed = models.CharField(max_length=40)
    drawn_from = models.JSONField()  # player numbers
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(winners__range=(1, MOST_WINNERS)), name="raffle_has_winners"),
        ]

    def __str__(self) -> str:
        return self.prize

    @property
    def winning(self) -> list[int]:
        """The numbers of those who won, in the order drawn; empty before the draw."""
        return draw_lots(self.seed, self.drawn_from)[: self.winners] if self.drawn_at else []


class Pot(models.Model):
    """The stake that each player pays into the pot, which is shared by the points."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="pot")
    stake_cents = models.PositiveIntegerField(validators=[MinValueValidator(1)])

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(stake_cents__gte=1), name="pot_has_a_stake")]

    def __str__(self) -> str:
        return f"{self.tournament}, stake {self.stake_cents}"


class PotPayment(models.Model):
    """A player's share of the pot that was handed over: how much, and how or to whom."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="pot_payment")
    cents = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(cents__gte=1), name="pot_payment_of_something")]

    def __str__(self) -> str:
        return f"{self.entry} {self.cents}"
