"""Clubs, the accounts that work for them, and the people who play there."""

import re

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournament.family_names import DividedName, divided


class User(AbstractUser):
    """An account: a director or scorekeeper. Players need none."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("name"), max_length=120)

    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return self.name or self.username

    def get_short_name(self) -> str:
        return self.name or self.username

    @property
    def password_mark(self) -> str:
        """Tells one password from the next, for stamps, and nothing of either."""
        return salted_hmac("charleston.password-mark", self.password, algorithm="sha256").hexdigest()[:12]


class Chained(models.Model):
    """Something that has a journal of its own: its last entry's hash, and what shows that the program wrote it."""

    # Names this very state, and shows when entries were cut off at the end.
    journal_head = models.CharField(max_length=64, blank=True)
    journal_length = models.PositiveIntegerField(default=0)
    journal_seal = models.CharField(max_length=80, blank=True)  # see `journal.keys`

    class Meta:
        abstract = True

    @property
    def journal_mark(self) -> str:
        """The last entry's hash as people keep it, by eye and by pen: sixteen signs in groups of four."""
        return " ".join(self.journal_head[place : place + 4] for place in range(0, 16, 4)).strip()


class Role(models.TextChoices):
    DIRECTOR = "director", _("Director")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    DOOR = "door", _("Check-in")


class Club(Chained):
    """An organisation that runs tournaments."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    users = models.ManyToManyField(User, through="Membership", related_name="clubs")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class Membership(models.Model):
    """What one account may do in one club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_per_club_and_user"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class Person(models.Model):
    """Somebody who plays: known to a club across its tournaments."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(_("name"), max_length=120)
    # What a director says where the guess of `tournament.family_names` is wrong; it stands in the name.
    family_name = models.CharField(_("family name"), max_length=120, blank=True)
    member_number = models.CharField(
        _("member number"),
        max_length=40,
        blank=True,
        help_text=_("The club's or league's number for this person, if there is one."),
    )
    town = models.CharField(
        _("town"), max_length=80, blank=True, help_text=_("Tells two people of the same name apart.")
    )
    # For directors: on no public page, in no file for others, and not in the journal, which cannot forget.
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    email = models.CharField(_("e-mail"), max_length=254, blank=True)

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(
                fields=["club", "member_number"],
                condition=~Q(member_number=""),
                name="one_person_per_member_number",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="person_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def divided_name(self) -> DividedName:
        """The name by its parts, as a director said or as it looks."""
        return divided(self.name, self.family_name)

    @property
    def number_to_dial(self) -> str:
        """The first telephone number in what is written, as an address "tel:" takes it."""
        match = re.search(r"\+?[\d(][\d ().-]{5,}\d", self.phone)
        return re.sub(r"[^\d+]", "", match[0]) if match else ""
