"""The room board."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.desk.board import board
from scoring.room.queries import by_lateness, extra_minutes
from scoring.sets.queries import published_round
from tournament.access import StaffRequest, get_tournament
from tournament.clock.extra_time import USUAL
from tournament.clock.queries import clock_of_round, other_running


@require_safe
def room(request: StaffRequest, slug: str) -> HttpResponse:
    """Redirects to the latest published round; before there is one, says what comes first."""
    tournament = get_tournament(request, slug, may="score")
    round_ = tournament.rounds.published().last()
    if round_ is None:
        return render(request, "scoring/room/room.html", {"tournament": tournament, "section": "room"})
    return redirect("room-round", slug, round_.number)


@require_safe
@vary_on_headers("HX-Request")
def room_round(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Every table of a round; `?order=late` has the latest first. For htmx the tables alone."""
    tournament = get_tournament(request, slug, may="score")
    round_ = published_round(tournament, number)
    now = board(tournament, round_, reader=request.user)
    latest_first = by_lateness(now)
    order = "late" if request.GET.get("order") == "late" else ""
    rank = {tile.number: place for place, tile in enumerate(latest_first)}
    context = {
        "tournament": tournament,
        "section": "room",
        "board": now,
        "round": round_,
        "clock": clock_of_round(round_, now.at, warning_minutes=tournament.warning_minutes),
        "other_running": other_running(tournament, round_),
        "order": order,
        "tiles": [(tile, rank[tile.number]) for tile in (latest_first if order else now.tiles)],
        "unseated": [tile.number for tile in now.tiles if not tile.is_seated],
        "extra": extra_minutes(now),
        "usual": USUAL,
    }
    template = "scoring/room/_tables.html" if request.htmx else "scoring/room/room.html"
    return render(request, template, context)
