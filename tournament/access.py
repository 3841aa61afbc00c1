"""Fetching with permission: 404 for what a user may not know of, 403 for what they may not do.

Every view of a tournament or club begins with one of these functions; templates never decide about rights.
"""

from typing import Any, Literal

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from .models import Club, Membership, Role, Tournament, User

Right = Literal["watch", "work", "score", "admit", "direct"]
NEEDED: dict[Right, frozenset[str]] = {
    "watch": frozenset(Role),
    "work": frozenset(Role),
    "score": frozenset({Role.DIRECTOR, Role.SCOREKEEPER}),
    "admit": frozenset({Role.DIRECTOR, Role.DOOR}),
    "direct": frozenset({Role.DIRECTOR}),
}


class Request(HttpRequest):
    """A request whose user may be signed in."""

    htmx: HtmxDetails
    role: str | None
    tournament: Tournament  # once it was fetched, for somebody who may know of it
    user: User | AnonymousUser


class StaffRequest(Request):
    """A request whose user is signed in, as ensured by the functions below."""

    user: User


class SignInFirst(Exception):
    """Nobody is signed in and the page is for the club's people; the middleware redirects to the sign-in page."""


def role_in(club: Club, user: User | AnonymousUser) -> str | None:
    """The role of an account in a club, None without a membership."""
    if not user.is_authenticated:
        return None
    return Membership.objects.filter(club=club, user=user.pk).values_list("role", flat=True).first()


def get_club(request: Request, slug: str, *, may: Right = "direct") -> Club:
    """The club, for its own people only."""
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


def get_tournament(request: Request, slug: str, *, may: Right) -> Tournament:
    """The tournament, if this user has the right `may` on it; activates its time zone.

    `watch`: everybody when the tournament is public. `work`: everybody who works for its club. `score`: directors and
    scorekeepers. `admit`: directors and the door. `direct`: directors. Not signed in: redirected to sign in. Not of
    the club: 404. Without the right: 403.
    """
    if may != "watch" and not request.user.is_authenticated:
        raise SignInFirst
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    role = role_in(tournament.club, request.user) if tournament else None
    if tournament is None or (role is None and not (may == "watch" and tournament.is_public)):
        raise Http404(_("There is no such tournament."))
    request.role, request.tournament = role, tournament
    if may != "watch" and role not in NEEDED[may]:
        raise PermissionDenied(_("This is for the tournament's directors."))
    timezone.activate(tournament.time_zone)
    return tournament


def directs(request: Request) -> bool:
    """Whether a director asks, once the club or the tournament is fetched."""
    return request.role in NEEDED["direct"]


def roles(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the user's role here, so that the navigation offers only what they may open."""
    role = getattr(request, "role", None)
    return {"role": role, "directs": role == Role.DIRECTOR, "scores": role in NEEDED["score"]}
