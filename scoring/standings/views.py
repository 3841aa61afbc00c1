"""Public pages: the standings, also as JSON and CSV, one player's points, and the hall screen."""

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
from scoring.standings.file import adjustments_for_files, bonus_for_files, player_lists, standing_list
from scoring.standings.player import player_page, seats_to_find
from scoring.standings.queries import standings_for, window_of
from scoring.standings.standing import Standings
from tournament.access import NEEDED, Request, directs, get_tournament
from tournament.addresses import for_phones
from tournament.live.published import published
from tournament.models import Tournament
from tournament.names import closeness, means, shared_names
from tournament.spreadsheet import file_of, page_or_file

MOST_FOUND = 12


@require_safe
@vary_on_headers("HX-Request")
@published
def standings(request: Request, slug: str) -> HttpResponse:
    """The live leaderboard. `?find=` lists players to choose from, `?me=` shows one of them on top."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament)
    round_ = tournament.rounds.published().last()
    context = {
        "tournament": tournament,
        "section": "standings",
        "standings": now,
        "round": round_,
        "own_times": round_.tables_with_own_time() if round_ else (),
        "corrections": corrections_of(tournament, now),
        "window": window_of(tournament),
        **search(request, tournament, now),
    }
    may_note = request.role in NEEDED["score"] and tournament.finished_at is None
    context["may_note"] = may_note and context["window"] is not None
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
        "alike": shared_names(place.name for place in places),
        "own_place": own_place,
        "own_blocks": now.apart_of(own_place) if own_place else [],
        "player": player_page(tournament, own_place.number, until=now.until) if own_place else None,
    }


@require_safe
@published
def player(request: Request, slug: str, number: int) -> HttpResponse:
    """One player's points, game by game, in words, and their seats."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament)
    own_place = next((place for place in now.places if place.number == number), None)
    if own_place is None:
        raise Http404(_("There is no player with this number here."))
    page = player_page(tournament, number, until=now.until)
    context = {
        "tournament": tournament,
        "section": "standings",
        "round": tournament.rounds.published().last(),
        "own_place": own_place,
        "own_blocks": now.apart_of(own_place),
        "standings": now,
        "player": page,
        "own_rounds": pictures.own_rounds(now, own_place),
        "window": window_of(tournament),
    }
    return page_or_file(
        request,
        "scoring/standings/player.html",
        context,
        *player_lists(page),
        file_name=f"{slug}-player-{number}",
    )


@require_safe
@vary_on_headers("HX-Request")
@published
def screen(request: Request, slug: str) -> HttpResponse:
    """The hall screen: the clock, and the seats of a round about to start or the standings, page by page."""
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
    }
    template = "scoring/standings/_screen.html" if request.htmx else "scoring/standings/screen.html"
    return render(request, template, context)


@require_safe
@published
def standings_json(request: Request, slug: str) -> HttpResponse:
    """The standings for other programs, in the format of docs/interface.md."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament)
    answer = {
        "tournament": tournament.name,
        "as_of": localtime(now.as_of).isoformat() if now.as_of else None,
        "version": now.version,
        "rounds_counted": now.rounds_counted,
        "withheld_from": None if now.until is None else now.until + 1,
        "places": [
            {
                "number": place.number,
                "name": place.name,
                "rank": place.rank,
                "tied": place.tied,
                "total": place.total,
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
        "journal": {"entries": tournament.journal_length, "mark": tournament.journal_mark},
    }
    return HttpResponse(msgspec.json.encode(answer), content_type="application/json")


@require_safe
@published
def standings_file(request: Request, slug: str, kind: str) -> HttpResponse:
    """The columns of `standings_json` for a spreadsheet; for directors with town and member number."""
    tournament = get_tournament(request, slug, may="watch")
    now = standings_for(request.role, tournament)
    listed = standing_list(tournament, now, names_people=directs(request))
    return file_of(kind, f"{tournament.slug}-standings", listed)
