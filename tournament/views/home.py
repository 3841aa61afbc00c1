"""The front door: what is on, for players; my clubs and tournaments, for those who work."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import Request
from tournament.queries.home import clubs_of, public_tournaments


@require_safe
def home(request: Request) -> HttpResponse:
    """Public tournaments for everybody; for somebody signed in their clubs' tournaments first."""
    return render(
        request,
        "tournament/home.html",
        {
            "clubs": clubs_of(request.user),
            "tournaments": public_tournaments(),
        },
    )
