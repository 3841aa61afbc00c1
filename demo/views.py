"""Looking around in the demonstration, and beginning it again."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import StaffRequest, get_club
from club.accounts.signing_in import BACKEND
from club.front_page.who_may import is_at_the_machine
from club.models import Membership, Role
from demo import demonstration


@require_POST
def look_around(request: HttpRequest) -> HttpResponse:
    """Whoever sits at the machine is let in as the demonstration's director; it is loaded if it is not there."""
    if not is_at_the_machine(request):
        raise Http404
    demonstration.load(timezone.localdate())
    return enter(request)


@require_POST
def begin_again(request: StaffRequest) -> HttpResponse:
    club = get_club(request, demonstration.SLUG)
    if not club.is_demonstration:
        raise Http404
    demonstration.begin_again(club, timezone.localdate())
    messages.success(request, _("The demonstration is as it was at the start."))
    return enter(request)


def enter(request: HttpRequest) -> HttpResponse:
    """As a director who works for no club but the demonstration: nobody comes to a true one without a password."""
    directors = Membership.objects.filter(role=Role.DIRECTOR, club__is_demonstration=True)
    elsewhere = Membership.objects.filter(club__is_demonstration=False)
    director = directors.exclude(user__in=elsewhere.values("user")).order_by("pk").first()
    if director is None:
        raise Http404
    login(request, director.user, backend=BACKEND)
    return redirect(director.club)
