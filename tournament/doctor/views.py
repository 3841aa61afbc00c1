"""The page of the doctor."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import Request, SignInFirst
from tournament.clubs.queries import clubs_directed_by
from tournament.doctor.checks import BAD, GOOD, examine


@require_safe
def doctor(request: Request) -> HttpResponse:
    """For whoever directs a club here: what the installation is like."""
    if not request.user.is_authenticated:
        raise SignInFirst
    clubs = clubs_directed_by(request.user)
    if not clubs:
        raise PermissionDenied(_("This is for directors."))
    findings = examine()
    context = {
        "club": clubs[0],
        "findings": findings,
        "bad": [finding for finding in findings if finding.state == BAD],
        "to_look_at": [finding for finding in findings if finding.state not in (BAD, GOOD)],
    }
    return render(request, "tournament/doctor/doctor.html", context)
