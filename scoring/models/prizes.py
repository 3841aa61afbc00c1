"""The prize plan of a tournament, what a director decided about it, and the prizes that are fixed."""

from typing import Self

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from record.kept import NUMBERS, Column, Kept
from tournament.models import Category, Entry, TieBreak, Tournament


class Criterion(models.TextChoices):
    OVERALL = "overall", _("Places of the final standings")
    BLOCK = "block", _("Places of a block, such as the morning")
    CATEGORY = "category", _("Places of a category of players")
    ROUND = "round", _("Places of a round")
    TABLE_HIGH = "table-high", _("Highest at each table")
    TABLE_LOW = "table-low", _("Lowest at each table")
    LOWEST = "lowest", _("Last of the final standings")
    SELF_PICKED = "self-picked", _("Most games won self-picked")
    JOKERLESS = "jokerless", _("Most jokerless wins")
    LOT = "lot", _("By lot among those checked in")
    NAMED = "named", _("Named by the director")


class PrizeRow(models.Model):
    """One row of the plan: money or a thing for each place from `first_place` down.

    `cents` or `things` has one item a place. `number` is that of the round or the block the criterion is about.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prize_rows")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=120, blank=True)
    criterion = models.CharField(_("for"), max_length=20, choices=Criterion)
    number = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MinValueValidator(1)])
    first_place = models.PositiveSmallIntegerField(
        _("from place"), default=1, validators=[MinValueValidator(1)]
    )
    cents = models.JSONField(default=list, blank=True)
    things = models.JSONField(_("things"), default=list, blank=True)
    exclusive = models.BooleanField(_("exclusive"), default=False)
    # Whose places they are, for a prize of a category.
    category = models.ForeignKey(
        Category,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("category"),
    )
    # Who was named, for a prize the director gives.
    named = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("named")
    )
    # For a prize by lot: the seed, and the player numbers it was drawn from.
    seed = models.CharField(max_length=40, blank=True)
    drawn_from = models.JSONField(_("drawn from"), default=list, blank=True)
    fixed_at = models.DateTimeField(null=True, blank=True)
    fixed_version = models.PositiveIntegerField(null=True, blank=True)

    kept = Kept(
        "prize-row",
        of="tournament",
        columns={
            "name": Column(renamed=True),
            "things": Column(renamed=True, shape=list[str]),
            "cents": Column(harmless=NUMBERS, shape=list[int]),
            "seed": Column(harmless=NUMBERS),
            "drawn_from": Column(harmless=NUMBERS, shape=list[int]),
        },
    )

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(first_place__gte=1), name="prize_row_place_from_1"),
            models.CheckConstraint(
                condition=Q(criterion__in=Criterion.values), name="prize_row_criterion_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.get_criterion_display())

    @property
    def has_places(self) -> bool:
        """Whether its places mean something: not of a prize for somebody named or drawn."""
        return self.criterion not in (Criterion.NAMED, Criterion.LOT) and not self.is_from_the_end

    @property
    def is_from_the_end(self) -> bool:
        """Whether the lowest score wins: its first place is no first place of anything."""
        return self.criterion in (Criterion.LOWEST, Criterion.TABLE_LOW)

    @property
    def key(self) -> str:
        """Names the contest: rows of one key are about the same places."""
        own = f":{self.pk}" if self.criterion in (Criterion.LOT, Criterion.NAMED) else ""
        if self.category is not None:
            own = f":{self.category.name}"
        return f"{self.criterion}{'' if self.number is None else f':{self.number}'}{own}"


class PrizeDecision(models.Model):
    """Who has things that several candidates tied for; it holds for these candidates only."""

    class How(models.TextChoices):
        LOT = "lot", _("by lot")
        PLAY_OFF = "play-off", _("by a play-off")
        EACH = "each", _("one for each of them")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prize_decisions")
    key = models.CharField(max_length=90)
    contest = models.CharField(max_length=40, blank=True)
    # Player numbers: everybody who tied, in their order; and who gets the things, in the order of the things.
    candidates = models.JSONField(_("tied"))
    winners = models.JSONField(default=list, blank=True)
    how = models.CharField(_("how"), max_length=10, choices=How)
    seed = models.CharField(max_length=40, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    kept = Kept(
        "prize-decision",
        of="tournament",
        nobodys=NUMBERS,
        columns={"candidates": Column(shape=list[int]), "winners": Column(shape=list[int])},
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.key} {self.get_how_display()}"


class PrizeAwardQuerySet(models.QuerySet["PrizeAward"]):
    def presented(self) -> Self:
        """Those that everybody may know of."""
        return self.filter(presented_at__isnull=False)


class PrizeAward(models.Model):
    """A prize that is fixed, as it was won at `PrizeRow.fixed_version`; see `rules.awards.Award`."""

    row = models.ForeignKey(PrizeRow, on_delete=models.PROTECT, related_name="awards")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="prizes")
    contest = models.CharField(max_length=40, blank=True)
    first_place = models.PositiveSmallIntegerField(_("from place"))
    last_place = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    sharing = models.PositiveSmallIntegerField(default=1)
    moved_up = models.PositiveSmallIntegerField(_("moved up"), default=0)
    cents = models.PositiveIntegerField(default=0)
    thing = models.CharField(max_length=120, blank=True)
    # What parted the winner from somebody of the same total, as it was set when the prize was fixed.
    tie_break = models.CharField(max_length=20, choices=TieBreak, blank=True, default="")
    presented_at = models.DateTimeField(null=True, blank=True)
    handed_over_at = models.DateTimeField(null=True, blank=True)
    # How, with which reference, and to whom where somebody else took it.
    handed_over_note = models.CharField(max_length=200, blank=True)

    kept = Kept(
        "prize-award",
        of="row__tournament",
        people=("entry__person",),
        title=_("Prizes"),
        columns={
            "contest": Column(harmless="the name of a prize's contest"),
            "cents": Column(what=_("Prize money"), public=_("With the results, once a director shows them.")),
            "thing": Column(
                renamed=True,
                what=_("Other prizes that were won"),
                public=_("With the results, once a director shows them."),
            ),
            "handed_over_note": Column(erased="", what=_("Who picked up a prize"), staff=_("Directors.")),
        },
    )

    objects = PrizeAwardQuerySet.as_manager()

    class Meta:
        ordering = ["row__position", "row", "contest", "first_place", "entry__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["row", "contest", "entry", "first_place"], name="one_award_per_place"
            ),
            models.CheckConstraint(
                condition=Q(last_place__gte=models.F("first_place")), name="award_places_in_order"
            ),
            models.CheckConstraint(
                condition=Q(tie_break__in=["", *TieBreak.values]), name="award_tie_break_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.row} {self.entry}"

    @property
    def shared_to(self) -> int:
        """The last of the places whose money the tied players share; a thing is never shared."""
        return self.last_place if self.cents else self.first_place
