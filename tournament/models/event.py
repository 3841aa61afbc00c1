from collections.abc import Iterable
from copy import deepcopy
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.models import Club, Movement, systems
from club.names import named_blocks, shared_names
from live.hub import tell
from record.kept import Column, Kept
from record.models import Chained
from record.refused import refuse
from rules.game import LETTERS
from rules.limits import MOST_GAMES, MOST_ROUNDS, STEPS
from rules.systems.profile import Profile
from rules.systems.registry import definition, load_profile, profile_from_data
from tournament.models.choices import (
    CardsCarry,
    Currency,
    EnteredBy,
    EveningDraw,
    Steps,
    TieBreak,
    Verification,
)
from ui.texts import Number, in_points

from .blocks import Block, BonusRound, numbered_round

MORNING = timedelta(hours=6)
"""When the day of an evening is over, on the next one."""


def machine_time_zone() -> str:
    return settings.TIME_ZONE


def in_these_centuries(day: date) -> None:
    if not 1900 <= day.year < 2200:
        raise ValidationError(gettext("Check the year: %(year)d is far from today.") % {"year": day.year})


def evening_of(moment: datetime, time_zone: str) -> date:
    """The day whose evening it is then and there: the one before until the morning comes."""
    return (moment.astimezone(ZoneInfo(time_zone)) - MORNING).date()


def wins_are_known(profile: Profile, cards_carry: str) -> bool:
    family = profile.family
    return family.counts_wins and (cards_carry == CardsCarry.FACTS or not family.checked)


class NotDeleted(models.Manager["Tournament"]):
    def get_queryset(self) -> models.QuerySet["Tournament"]:
        return super().get_queryset().filter(deleted_at__isnull=True)


