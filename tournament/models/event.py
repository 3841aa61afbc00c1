"""A tournament and the people entered in it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

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
from tournament.family_names import DividedName, initials
from tournament.names import shared
from tournament.seams import above

from .club import Chained, Club, Person

if TYPE_CHECKING:
    from rules.systems.profile import Profile


class System(models.TextChoices):
    SANCTIONED = "sanctioned", _("Sanctioned play")
    CLUB_DAY = "club-day", _("Club day, AM/PM sheets")
    SIXTEEN_HANDS = "sixteen-hands", _("Sixteen hands with Fishing")
    CARD_GAME = "card-game", _("Mah Jongg The Card Game")
    MAHJ_X = "mahj-x", _("MAHJ-X")


class Movement(models.TextChoices):
    SANCTIONED = "sanctioned", _("Sanctioned: A up 1, B down 1, C up 2, D down 2")
    CLUB_DAY = "club-day", _("Club day: A stays, B up 1, C down 1, D up 2")
    MAHJCON = "mahjcon", _("MahjCon: A stays, B down 1, C down 2, D up 1")
    CUSTOM = "custom", _("Your own four steps")
    REPEAT_FREE = "repeat-free", _("Repeat-free steps: announced by letter")
    ASSIGNED = "assigned", _("Seat slips: every player gets an itinerary")
    RANDOM = "random", _("A new random draw every round")
    RANKED = "ranked", _("By standing: leaders together")


class Verification(models.TextChoices):
    ACROSS = "across", _("The player across verifies")
    EAST = "east", _("The table's scorekeeper verifies; the player across verifies the scorekeeper")
    OFFICIAL_SHEET = "official-sheet", _("A keeps the official sheet; each player verifies the own line")
    FIRST_EAST = "first-east", _("The first East signs all sheets; the next player in turn signs East's")


def machine_time_zone() -> str:
    return settings.TIME_ZONE


class CardsCarry(models.TextChoices):
    POINTS = "points", _("Points: one number for each game")
    FACTS = "facts", _("Facts: who won, with what, from whom; the points are computed")


class Currency(models.TextChoices):
    USD = "USD", _("US dollars")
    CAD = "CAD", _("Canadian dollars")
    AUD = "AUD", _("Australian dollars")
    NZD = "NZD", _("New Zealand dollars")
    GBP = "GBP", _("Pounds sterling")
    EUR = "EUR", _("Euros")


class TieBreak(models.TextChoices):
    """What decides between equal totals, where a director wants that: see `rules.ranking`."""

    HIGHEST_ROUND = "highest-round", _("the best single round")
    FEWEST_PENALTIES = "fewest-penalties", _("fewer penalties")
    MOST_WINS = "most-wins", _("more games won")
    MOST_SELF_PICKED = "most-self-picked", _("more games won self-picked")


class NotDeleted(models.Manager["Tournament"]):
    """Tournaments without deleted ones, which can be restored for some weeks."""

    def get_queryset(self) -> models.QuerySet["Tournament"]:
        return super().get_queryset().filter(deleted_at__isnull=True)


class EnteredBy(models.TextChoices):
    PLAYER = "player", _("Player by player, as each sheet lies in the pile")
    GAME = "game", _("Game by game, all four players of one game together")


@dataclass(frozen=True)
class BonusRound:
    """What a bonus round is: its games, and whether its points count for places and prizes. `is_alone`: the event has
    no other one.
    """

    number: int
    games: int
    counts: bool
    is_alone: bool

    @property
    def name(self) -> str:
        if self.is_alone:
            return gettext("Bonus round")
        return gettext("Bonus round (round %(number)s)") % {"number": self.number}


@dataclass(frozen=True)
class Block:
    """Rounds that are totalled together, from `first` to `last` without the bonus rounds between them.

    `given` is the name a director gave it, or "".
    """

    number: int
    rounds: tuple[int, ...]
    given: str = ""

    @property
    def first(self) -> int:
        return self.rounds[0]

    @property
    def last(self) -> int:
        return self.rounds[-1]

    @property
    def name(self) -> str:
        return self.given or gettext("Block %(number)s") % {"number": self.number}

    def holds(self, round_: int | None) -> bool:
        return round_ in self.rounds


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
        return shared(entry.name for entry in entries) | shared(entry.public_name for entry in entries)

    @property
    def last_round(self) -> int:
        """The number of the last round of the event, with the bonus rounds there are."""
        return self.rounds_planned + len(self.bonus_rounds)

    def round_name(self, number: int) -> str:
        """What a round is called: "Round 3", "Bonus round"."""
        bonus = self.bonus_rounds.get(number)
        return bonus.name if bonus else gettext("Round %(number)s") % {"number": number}

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
        names = [name.strip() for name in self.block_names.split(",")]
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


class Category(models.Model):
    """Players who are entered for a part of the event, such as a half day, and compete for its prizes."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="categories")
    name = models.CharField(_("name"), max_length=60)
    # Whatever is planned after this round does without them; null: they play to the end.
    last_round = models.PositiveSmallIntegerField(
        _("last round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
        help_text=_("Empty: to the end."),
    )

    class Meta:
        verbose_name_plural = "categories"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_category_per_name"),
            models.CheckConstraint(condition=~Q(name=""), name="category_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries by how they take part."""

    def registered(self) -> Self:
        return self.filter(state=Entry.State.REGISTERED)

    def here(self) -> Self:
        """Registered and checked in."""
        return self.registered().filter(checked_in_at__isnull=False)

    def missing(self) -> Self:
        """Registered and not checked in yet."""
        return self.registered().filter(checked_in_at__isnull=True)

    def waiting(self) -> Self:
        """Those on the waiting list, in the order in which they move up."""
        return self.filter(state=Entry.State.WAITING).order_by("registered_at", "pk")

    def withdrawn(self) -> Self:
        return self.filter(state=Entry.State.WITHDRAWN)

    def over_by(self, round_: int) -> Self:
        """Those whose part of the event ended before this round: substitutes, and a category that went home."""
        return self.filter(Q(plays_until__lt=round_) | Q(category__last_round__lt=round_))

    def with_people(self) -> Self:
        """With names and towns, in the same query."""
        return self.select_related("person")


class Entry(models.Model):
    """One person entered in one tournament, under one number."""

    class State(models.TextChoices):
        REGISTERED = "registered", _("Registered")
        WAITING = "waiting", _("On the waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(
        _("player number"), validators=[MinValueValidator(1), MaxValueValidator(99_999)]
    )
    state = models.CharField(max_length=20, choices=State, default=State.REGISTERED)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    shows_initials = models.BooleanField(
        _("initials only"), default=False, help_text=_("Public pages show initials in place of the name.")
    )
    # For directors, as Person.phone is: diet, a set that is brought, wishes; and what a list said about the fee.
    notes = models.CharField(_("notes"), max_length=500, blank=True)
    fee_note = models.CharField(_("fee"), max_length=200, blank=True)
    # Empty: the tournament's fee. 0 for somebody who plays without one.
    fee_cents = models.PositiveIntegerField(null=True, blank=True)
    start_letter = models.CharField(max_length=1, blank=True)
    start_table = models.PositiveSmallIntegerField(null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(
        _("stays at table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("For somebody who needs to stay at one table. Empty: moves like everybody."),
    )
    # A substitute for some rounds goes home after this one: whatever is planned later does without them.
    plays_until = models.PositiveSmallIntegerField(null=True, blank=True)
    category = models.ForeignKey(
        Category, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    registered_at = models.DateTimeField(auto_now_add=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
            models.UniqueConstraint(fields=["tournament", "person"], name="one_entry_per_person"),
            models.UniqueConstraint(
                fields=["tournament", "start_letter", "start_table"],
                condition=Q(start_table__isnull=False),
                name="one_entry_per_first_seat",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_1"),
            models.CheckConstraint(
                condition=Q(start_letter__in=["", "A", "B", "C", "D"]), name="entry_letter"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["registered", "waiting", "withdrawn"]), name="entry_state_known"
            ),
            models.CheckConstraint(
                condition=~Q(state="waiting") | Q(checked_in_at__isnull=True),
                name="waiting_is_not_checked_in",
            ),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1), name="entry_fixed_table_from_1"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.person.name}"

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def public_name(self) -> str:
        """The name, or its initials if the player asked for that."""
        if not self.shows_initials:
            return self.person.name
        return initials(self.person.name)

    @property
    def divided_name(self) -> DividedName:
        return self.person.divided_name

    @property
    def public_divided_name(self) -> DividedName:
        """`public_name` by its parts; initials are in the family name's place."""
        name = self.person.divided_name
        if not self.shows_initials:
            return name
        return DividedName(initials(name.before), initials(name.family), initials(name.after))

    @property
    def key(self) -> str:
        """Letter and first table, as movements name a player: "C7"; empty before the draw."""
        return f"{self.start_letter}{self.start_table}" if self.start_table else ""

    @property
    def listed(self) -> str:
        """The player's list and presence, for stamps: "waiting", "registered", "registered, here"."""
        return f"{self.state}, here" if self.checked_in_at else str(self.state)

    @property
    def identity(self) -> str:
        """Identifies this entry in stamps: after a copy is restored, its key may become another entry's."""
        return f"{self.pk} {self.registered_at.isoformat()}"
