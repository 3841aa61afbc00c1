"""A tournament and the people entered in it."""

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from rules.limits import MOST_GAMES, MOST_ROUNDS
from tournament.family_names import DividedName, initials
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


class NotDeleted(models.Manager["Tournament"]):
    """Tournaments as everybody sees them: one that was deleted is nowhere, though it can be restored for a while."""

    def get_queryset(self) -> models.QuerySet["Tournament"]:
        return super().get_queryset().filter(deleted_at__isnull=True)


class EnteredBy(models.TextChoices):
    PLAYER = "player", _("Player by player, as each sheet lies in the pile")
    GAME = "game", _("Game by game, all four players of one game together")


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
    # Hidden from then on; its rows go for good some weeks later, see `tournament.deletion`.
    deleted_at = models.DateTimeField(null=True, blank=True)

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
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page that players look at."""
        return reverse(above.public_page, args=[self.slug])

    def get_work_url(self) -> str:
        """The page that a director's work begins on."""
        return reverse(above.work_page, args=[self.slug])

    @property
    def profile(self) -> "Profile":
        """The numbers this tournament plays by: frozen once the first round is published."""
        from rules.systems.registry import load_profile, profile_from_data

        if self.frozen_profile is not None:
            return profile_from_data(self.frozen_profile)
        return load_profile(self.system, self.profile_changes)

    def round_in_block(self, number: int) -> int:
        """1-based place of round `number` in its block; the collector's letter follows from it."""
        return (number - 1) % (self.rounds_per_block or self.rounds_planned) + 1


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

    def with_people(self) -> Self:
        """With their names and towns, in the same query."""
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
        """The name, or its initials where the player asked for that."""
        if not self.shows_initials:
            return self.person.name
        return initials(self.person.name)

    @property
    def divided_name(self) -> DividedName:
        return self.person.divided_name

    @property
    def public_divided_name(self) -> DividedName:
        """`public_name` by its parts: where it is initials, they stand at their own family name's."""
        name = self.person.divided_name
        if not self.shows_initials:
            return name
        return DividedName(initials(name.before), initials(name.family), initials(name.after))

    @property
    def key(self) -> str:
        """Letter and first table, as movements name a player: "C7"; empty before the draw."""
        return f"{self.start_letter}{self.start_table}" if self.start_table else ""

    @property
    def identity(self) -> str:
        """Names this entry for good, for stamps: after going back to a copy its key may become somebody else's."""
        return f"{self.pk} {self.registered_at.isoformat()}"
