"""The director's first page."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.today.queries import today
from tournament import backups
from tournament.access import StaffRequest, get_tournament
from tournament.archive import files, rehearsal
from tournament.archive.queries import last_archive
from tournament.models import Role


@require_safe
@vary_on_headers("HX-Request")
def manage(request: StaffRequest, slug: str) -> HttpResponse:
    """The director's first page. Scorekeepers are redirected to the score desk, the door to check-in."""
    tournament = get_tournament(request, slug, may="work")
    if request.role != Role.DIRECTOR:
        return redirect("check-in" if request.role == Role.DOOR else "desk", tournament.slug)
    context = {
        "tournament": tournament,
        "section": "manage",
        "today": today(tournament, timezone.now()),
        "copy_failure": backups.last_failure(),
        "archive_failure": files.last_failure(tournament),
        "last_archive": last_archive(tournament),
        "rehearsal": rehearsal.last_of(tournament),
    }
    template = "scoring/today/_today.html" if request.htmx else "scoring/today/today.html"
    return render(request, template, context)
