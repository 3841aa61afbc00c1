"""Public pages: the standings, also as JSON and CSV, one player's points, and the hall screen."""

from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import NEEDED, Request, directs
from club.names import closeness, means, shared_names
from live.published import published, tells_of
from scoring.standings import pictures
from scoring.standings.corrections import corrections_of
from scoring.standings.file import adjustments_for_files, average_of, bonus_for_files, standing_list
from scoring.standings.player import player_page, seats_to_find
from scoring.standings.queries import standings_for, window_of
from scoring.standings.standing import Standing, Standings
from tournament.access import get_tournament
from tournament.models import Round, Tournament
from tournament.spreadsheet import file_of
from ui.addresses import for_phones
from ui.texts import JSON

MOST_FOUND = 12


@require_safe
@vary_on_headers("HX-Request")
@published
def standings(request: Request, slug: str) -> HttpResponse:
    """The live leaderboard. `?find=` lists players to choose from, `?me=` leads to the page of one of them.

    A browser that runs scripts shows who was chosen on top of the leaderboard (static/js/me.js).
    """
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament)
    tells_of(request, (place.number for place in now.places))
    own_place = next((place for place in now.places if request.GET.get("me") == str(place.number)), None)
    if own_place and not request.htmx and "find" not in request.GET:
        return page_of_player(request, tournament, now, own_place)
    round_ = tournament.rounds.published().last()
    context = {
        "tournament": tournament,
        "section": "standings",
        "standings": now,
        "round": round_,
        "own_times": round_.tables_with_own_time() if round_ else (),
        "corrections": corrections_of(tournament, now),
        "window": window_of(tournament),
        "seats": seats_of(round_) if round_ else {},
        "leaders": pictures.leaders(now.in_points) if tournament.finished_at else None,
        **search(request, now),
    }
    may_note = request.role in NEEDED["score"] and tournament.finished_at is None
    context["may_note"] = may_note and context["window"] is not None
    template = "scoring/standings/_standings.html" if request.htmx else "scoring/standings/standings.html"
    return render(request, template, context)


def seats_of(round_: Round) -> dict[int, str]:
    """Table and letter, as in "12A", by the player's number."""
    seats = round_.seats.values_list("entry__number", "table__number", "letter")
    return {number: f"{table}{letter}" for number, table, letter in seats}


def search(request: Request, now: Standings) -> dict[str, Any]:
    """Context: `matches`, the places for `?find=`."""
    find = request.GET.get("find", "").strip()[:60]
    places = [place for place in now.places if find and means(find, place.number, place.name)]
    places.sort(key=lambda place: closeness(find, place.name))
    return {
        "find": find,
        "matches": places[:MOST_FOUND],
        "more_matches": len(places) > MOST_FOUND,
        "alike": shared_names(place.name for place in places),
    }


@require_safe
@partial(published, listed_by="standings")
def player(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament)
    own_place = next((place for place in now.places if place.number == number), None)
    if own_place is None:
        raise Http404
    return page_of_player(request, tournament, now, own_place)


def page_of_player(
    request: Request, tournament: Tournament, now: Standings, own_place: Standing
) -> HttpResponse:
    page = player_page(tournament, own_place.entry, until=now.until)
    context = {
        "tournament": tournament,
        "section": "standings",
        "round": page.now,
        "own_place": own_place,
        "own_blocks": now.apart_of(own_place),
        "standings": now,
        "player": page,
        "own_rounds": pictures.own_rounds(now, own_place),
        "window": page.window,
        "hall_messages": page.hall_messages,
    }
    return render(request, "scoring/standings/player.html", context)


@require_safe
@vary_on_headers("HX-Request")
@published
def screen(request: Request, slug: str) -> HttpResponse:
    """The hall screen: the clock, and the seats of a round about to start or the standings, page by page. While a
    ceremony is on it turns to the ceremony's screen, which turns back when another round is published (js/hall.js).
    """
    tournament = get_tournament(request, slug, may="watch")
    round_ = tournament.rounds.published().last()
    now = standings_for(None, tournament)  # on a beamer the room looks on, whoever signed in
    is_withheld = bool(round_ and now.until is not None and round_.number > now.until)
    seats = []
    if round_ and not tournament.finished_at:
        seats = seats_to_find(round_, nothing_counts=not now.rounds_counted, is_withheld=is_withheld)
    context = {
        "tournament": tournament,
        "standings": now,
        "alike": shared_names(seat.entry.public_name for seat in seats)
        | shared_names(place.name for place in now.places),
        "round": round_,
        "seats": seats,
        "window": window_of(tournament),
        "follow": for_phones(request, tournament.get_absolute_url()),
        "has_ceremony": tournament.ceremonies.filter(ended_at__isnull=True).exists(),
    }
    template = "scoring/standings/_screen.html" if request.htmx else "scoring/standings/screen.html"
    return render(request, template, context)


@require_safe
@published
def standings_json(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament).in_points
    # What is withheld goes on, and would be counted here.
    is_whole = now.until is None
    answer = {
        "tournament": tournament.name,
        "as_of": localtime(now.as_of).isoformat() if now.as_of else None,
        "version": now.version if is_whole else None,
        "rounds_counted": now.rounds_counted,
        "withheld_from": None if now.until is None else now.until + 1,
        "places": [
            {
                "number": place.number,
                "name": place.name,
                "rank": place.rank,
                "tied": place.tied,
                "total": place.total,
                **({"average": average_of(place)} if now.by_average else {}),
                **({"second_total": place.second_total} if now.second_total else {}),
                "rounds": now.points_of(place, now.announced),
                "withdrawn": place.is_withdrawn,
                **({"tie_break": place.tie_break or None} if now.tie_breaks.names else {}),
                **({"blocks": dict(now.blocks_of(place))} if now.blocks else {}),
                **({"category": place.category} if now.has_categories else {}),
                **({"state": "disqualified"} if place.is_disqualified else {}),
                **({"adjustments": adjustments_for_files(place)} if now.has_adjustments else {}),
                **({"bonus": now.bonus_of(place), **bonus_for_files(now, place)} if now.bonus else {}),
            }
            for place in now.places
        ],
        "journal": {"entries": tournament.journal_length, "mark": tournament.journal_mark}
        if is_whole
        else None,
    }
    return HttpResponse(JSON.encode(answer), content_type="application/json")


@require_safe
@published
def standings_file(request: Request, slug: str, kind: str) -> HttpResponse:
    """The columns of `standings_json` for a spreadsheet; for directors with town and member number."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament)
    listed = standing_list(tournament, now, names_people=directs(request))
    return file_of(kind, f"{tournament.slug}-standings", listed)
