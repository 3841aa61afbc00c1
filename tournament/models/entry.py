from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.family_names import DividedName, as_shown, initials
from club.models.club import Person
from record.kept import Column, Kept
from rules.limits import MOST_ROUNDS

from .choices import MOST_CATEGORY, MOST_FEE_NOTE, MOST_IN_A_NUMBER, MOST_NOTES
from .event import Tournament


class Category(models.Model):
    """Players who are entered for a part of the event, such as a half day, and compete for its prizes."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="categories")
    name = models.CharField(_("name"), max_length=MOST_CATEGORY)
    # Whatever is planned after this round does without them; null: they play to the end.
    last_round = models.PositiveSmallIntegerField(
        _("last round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
        help_text=_("Leave empty to play to the end."),
    )

    kept = Kept(
        "category",
        of="tournament",
        nobodys="the event's own",
        columns={
            "name": Column(
                what=_("The part of the event they are entered for"), public=_("With the standings.")
            )
        },
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

    def ends_before(self, last_round: int) -> bool:
        """Whether its players go home before the event ends, so that they have places of their own."""
        return self.last_round is not None and self.last_round < last_round


class EntryQuerySet(models.QuerySet["Entry"]):
    def registered(self) -> Self:
        return self.filter(state=Entry.State.REGISTERED)

    def here(self) -> Self:
        return self.registered().filter(checked_in_at__isnull=False)

    def missing(self) -> Self:
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
        return self.select_related("person")


class Entry(models.Model):
    class State(models.TextChoices):
        REGISTERED = "registered", _("Registered")
        WAITING = "waiting", _("On the waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(
        _("player number"), validators=[MinValueValidator(1), MaxValueValidator(MOST_IN_A_NUMBER)]
    )
    state = models.CharField(_("state"), max_length=20, choices=State, default=State.REGISTERED)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    shows_initials = models.BooleanField(
        _("initials only"), default=False, help_text=_("Public pages show initials in place of the name.")
    )
    # For directors, as Person.phone is: diet, a set that is brought, wishes; and what a list said about the fee.
    notes = models.CharField(_("notes"), max_length=MOST_NOTES, blank=True)
    fee_note = models.CharField(_("fee"), max_length=MOST_FEE_NOTE, blank=True)
    # Empty: the tournament's fee. 0 for somebody who plays without one.
    fee_cents = models.PositiveIntegerField(null=True, blank=True)
    start_letter = models.CharField(_("letter in round 1"), max_length=1, blank=True)
    start_table = models.PositiveSmallIntegerField(_("table in round 1"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(
        _("stays at table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("For somebody who needs to stay at one table. Leave empty to move like everybody else."),
    )
    # A substitute for some rounds goes home after this one: whatever is planned later does without them.
    plays_until = models.PositiveSmallIntegerField(_("plays until round"), null=True, blank=True)
    category = models.ForeignKey(
        Category,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("category"),
    )
    registered_at = models.DateTimeField(_("registered"), auto_now_add=True)

    kept = Kept(
        "entry",
        of="tournament",
        people=("person",),
        title=_("Entered in"),
        columns={
            "number": Column(public=_("With the name.")),
            "notes": Column(erased="", apart=True, staff=_("Directors.")),
            "fee_note": Column(
                erased="",
                apart=True,
                what=_("What a list said about the fee"),
                staff=_("Directors and check-in."),
            ),
            "fee_cents": Column(what=_("Fee"), staff=_("Directors and check-in.")),
            "start_letter": Column(harmless="a seat"),
        },
    )

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

    def journal_keys(self) -> dict[str, models.Model]:
        return {"entry": self}

    def in_journal(self, *others: models.Model) -> str:
        """The subject of a change of this one, or of two; "" beside other rows."""
        match others:
            case ():
                return str(self)
            case (Entry() as other,):
                return f"players {self.number} and {other.number}"
        return ""

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def public_name(self) -> str:
        return as_shown(self.person.name, is_short=self.shows_initials)

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


class RosterUpload(models.Model):
    """The uploaded file and how to read it; nothing else of it is stored until its preview is applied. Emptied then,
    deleted a day later.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roster_uploads")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    name = models.CharField(max_length=120)
    content = models.BinaryField()
    encoding = models.CharField(max_length=20, blank=True)
    separator = models.CharField(max_length=1, blank=True)
    layout = models.JSONField(default=dict)

    kept = Kept(
        no_line="somebody's own file, parked until it is applied and gone within a day",
        of="tournament",
        removed=True,
    )

    def __str__(self) -> str:
        return self.name