class Tournament(Chained):
    is_archived = True

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(
        _("short address"), max_length=60, unique=True, help_text=_("The last part of the public address.")
    )
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"), validators=[in_these_centuries])
    place = models.CharField(_("place"), max_length=160, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default=machine_time_zone)
    is_public = models.BooleanField(
        _("public"), default=True, help_text=_("Anybody with the address can watch standings and seating.")
    )

    system = models.CharField(_("scoring system"), max_length=20, choices=systems, default="sanctioned")
    # Changed numbers of a house profile until the first round is published; then every number, for good.
    profile_changes = models.JSONField(default=dict, blank=True)
    # Where those numbers came from, and what it was called then. The numbers are a copy: the profile may change.
    house_profile = models.ForeignKey(
        "club.HouseProfile", on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments"
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
        help_text=_("Rounds totaled together, such as AM and PM. Leave empty for one block."),
    )
    block_names = models.CharField(
        _("names of the blocks"),
        max_length=200,
        blank=True,
        help_text=_("With commas, such as “AM, PM” or “Saturday, Sunday”. Leave empty for Block 1, Block 2."),
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

    # What the director chose; empty: the plan that Charleston suggests. What was drawn stands on each round.
    movement = models.CharField(
        _("movement"),
        max_length=20,
        choices=[("", _("Charleston’s suggestion")), *Movement.choices],
        blank=True,
        default="",
    )
    steps = models.JSONField(default=dict, blank=True)  # {"A": 1, "B": 0, ...} for movement "custom"
    seed = models.BigIntegerField(_("seed"), null=True, blank=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # What an entry costs; an entry's own amount stands on it.
    fee_cents = models.PositiveIntegerField(default=0)
    no_show_owes = models.BooleanField(_("no-shows owe the fee too"), default=True)
    shows_reasons = models.BooleanField(
        _("say why points were taken"),
        default=False,
        help_text=_("On public pages, files and the hall screen. Off: they say only “penalty”."),
    )
    currency = models.CharField(_("currency"), max_length=3, choices=Currency, default=Currency.USD)
    # Hidden from then on; its rows go for good some weeks later, see `tournament.deletion`.
    deleted_at = models.DateTimeField(null=True, blank=True)

    # When it came from an archive: the mark beside its name, for there may be a twin.
    restored_at = models.DateTimeField(null=True, blank=True)
    # Restored, and not yet shown again to those who may watch it.
    is_hidden = models.BooleanField(default=False)

    # Between equal totals; both empty: they share a place, and its prizes.
    tie_break = models.CharField(_("break ties by"), max_length=20, choices=TieBreak, blank=True, default="")
    next_tie_break = models.CharField(
        _("and then by"), max_length=20, choices=TieBreak, blank=True, default=""
    )

    # A club's evening: the same models with fewer questions, planned round by round among those who are there.
    is_evening = models.BooleanField(
        _("a club’s evening"),
        default=False,
        help_text=_("Fewer questions, and a page of its own. Nothing is lost when you turn it on or off."),
    )
    evening_draw = models.CharField(
        _("who sits with whom"), max_length=12, choices=EveningDraw, default=EveningDraw.NEW_FACES
    )
    one_sits_out = models.BooleanField(
        _("one sits out"),
        default=False,
        help_text=_(
            "With 9, 13, 17 and so on, one person sits out in turn. Off: some tables play with three."
        ),
    )
    ranks_by_average = models.BooleanField(
        _("rank by average points per game"),
        default=False,
        help_text=_("Fair to whoever sat out, came late or left early. Off: by the total."),
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

    kept = Kept(
        "tournament",
        of="pk",
        one_line=True,
        nobodys="the event's own",
        columns={
            "profile_changes": Column(shape=dict[str, Any]),
            "frozen_profile": Column(shape=dict[str, Any] | None),
            "steps": Column(shape=Steps),
            "journal_seal": Column(
                left_out="made with the key of an installation; made anew where it is restored"
            ),
            "deleted_at": Column(left_out="what is hidden is not archived"),
            **dict.fromkeys(("restored_at", "is_hidden"), Column(left_out="of where it was restored")),
            "house_profile": Column(
                left_out="of a club, for any of its tournaments; what it said then came along"
            ),
        },
    )

    _profile: tuple[Any, Any] = (None, None)

    objects = NotDeleted()
    everything = models.Manager["Tournament"]()

    class Meta:
        ordering = ["-date", "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(movement__in=["", *Movement.values]), name="tournament_movement_known"
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
                condition=Q(evening_draw__in=EveningDraw.values), name="tournament_evening_draw_known"
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
        return reverse(settings.PAGES["public"], args=[self.slug])

    def is_over_by(self, now: datetime) -> bool:
        """Whether this is an evening that nobody ended, and its next morning has come."""
        return self.is_evening and self.finished_at is None and evening_of(now, self.time_zone) > self.date

    def get_work_url(self) -> str:
        return reverse(settings.PAGES["evening" if self.is_evening else "work"], args=[self.slug])

    def chain_keys(self) -> dict[str, Any]:
        return {"club_id": self.club_id, "tournament": self}

    def lock_people(self) -> None:
        Club.objects.select_for_update(no_key=True).get(pk=self.club_id)

    def check_open(self, *, after_finish: bool, though_deleted: bool) -> None:
        if self.finished_at is not None and not after_finish:
            raise refuse("finished", gettext("The tournament is finished: this can no longer be changed."))
        if self.deleted_at is not None and not though_deleted:
            message = gettext("The tournament was deleted. A director can restore it on the club's page.")
            raise refuse("deleted", message)

    def raised(self, at: datetime, *, standings: bool, seats: bool) -> dict[str, Any]:
        """The version that browsers watch, and with `standings` and `seats` those of standings and seats."""
        changes: dict[str, Any] = {"version": F("version") + 1}
        if standings:
            changes |= {"standings_version": F("standings_version") + 1, "standings_at": at}
        if seats:
            changes["seats_revision"] = F("seats_revision") + 1
        return changes

    @property
    def said_version(self) -> int | str:
        """What a public page says of its version: nothing while results are withheld, whose changes it would count."""
        return self.version if self.withheld_from is None else ""

    @property
    def is_watched(self) -> bool:
        return self.is_public and not self.is_hidden

    def tell(self) -> None:
        tell(
            "SELECT concat_ws(' ', id, version, standings_version, (withheld_from IS NULL)::int, slug)"
            " FROM tournament_tournament WHERE id = %s",
            self.pk,
        )

    def last_erasure(self) -> datetime | None:
        player = self.entries.aggregate(at=Max("person__erased_at"))["at"]
        return max(filter(None, (player, super().last_erasure())), default=None)

    def outdate_prints(self, entries: Iterable[Any]) -> bool:
        """Raises the seating version of the published rounds with these entries, and says whether seat slips are out of
        date too.
        """
        rounds = self.rounds.filter(published_at__isnull=False, seats__entry__in=entries)
        self.rounds.filter(pk__in=rounds.values("pk")).update(seating_version=F("seating_version") + 1)
        return self.seats_revision > 0

    @property
    def profile(self) -> Profile:
        """The profile of this tournament: frozen once the first round is published. Read once for each copy of this
        row, and again where its numbers change.
        """
        profile: Profile = self._profile[1]
        numbers = (self.system, self.profile_changes, self.frozen_profile)
        if numbers != self._profile[0]:
            profile = (
                load_profile(self.system, self.profile_changes)
                if self.frozen_profile is None
                else profile_from_data(self.frozen_profile)
            )
            self._profile = (deepcopy(numbers), profile)
        return profile

    @property
    def carries_facts(self) -> bool:
        """Whether what happened in each game is written, and its points follow: always in systems without a check."""
        return self.cards_carry == CardsCarry.FACTS or not self.profile.family.checked

    @property
    def keeps_table_sheet(self) -> bool:
        """Whether a table keeps one sheet, where otherwise each player has a card."""
        is_official = self.verification == Verification.OFFICIAL_SHEET
        return not self.profile.hands and (is_official or self.carries_facts)

    @property
    def rules_name(self) -> str:
        system = self.get_system_display()
        return f"{self.house_name} ({system})" if self.house_name else system

    @property
    def movement_drawn(self) -> str:
        planned = self.rounds.exclude(movement="").values_list("movement", flat=True)
        return self.movement or planned.last() or ""

    @cached_property
    def pivot(self) -> str:
        """The one letter that stays at its table, where the house asks for it; "" if none or several stay."""
        if self.profile.first_east != "pivot":
            return ""
        moves = [steps for steps in self.rounds.values_list("steps", flat=True) if steps]
        if not moves:
            announced = STEPS.get(self.movement or self.profile.movement)
            moves = [dict(zip(LETTERS, announced, strict=True)) if announced else self.steps]
        staying = [letter for letter in LETTERS if all(move.get(letter) == 0 for move in moves)]
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

    def counts(self, number: int) -> bool:
        bonus = self.bonus_rounds.get(number)
        return bonus is None or bonus.counts

    @property
    def unit(self) -> int:
        """How many of the smallest unit, in which points are stored, make one point."""
        return definition(self.system).unit

    def in_points(self, number: int) -> Number:
        """A stored number of points as files and programs get it."""
        return in_points(number, self.unit)

    @property
    def second_total(self) -> str:
        """What the second total is called in English that decides between equal ones; "" without one."""
        return definition(self.system).second_total

    def games_in(self, number: int) -> int:
        bonus = self.bonus_rounds.get(number)
        return bonus.games if bonus else self.games_per_round

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """What decides between equal totals, in this order; nothing where they share a place."""
        return tuple(filter(None, (self.tie_break, self.next_tie_break)))

    @property
    def has_rack_facts(self) -> bool:
        return wins_are_known(self.profile, self.cards_carry)

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

    def collector_turn(self, number: int) -> int:
        """1-based position of round `number` in the day, or where collectors take turns by the block in its block; 1 of
        a bonus round.
        """
        if number in self.bonus_rounds:
            return 1
        before = sum(bonus < number for bonus in self.bonus_rounds)
        by_block = self.profile.collector == "in-turn-by-block"
        return (number - before - 1) % ((by_block and self.rounds_per_block) or self.last_round) + 1
