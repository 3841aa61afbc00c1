from datetime import datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.models import Movement
from record.kept import Column, Kept
from rules.game import Phrase
from rules.limits import MOST_GAMES

from .choices import Steps
from .entry import Entry
from .event import Tournament


class Letter(models.TextChoices):
    A = "A", "A"
    B = "B", "B"
    C = "C", "C"
    D = "D", "D"


class RoundQuerySet(models.QuerySet["Round"]):
    def published(self) -> Self:
        """Rounds that players may see: in play or over. The last is the current one."""
        return self.filter(published_at__isnull=False)

    def planned(self) -> Self:
        return self.filter(published_at__isnull=True)

    def bonus(self) -> Self:
        """Rounds beside those the event announced, which a director added on the day."""
        return self.filter(bonus_games__isnull=False)

    def running(self) -> Self:
        return self.filter(started_at__isnull=False, ended_at__isnull=True)


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    # Raised by every change to the seating after publication: a print of an older one is out of date.
    seating_version = models.PositiveSmallIntegerField(default=1)

    # How this round came about: the movement it was planned by, and the steps announced before it, such as
    # {"A": 1, "B": -1, "C": 2, "D": -2}; null where nobody moves by letter (first round, seat slips).
    movement = models.CharField(max_length=20, choices=Movement, blank=True)
    steps = models.JSONField(null=True, blank=True)
    # Why the plan of this round is not what was asked for: code and values of `rules.game.Phrase`; null where it is.
    plan_reason = models.JSONField(null=True, blank=True)

    minutes = models.PositiveSmallIntegerField(default=60)
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    paused_at = models.DateTimeField(_("stopped"), null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(_("stopped for seconds"), default=0)
    ended_at = models.DateTimeField(null=True, blank=True)

    # Of a bonus round: how many games it has, and whether its points count for places and prizes; else null.
    bonus_games = models.PositiveSmallIntegerField(null=True, blank=True)
    bonus_counts = models.BooleanField(null=True, blank=True)

    kept = Kept(
        "round",
        of="tournament",
        nobodys="numbers and codes",
        columns={"steps": Column(shape=Steps | None), "plan_reason": Column(shape=Phrase | None)},
    )

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=Q(bonus_games__isnull=True, bonus_counts__isnull=True)
                | Q(
                    bonus_games__isnull=False,
                    bonus_games__range=(1, MOST_GAMES),
                    bonus_counts__isnull=False,
                ),
                name="bonus_round_says_its_games",
            ),
        ]

    def __str__(self) -> str:
        return self.tournament.round_name(self.number)

    def journal_keys(self) -> dict[str, models.Model]:
        return {"round": self}

    def in_journal(self, *_others: models.Model) -> str:
        return f"round {self.number}"

    @property
    def in_words(self) -> str:
        return self.tournament.round_in_words(self.number)

    @property
    def is_bonus(self) -> bool:
        return self.bonus_games is not None

    def tables_with_own_time(self) -> models.QuerySet["Table"]:
        return self.tables.filter(Q(called_at__isnull=False) | Q(extra_minutes__gt=0))

    def ends_at(self, now: datetime) -> datetime | None:
        """When the time is up, seen from `now`; None before the start.

        At most what the round was given is left: a computer's clock may be put back while it runs.
        """
        if self.started_at is None:
            return None
        paused = timedelta(seconds=self.paused_seconds)
        if self.paused_at is not None:
            paused += (self.ended_at or now) - self.paused_at
        given = timedelta(minutes=self.minutes + self.extra_minutes)
        return min(self.started_at + given + paused, now + given)

    def seconds_left(self, now: datetime) -> int:
        """Whole seconds until time is up, negative after it; the full length before the start."""
        end = self.ends_at(now)
        if end is None:
            return (self.minutes + self.extra_minutes) * 60
        return int((end - (self.ended_at or now)).total_seconds())


