from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet

from tournament.models import Membership, Tournament, User


def public_tournaments() -> QuerySet[Tournament]:
    """Those anybody may watch, newest first."""
    return Tournament.objects.filter(is_public=True).select_related("club")


def clubs_of(user: User | AnonymousUser) -> QuerySet[Membership]:
    """The memberships of an account, each with its club and the club's tournaments, newest first."""
    if not user.is_authenticated:
        return Membership.objects.none()
    return (
        Membership.objects.filter(user=user.pk)
        .select_related("club")
        .prefetch_related(Prefetch("club__tournaments", queryset=Tournament.objects.order_by("-date")))
        .order_by("club__name")
    )
