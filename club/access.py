"""Fetching with permission: 404 for what a user may not know of, 403 for what they may not do.

Every view of a tournament or club begins with one of these functions; templates never decide about rights.
"""

from typing import Any, Literal

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from club.models import Club, Membership, Role, User

Right = Literal["watch", "belong", "work", "enter", "score", "admit", "direct"]
NEEDED: dict[Right, frozenset[str]] = {
    "watch": frozenset(Role),
    "belong": frozenset(Role),
    "work": frozenset(Role) - {Role.ENTERING},
    "enter": frozenset({Role.DIRECTOR, Role.SCOREKEEPER, Role.ENTERING}),
    "score": frozenset({Role.DIRECTOR, Role.SCOREKEEPER}),
    "admit": frozenset({Role.DIRECTOR, Role.DOOR}),
    "direct": frozenset({Role.DIRECTOR}),
}


class Request(HttpRequest):
    htmx: HtmxDetails
    role: str | None
    tournament: Any  # the row, once it was fetched for somebody who may know of it
    public_version: int | None  # of what is fetched, where everybody may see it
    user: User | AnonymousUser


class StaffRequest(Request):
    user: User


class SignInFirst(Exception):
    """Nobody is signed in and the page is for the club's people; the middleware redirects to the sign-in page."""


def role_in(club: Club, user: User | AnonymousUser) -> str | None:
    if not user.is_authenticated:
        return None
    return Membership.objects.filter(club=club, user=user.pk).values_list("role", flat=True).first()


def get_club(request: Request, slug: str, *, may: Right = "direct") -> Club:
    if not request.user.is_authenticated:
        raise SignInFirst
    club = Club.objects.filter(slug=slug).first()
    role = role_in(club, request.user) if club else None
    if club is None or role is None:
        raise Http404(_("There is no such club."))
    if role not in NEEDED[may]:
        raise PermissionDenied(_("This is for the club's directors."))
    request.role = role
    return club


def directs(request: Request) -> bool:
    return request.role in NEEDED["direct"]


def roles(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the user's role here, so that the navigation offers only what they may open."""
    role = getattr(request, "role", None)
    return {"role": role, "directs": role == Role.DIRECTOR, "scores": role in NEEDED["score"]}
