from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from record.kept import NUMBERS, Column, Kept
from rules.awards import draw_lots
from tournament.models import Entry, Tournament

MOST_WINNERS = 20


class Raffle(models.Model):
    """One draw: the list and the hash of the seed are on record when it is made ready, the seed when it is drawn.

    Until then no row has the seed. One that is taken out undrawn stays as a row.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="raffles")
    prize = models.CharField(_("what can be won"), max_length=120)
    winners = models.PositiveSmallIntegerField(
        _("how many win"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_WINNERS)]
    )
    seed = models.CharField(max_length=40, blank=True)
    seed_hash = models.CharField(max_length=64)
    drawn_from = models.JSONField(_("drawn from"))  # player numbers
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField(_("drawn"), null=True, blank=True)
    taken_out_at = models.DateTimeField(null=True, blank=True)

    kept = Kept(
        "raffle",
        of="tournament",
        columns={
            "prize": Column(renamed=True),
            "seed": Column(harmless=NUMBERS),
            "seed_hash": Column(harmless=NUMBERS),
            "drawn_from": Column(harmless=NUMBERS, shape=list[int]),
        },
    )

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(winners__range=(1, MOST_WINNERS)), name="raffle_has_winners"),
            models.CheckConstraint(
                condition=Q(drawn_at__isnull=True) | Q(taken_out_at__isnull=True),
                name="raffle_drawn_or_taken_out",
            ),
            models.CheckConstraint(
                condition=Q(drawn_at__isnull=True, seed="") | Q(drawn_at__isnull=False) & ~Q(seed=""),
                name="raffle_seed_once_drawn",
            ),
        ]

    def __str__(self) -> str:
        return self.prize

    @property
    def winning(self) -> list[int]:
        """The numbers of the winners, in the order drawn; empty before the draw."""
        return draw_lots(self.seed, self.drawn_from)[: self.winners] if self.drawn_at else []


class Pot(models.Model):
    """The stake that each player pays into the pot, which is shared by the points."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="pot")
    stake_cents = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    # Whether everybody sees the pot and its shares with the results; otherwise directors alone.
    is_public = models.BooleanField(default=False)

    kept = Kept(
        "pot",
        of="tournament",
        nobodys="the event's own",
        columns={
            "stake_cents": Column(
                what=_("The pot of stakes, and everybody’s share"),
                public=_("With the results, if a director shows it."),
            )
        },
    )

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

    kept = Kept(
        "pot-payment",
        of="entry__tournament",
        people=("entry__person",),
        title=_("Shares of the pot"),
        columns={
            "note": Column(erased="", what=_("How a share of the pot was handed over"), staff=_("Directors."))
        },
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(cents__gte=1), name="pot_payment_of_something")]

    def __str__(self) -> str:
        return f"{self.entry} {self.cents}"
