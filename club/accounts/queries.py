from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Count,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
)
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from club.models import Club, Membership, Role, User
from record.backups import KEPT_FOR
from record.journal import tournaments


def with_rounds_published(tournaments: QuerySet[Any]) -> QuerySet[Any]:
    """Newest first; each also says how many of its rounds are published, as `rounds_published`."""
    published = Count("rounds", filter=Q(rounds__published_at__isnull=False))
    rows: QuerySet[Any] = tournaments.annotate(rounds_published=published).order_by("-date", "name")
    return rows


def public_tournaments() -> QuerySet[Any]:
    return with_rounds_published(
        tournaments().filter(is_public=True, is_hidden=False, deleted_at=None).select_related("club")
    )


def first_page(club: Club) -> str:
    """Where somebody who just joined begins: the tournament of today, if there is one alone, else the club's page."""
    standing = tournaments().filter(club=club, deleted_at=None, is_hidden=False, finished_at=None)
    of_today = list(standing.filter(date=timezone.localdate())[:2])
    return of_today[0].get_work_url() if len(of_today) == 1 else club.get_absolute_url()


def clubs_directed_by(user: User) -> list[Club]:
    memberships = Membership.objects.filter(user=user, role=Role.DIRECTOR).select_related("club")
    return [membership.club for membership in memberships.order_by("club__name")]


def clubs_of(user: User | AnonymousUser) -> QuerySet[Membership]:
    if not user.is_authenticated:
        return Membership.objects.none()
    return (
        Membership.objects.filter(user=user.pk)
        .select_related("club")
        .prefetch_related(
            Prefetch(
                "club__tournaments", queryset=with_rounds_published(tournaments().filter(deleted_at=None))
            )
        )
        .order_by("club__name")
    )


def tournaments_on(user: User | AnonymousUser) -> QuerySet[Any]:
    """Those of the user's clubs that are on: of today or begun, and not finished."""
    clubs = Membership.objects.filter(user=user.pk).values("club")
    open_ones = tournaments().filter(club__in=clubs, deleted_at=None, finished_at=None)
    return with_rounds_published(open_ones).filter(Q(date=timezone.localdate()) | Q(rounds_published__gt=0))


def memberships(club: Club) -> QuerySet[Membership]:
    phones = TOTPDevice.objects.filter(user=OuterRef("user"), confirmed=True)
    members = club.memberships.select_related("user").annotate(has_second_step=Exists(phones))
    return members.order_by("role", "user__name", "pk")


def deleted_tournaments(club: Club) -> QuerySet[Any]:
    """The tournaments that a director can still restore, the last deleted first; `goes_at` says until when."""
    rows: QuerySet[Any] = (
        tournaments()
        .filter(club=club, deleted_at__isnull=False)
        .annotate(goes_at=ExpressionWrapper(F("deleted_at") + KEPT_FOR, output_field=DateTimeField()))
        .order_by("-deleted_at", "pk")
    )
    return rows
