"""The director's first page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from scoring.queries.today import today
from tournament.access import StaffRequest, get_tournament
from tournament.models import Role


@require_safe
@login_required
def manage(request: StaffRequest, slug: str) -> HttpResponse:
    """What is missing and what is next. A scorekeeper's work is the score desk, so they are sent there."""
    tournament = get_tournament(request, slug, may="score")
    if request.role != Role.DIRECTOR:
        return redirect("desk", tournament.slug)
    context = {"tournament": tournament, "section": "manage", "today": today(tournament, timezone.now())}
    template = "scoring/_today.html" if request.htmx else "scoring/today.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
