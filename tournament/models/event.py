"""A tournament."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import LETTERS
from rules.limits import MOST_GAMES, MOST_ROUNDS, STEPS
from tournament.names import shared_names
from tournament.seams import above
from tournament.words import numbered_round

from .blocks import Block, BonusRound, named_blocks
from .choices import CardsCarry, Currency, EnteredBy, Movement, System, TieBreak, Verification
from .club import Chained, Club

if TYPE_CHECKING:
    from rules.systems.profile import Profile


def machine_time_zone() -> str:
    return settings.TIME_ZONE


class NotDeleted(models.Manager["Tournament"]):
    """Tournaments without deleted ones, which can be restored for some weeks."""

    def get_queryset(self) -> models.QuerySet["Tournament"]:
        return super().get_queryset().filter(deleted_at__isnull=True)


class Tournament(Chained):
    """One event of a club, from registration to final standings."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(
        _("short address"), max_length=60, unique=True, help_text=_("The last part of the public address.")
    )
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    place = models.CharField(_("place"), max_length=160, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default=machine_time_zone)
    is_public = models.BooleanField(
        _("public"), default=True, help_text=_("Anybody with the address can watch standings and seating.")
    )

    system = models.CharField(_("scoring system"), max_length=20, choices=System, default=System.SANCTIONED)
    # Changed numbers of a house profile until the first round is published; then every number, for good.
    profile_changes = models.JSONField(default=dict, blank=True)
    # Where those numbers came from, and what it was called then. The numbers are a copy: the profile may change.
    house_profile = models.ForeignKey(
        "HouseProfile", on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    house_name = models.CharField(_("house profile"), max_length=60, blank=True)
    frozen_profile = models.JSONField(null=True, blank=True)
    verification = models.CharField(
        _("who verifies a card"), max_length=20, choices=Verification, default=Verification.ACROSS
    )
    cards_carry = models.CharField(
        _("what is typed from the cards"), max_length=10, choices=CardsCarry, default=CardsCarry.POINTS
    )
    entered_by = models.CharField(
        _("order of typing"),
        max_length=10,
        choices=EnteredBy,
        default=EnteredBy.PLAYER,
        help_text=_("For Sixteen hands, where everybody writes a sheet. What is typed is the same."),
    )
    second_person = models.BooleanField(
        _("a second person types every set"),
        default=False,
        help_text=_("Another scorekeeper types the same cards without seeing the first numbers."),
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=4, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    rounds_per_block = models.PositiveSmallIntegerField(
        _("rounds in a block"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
        help_text=_("Rounds totalled together, such as AM and PM. Empty: one block."),
    )
    block_names = models.CharField(
        _("names of the blocks"),
        max_length=200,
        blank=True,
        help_text=_("With commas, such as “AM, PM” or “Saturday, Sunday”. Empty: Block 1, Block 2."),
    )
    games_per_round = models.PositiveSmallIntegerField(
        _("games in a round"), default=4, validators=[MinValueValidator(1), MaxValueValidator(MOST_GAMES)]
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes for a round"), default=60, validators=[MinValueValidator(5), MaxValueValidator(300)]
    )
    warning_minutes = models.PositiveSmallIntegerField(
        _("warning, minutes before the end"), default=10, validators=[MaxValueValidator(60)]
    )

    movement = models.CharField(_("movement"), max_length=20, choices=Movement, default=Movement.SANCTIONED)
    steps = models.JSONField(default=dict, blank=True)  # {"A": 1, "B": 0, ...} for movement "custom"
    seed = models.BigIntegerField(null=True, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # What an entry costs; an entry's own amount stands on it.
    fee_cents = models.PositiveIntegerField(default=0)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency, default=Currency.USD)
    # Hidden from then on; its rows go for good some weeks later, see `tournament.deletion`.
    deleted_at = models.DateTimeField(null=True, blank=True)

    # Between equal totals; both empty: they share a place, and its prizes.
    tie_break = models.CharField(
        _("equal totals go by"), max_length=20, choices=TieBreak, blank=True, default=""
    )
    next_tie_break = models.CharField(
        _("and then by"), max_length=20, choices=TieBreak, blank=True, default=""
    )

    # From this round on, nobody but directors and scorekeepers is shown results; null: everybody is shown all.
    withheld_from = models.PositiveSmallIntegerField(_("results withheld from round"), null=True, blank=True)

    # Every journalled change raises `version`; what changes a standing also raises `standings_version`.
    version = models.PositiveIntegerField(default=0)
    standings_version = models.PositiveIntegerField(default=0)
    standings_at = models.DateTimeField(null=True, blank=True)
    # Raised by every change of somebody's seat in some round, planned ones too, and from the first draw on by every new
    # number or name: seat slips of an older one are out of date. 0 before the first draw.
    seats_revision = models.PositiveIntegerField(default=0)

    objects = NotDeleted()
    everything = models.Manager["Tournament"]()

    class Meta:
        ordering = ["-date", "name"]
        constraints = [
            models.CheckConstraint(condition=Q(system__in=System.values), name="tournament_system_known"),
            models.CheckConstraint(
                condition=Q(movement__in=Movement.values), name="tournament_movement_known"
            ),
            models.CheckConstraint(
                condition=Q(rounds_planned__range=(1, MOST_ROUNDS)), name="tournament_rounds_1_to_24"
            ),
            models.CheckConstraint(
                condition=Q(games_per_round__range=(1, MOST_GAMES)), name="tournament_games_1_to_16"
            ),
            models.CheckConstraint(
                condition=Q(withheld_from__isnull=True) | Q(withheld_from__gte=1),
                name="tournament_withheld_from_round_1",
            ),
            models.CheckConstraint(
                condition=Q(currency__in=Currency.values), name="tournament_currency_known"
            ),
            models.CheckConstraint(
                condition=Q(tie_break__in=["", *TieBreak.values])
                & Q(next_tie_break__in=["", *TieBreak.values]),
                name="tournament_tie_breaks_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        super().refresh_from_db(*args, **kwargs)
        self.__dict__.pop("bonus_rounds", None)
        self.__dict__.pop("names_alike", None)

    def get_absolute_url(self) -> str:
        """The page for players."""
        return reverse(above.public_page, args=[self.slug])

    def get_work_url(self) -> str:
        """The first page of a director's work."""
        return reverse(above.work_page, args=[self.slug])

    @property
    def profile(self) -> "Profile":
        """The profile of this tournament: frozen once the first round is published."""
        from rules.systems.registry import load_profile, profile_from_data

        if self.frozen_profile is not None:
            return profile_from_data(self.frozen_profile)
        return load_profile(self.system, self.profile_changes)

    @property
    def rules_name(self) -> str:
        """What it is played by, for people: the house profile with its system, or the system alone."""
        system = self.get_system_display()
        return f"{self.house_name} ({system})" if self.house_name else system

    @property
    def pivot(self) -> str:
        """The letter that stays at its table while the others move; "" where none does, or several do."""
        steps = STEPS.get(self.movement) or [self.steps.get(letter) for letter in LETTERS]
        staying = [letter for letter, step in zip(LETTERS, steps, strict=True) if step == 0]
        return staying[0] if len(staying) == 1 else ""

    @cached_property
    def bonus_rounds(self) -> dict[int, BonusRound]:
        """The bonus rounds by number; read once for each copy of this row."""
        rows = list(self.rounds.bonus().values_list("number", "bonus_games", "bonus_counts"))
        return {
            number: BonusRound(number, games or 0, bool(counts), is_alone=len(rows) == 1)
            for number, games, counts in rows
        }

    @cached_property
    def names_alike(self) -> set[str]:
        """The names, whole or as the public reads them, that several players have; read once for each copy of this
        row.
        """
        entries = list(self.entries.with_people())
        return shared_names(entry.name for entry in entries) | shared_names(
            entry.public_name for entry in entries
        )

    @property
    def last_round(self) -> int:
        """The number of the last round of the event, with the bonus rounds there are."""
        return self.rounds_planned + len(self.bonus_rounds)

    def round_name(self, number: int) -> str:
        """What a round is called, alone or before a comma or colon: "Round 3", "Bonus round"."""
        bonus = self.bonus_rounds.get(number)
        return bonus.name if bonus else gettext("Round %(number)s") % {"number": number}

    def round_in_words(self, number: int) -> str:
        """What a round is called within a sentence: "round 3", "the bonus round"."""
        bonus = self.bonus_rounds.get(number)
        return bonus.in_words if bonus else numbered_round(number)

    def games_in(self, number: int) -> int:
        """How many games a table plays in a round."""
        bonus = self.bonus_rounds.get(number)
        return bonus.games if bonus else self.games_per_round

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """What decides between equal totals, in this order; nothing where they share a place."""
        return tuple(filter(None, (self.tie_break, self.next_tie_break)))

    @property
    def has_rack_facts(self) -> bool:
        """Whether it is known of each game who won it, and how."""
        family = self.profile.family
        return family == "payments" or (family == "points" and self.cards_carry == CardsCarry.FACTS)

    @property
    def blocks(self) -> list[Block]:
        """The blocks in their order; one alone where the rounds are not divided. Bonus rounds are in none."""
        length = self.rounds_per_block or self.rounds_planned
        names = named_blocks(self.block_names)
        rounds = [number for number in range(1, self.last_round + 1) if number not in self.bonus_rounds]
        return [
            Block(
                number,
                tuple(rounds[first : first + length]),
                names[number - 1] if number <= len(names) else "",
            )
            for number, first in enumerate(range(0, len(rounds), length), 1)
        ]

    def round_in_block(self, number: int) -> int:
        """1-based position of round `number` in its block, from which the collector's letter follows; 1 of a bonus
        round, which is in none.
        """
        if number in self.bonus_rounds:
            return 1
        before = sum(bonus < number for bonus in self.bonus_rounds)
        return (number - before - 1) % (self.rounds_per_block or self.rounds_planned) + 1