class StartingTime(models.Model):
    """When a round is to start: minutes after midnight in the tournament's zone, on its first day or a later one.

    By the round's number, since rounds are planned anew and most are not planned when the day's order is made.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="starting_times")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    day = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    minute = models.PositiveSmallIntegerField()

    kept = Kept("starting-time", of="tournament")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_starting_time_per_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="starting_time_of_a_round"),
            models.CheckConstraint(condition=Q(day__range=(1, 31)), name="starting_time_day_1_to_31"),
            models.CheckConstraint(condition=Q(minute__lt=24 * 60), name="starting_time_within_its_day"),
        ]

    def __str__(self) -> str:
        return gettext("Round %(number)s") % {"number": self.number}

    @property
    def moment(self) -> datetime:
        day = self.tournament.date + timedelta(days=self.day - 1)
        at = time(self.minute // 60, self.minute % 60)
        return datetime.combine(day, at, ZoneInfo(self.tournament.time_zone))


class Table(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    # When everybody sat, as somebody on the floor saw it.
    seated_at = models.DateTimeField(null=True, blank=True)
    # When a director called time at this table, whatever the clock of the round said.
    called_at = models.DateTimeField(null=True, blank=True)
    # Beside those of the round, for this table alone.
    extra_minutes = models.PositiveSmallIntegerField(default=0)

    kept = Kept("table", of="round__tournament")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_1"),
            models.CheckConstraint(condition=Q(extra_minutes__lte=240), name="table_extra_minutes_to_240"),
        ]

    def __str__(self) -> str:
        return gettext("Table %(number)s") % {"number": self.number}

    def journal_keys(self) -> dict[str, models.Model]:
        return {"table": self, "round": self.round}

    def in_journal(self, *_others: models.Model) -> str:
        return f"round {self.round.number} table {self.number}"

    @property
    def own_time(self) -> str:
        """What its players' phones compare: "7!" where time was called, "7+5" with five minutes more, "7" otherwise."""
        extra = f"+{self.extra_minutes}" if self.extra_minutes else ""
        return f"{self.number}{'!' if self.called_at else extra}"


class Seat(models.Model):
    """An entry at a letter of a table in a round. An empty seat has no row."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    letter = models.CharField(_("letter"), max_length=1, choices=Letter)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    # Whose seat a substitute plays in this round.
    substitute_for = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="seats_of_substitutes"
    )

    kept = Kept(
        "seat",
        of="round__tournament",
        people=("entry__person",),
        title=_("Seats"),
        columns={
            "table": Column(
                what=_("Table and letter in each round"), public=_("From the moment a round is published.")
            ),
            "substitute_for": Column(
                what=_("Whom a substitute plays for, and who came late"), public=_("With the results.")
            ),
        },
    )

    class Meta:
        ordering = ["table__number", "letter"]
        constraints = [
            models.UniqueConstraint(fields=["table", "letter"], name="one_entry_per_seat"),
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_per_entry_and_round"),
            models.CheckConstraint(condition=Q(letter__in=Letter.values), name="seat_letter_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table.number}{self.letter}"


class SittingOut(models.Model):
    """Somebody who was there in a round and by turn had no seat."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sitting_out")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="rounds_out")

    kept = Kept(
        "sitting-out",
        of="round__tournament",
        people=("entry__person",),
        title=_("Rounds sat out"),
        columns={
            "entry": Column(what=_("Who sits out"), public=_("From the moment a round is published.")),
        },
    )

    class Meta:
        verbose_name_plural = "people sitting out"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_sitting_out_per_entry_and_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.entry}"


class KeepApart(models.Model):
    """Two players who must not sit together in the first `rounds` rounds (null: in any round)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="keep_apart")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    rounds = models.PositiveSmallIntegerField(
        _("in the first rounds"), null=True, blank=True, validators=[MinValueValidator(1)]
    )

    kept = Kept(
        "keep-apart",
        of="tournament",
        people=("first__person", "second__person"),
        title=_("Kept apart"),
    )

    class Meta:
        verbose_name_plural = "keep-apart pairs"
        ordering = ["pk"]
        constraints = [
            # The lower key comes first, so that a pair cannot be stored twice the other way round.
            models.CheckConstraint(condition=Q(first__lt=models.F("second")), name="keep_apart_in_order"),
            models.UniqueConstraint(fields=["first", "second"], name="one_keep_apart_per_pair"),
        ]

    def __str__(self) -> str:
        return gettext("%(first)s and %(second)s") % {"first": self.first, "second": self.second}
