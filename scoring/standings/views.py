"""Public pages: the standings, also as JSON and CSV, one player's points, and the hall screen."""

import csv
import unicodedata
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.standings import pictures
from scoring.standings.corrections import corrections_of
from scoring.standings.player import player_page, seats_to_find
from scoring.standings.queries import Standings, standings_of
from tournament.access import Request, get_tournament
from tournament.addresses import for_phones
from tournament.live.published import published
from tournament.models import Tournament
from tournament.names import closeness, means, shared

MOST_FOUND = 12


@require_safe
@vary_on_headers("HX-Request")
@published
def standings(request: Request, slug: str) -> HttpResponse:
    """The live leaderboard. `?find=` lists players to choose from, `?me=` shows one of them on top."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_of(tournament)
    context = {
        "tournament": tournament,
        "section": "standings",
        "standings": now,
        "round": tournament.rounds.published().last(),
        "corrections": corrections_of(tournament, now),
        **search(request, tournament, now),
    }
    own_place = context["own_place"]
    context["leaders"] = pictures.leaders(now, me=own_place.number if own_place else None)
    if not request.htmx:
        template = "scoring/standings/standings.html"
    elif own_place:
        template = "scoring/standings/_own.html"
    else:
        template = "scoring/standings/_standings.html"
    return render(request, template, context)


def search(request: Request, tournament: Tournament, now: Standings) -> dict[str, Any]:
    """Context: `matches`, the places for `?find=`, and `own_place`, the place of player number `?me=`."""
    find = request.GET.get("find", "").strip()[:60]
    me = request.GET.get("me", "")
    places = [place for place in now.places if find and means(find, place.number, place.name)]
    places.sort(key=lambda place: closeness(find, place.name))
    own_place = next((place for place in now.places if me == str(place.number)), None)
    return {
        "find": find,
        "matches": places[:MOST_FOUND],
        "more_matches": len(places) > MOST_FOUND,
        "alike": shared(place.name for place in places),
        "own_place": own_place,
        "player": player_page(tournament, own_place.number) if own_place else None,
    }


@require_safe
@published
def player(request: Request, slug: str, number: int) -> HttpResponse:
    """One player's points, game by game, in words, and their seats."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_of(tournament)
    own_place = next((place for place in now.places if place.number == number), None)
    if own_place is None:
        raise Http404(_("There is no player with this number here."))
    context = {
        "tournament": tournament,
        "section": "standings",
        "round": tournament.rounds.published().last(),
        "own_place": own_place,
        "standings": now,
        "player": player_page(tournament, number),
        "own_rounds": pictures.own_rounds(now, own_place),
    }
    return render(request, "scoring/standings/player.html", context)


@require_safe
@vary_on_headers("HX-Request")
@published
def screen(request: Request, slug: str) -> HttpResponse:
    """The hall screen: the clock, and the seats of a round about to start or the standings, page by page."""
    tournament = get_tournament(request, slug, may="watch")
    round_ = tournament.rounds.published().last()
    now = standings_of(tournament)
    seats = []
    if round_ and not tournament.finished_at:
        seats = seats_to_find(round_, nothing_counts=not now.rounds_counted)
    context = {
        "tournament": tournament,
        "standings": now,
        "alike": shared(seat.entry.public_name for seat in seats)
        | shared(place.name for place in now.places),
        "round": round_,
        "seats": seats,
        "follow": for_phones(request, tournament.get_absolute_url()),
    }
    template = "scoring/standings/_screen.html" if request.htmx else "scoring/standings/screen.html"
    return render(request, template, context)


@require_safe
@published
def standings_json(request: Request, slug: str) -> HttpResponse:
    """The standings for other programs, in the format of docs/interface.md."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_of(tournament)
    answer = {
        "tournament": tournament.name,
        "as_of": localtime(now.as_of).isoformat() if now.as_of else None,
        "version": now.version,
        "rounds_counted": now.rounds_counted,
        "places": [
            {
                "number": place.number,
                "name": place.name,
                "rank": place.rank,
                "tied": place.tied,
                "total": place.total,
                "rounds": place.rounds,
                "withdrawn": place.is_withdrawn,
            }
            for place in now.places
        ],
        "journal": {"entries": tournament.journal_length, "mark": tournament.journal_mark},
    }
    return HttpResponse(msgspec.json.encode(answer), content_type="application/json")


@require_safe
@published
def standings_csv(request: Request, slug: str) -> HttpResponse:
    """The same columns for a spreadsheet."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_of(tournament)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-standings.csv"'
    response.write("\ufeff")  # without it a spreadsheet takes accents for another encoding
    writer = csv.writer(response)
    writer.writerow(
        [
            *("number", "name", "rank", "tied", "total"),
            *(f"round {round_.number}" for round_ in now.rounds),
            "withdrawn",
        ]
    )
    for place in now.places:
        tied = "yes" if place.tied else "no"
        withdrawn = "yes" if place.is_withdrawn else "no"
        row = [place.number, harmless(place.name), place.rank, tied, place.total, *place.rounds, withdrawn]
        writer.writerow("" if cell is None else cell for cell in row)
    return response


def harmless(text: str) -> str:
    """The text for a cell, so that no spreadsheet takes it for a formula: nor in full-width signs or after spaces."""
    begins = unicodedata.normalize("NFKC", text).lstrip()
    is_formula = begins.startswith(("=", "+", "-", "@", "\N{MINUS SIGN}")) or text.startswith(
        ("\t", "\r", "\n")
    )
    return f"'{text}" if is_formula else text
