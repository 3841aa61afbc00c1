import re
import uuid
from collections.abc import Collection
from typing import Any, Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from club.family_names import DividedName, divided
from live.hub import tell
from record.kept import Column, Kept
from record.models import Chained


class User(AbstractUser):
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("name"), max_length=120)
    # Who this is in archives, wherever they are restored: user names differ from one installation to the next.
    mark = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # Counts how often the person signed out everywhere: a session knows the count it began with.
    sign_outs = models.PositiveIntegerField(default=0)
    # When this account was erased: the row stays under another name, as the author of its entries.
    erased_at = models.DateTimeField(null=True, blank=True)
    # When the password was set by a one-time link, until the account's owner is told, who may not have done it.
    password_set_at = models.DateTimeField(null=True, blank=True)

    kept = Kept(
        "account",
        nobodys="an account, of somebody who works there",
        columns={"email": Column(left_out="not used")}
        | dict.fromkeys(
            (
                "password",
                "username",
                "last_login",
                "sign_outs",
                "is_superuser",
                "is_staff",
                "is_active",
                "date_joined",
                "erased_at",
                "password_set_at",
            ),
            Column(left_out="signing in is of an installation; an archive opens none"),
        ),
    )

    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return self.name or self.username

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        if not self.sign_outs:
            return str(super()._get_session_auth_hash(secret=secret))  # type: ignore[misc]
        return salted_hmac(
            "charleston.session", f"{self.password} {self.sign_outs}", secret=secret, algorithm="sha256"
        ).hexdigest()

    @property
    def password_mark(self) -> str:
        """Differs for each password and reveals nothing of it; for stamps."""
        return salted_hmac("charleston.password-mark", self.password, algorithm="sha256").hexdigest()[:12]


class Role(models.TextChoices):
    DIRECTOR = "director", _("Director")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    DOOR = "door", _("Check-in")
    # A tablet that goes round the room: the cards of one table after the other, and nothing else.
    ENTERING = "entering", _("Entering only")


class Club(Chained):
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    # Made up, to look around in: whoever starts a club of their own has none yet.
    is_demonstration = models.BooleanField(default=False)

    kept = Kept(nobodys="the club's own")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    def chain_keys(self) -> dict[str, Any]:
        return {"club": self, "tournament": None}

    def tell(self) -> None:
        tell(
            "SELECT concat_ws(' ', id + 1099511627776, journal_length, 0, 1, 'club:' || slug)"
            " FROM club_club WHERE id = %s",
            self.pk,
        )


class Invitation(models.Model):
    club = models.ForeignKey("Club", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=Role)
    note = models.CharField(max_length=120, blank=True)  # for whom it is, as the director wrote it
    for_a_day = models.BooleanField(_("for a day"), default=False)
    digest = models.CharField(max_length=64, unique=True)  # of the code, which is stored nowhere
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)  # used up, or taken back

    kept = Kept(
        nobodys="for somebody who works there",
        club="club",
        columns={"note": Column(renamed=True)},
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known"),
            models.CheckConstraint(
                condition=Q(for_a_day=False) | ~Q(role=Role.DIRECTOR.value), name="nobody_directs_for_a_day"
            ),
        ]

    def __str__(self) -> str:
        return self.note or str(self.get_role_display())


class MembershipQuerySet(models.QuerySet["Membership"]):
    def current(self) -> Self:
        return self.filter(Q(until=None) | Q(until__gt=timezone.now()), ended_at=None)


class Current(models.Manager["Membership"]):
    """Rights follow from these alone; `club.memberships` and `user.memberships` leave out ended ones too."""

    def get_queryset(self) -> MembershipQuerySet:
        return MembershipQuerySet(self.model, using=self._db).current()


class Membership(models.Model):
    """What one account may do in one club, `until` a moment where it came in for a day; or did, once it has ended.

    Without a role, whoever came with an archive: they worked at one of its tournaments, and ended before it was
    restored.
    """

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", related_query_name="every_membership"
    )
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="memberships", related_query_name="every_membership"
    )
    role = models.CharField(_("role"), max_length=20, choices=Role, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    invitation = models.ForeignKey(
        Invitation,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="memberships",
        related_query_name="every_membership",
    )

    objects = Current()
    everything = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(ended_at=None), name="one_role_per_club_and_user"
            ),
            models.CheckConstraint(
                condition=Q(role__in=Role.values) | Q(role="", ended_at__isnull=False),
                name="membership_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class PersonQuerySet(models.QuerySet["Person"]):
    def kept(self) -> Self:
        return self.filter(alias_of=None)

    def same_as(self, people: Collection[int]) -> Self:
        """Every record of these people: they themselves, what they are an alias of, and all aliases of that."""
        main_records = (
            Person.objects.filter(pk__in=people).annotate(main=Coalesce("alias_of", "pk")).values("main")
        )
        return self.filter(Q(pk__in=main_records) | Q(alias_of__in=main_records))


class Person(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(_("name"), max_length=120)
    # What a director says where the guess of `club.family_names` is wrong; it stands in the name.
    family_name = models.CharField(_("family name"), max_length=120, blank=True)
    member_number = models.CharField(
        _("member number"),
        max_length=40,
        blank=True,
        help_text=_("The club's or league's number for this person, if there is one."),
    )
    town = models.CharField(
        _("town"), max_length=80, blank=True, help_text=_("Tells two people with the same name apart.")
    )
    # For whoever calls the winners: "EE-va KOH-wal-chik".
    said_as = models.CharField(_("how the name is said"), max_length=120, blank=True)
    # For directors only: on no public page or file, and not in the journal, which cannot forget.
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    email = models.CharField(_("e-mail"), max_length=254, blank=True)
    # A second record of the same person, merged into the kept one. Nothing that refers to it is rewritten.
    alias_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="aliases"
    )
    # Who this is in archives: a name and a number may be corrected after one was made.
    mark = models.UUIDField(_("mark"), default=uuid.uuid4, editable=False)
    # When this person was erased: the mark stays, so that an archive from before brings nothing back.
    erased_at = models.DateTimeField(null=True, blank=True)

    kept = Kept(
        "person",
        of="entries__tournament",
        order="entries__pk",
        one_line=True,
        club="club",
        people=("pk",),
        title=_("Name and contact"),
        columns={
            "name": Column(
                harmless="`forget` puts another in its place",
                public=_(
                    "With seats, standings, results and on the hall screen. A player may ask for initials instead."
                ),
            ),
            "family_name": Column(
                erased="",
                what=_("Which part is the last name"),
                public=_("In the order of lists."),
            ),
            "town": Column(erased="", public=_("Only where two players have the same name.")),
            "phone": Column(erased="", apart=True, staff=_("Directors.")),
            "email": Column(erased="", apart=True, staff=_("Directors.")),
            "member_number": Column(erased="", staff=_("Directors.")),
            "said_as": Column(erased="", staff=_("Directors, and the announcer's sheet.")),
            "alias_of": Column(left_out="of people in their club, whatever tournament they play in"),
        },
    )

    objects = PersonQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(fields=["club", "mark"], name="one_person_per_mark"),
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
    def main_id(self) -> int:
        return self.alias_of_id or self.pk

    @property
    def divided_name(self) -> DividedName:
        return divided(self.name, self.family_name)

    @property
    def number_to_dial(self) -> str:
        """The first telephone number in the text, as a "tel:" address needs it."""
        match = re.search(r"\+?[\d(][\d ().-]{5,}\d", self.phone)
        return re.sub(r"[^\d+]", "", match[0]) if match else ""
