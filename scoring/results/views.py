"""The results page with its picture and files, open to everybody; reports for directors."""

from operator import attrgetter
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.access import Request, StaffRequest
from live.published import published
from rules.systems.profile import definition
from scoring.prizes.pot import public_shares
from scoring.prizes.words import row_words
from scoring.results.file import master_point_list, report_lists
from scoring.results.queries import (
    SMALLEST_FIELD,
    CameIn,
    came_in,
    came_in_words,
    directors,
    master_points,
    newsletter,
    public_prizes,
    report,
)
from scoring.standings.corrections import corrections_of
from scoring.standings.queries import standings_for, standings_of
from tournament.access import get_tournament
from tournament.models import Tournament
from tournament.spreadsheet import page_or_file
from ui.addresses import for_phones
from ui.texts import JSON

PUBLIC_NAME = attrgetter("public_name")


def final_standings(request: Request, tournament: Tournament) -> Any:
    """The standings, once they are final and nothing of them is withheld from whoever asks; None before."""
    now = standings_for(request.role, tournament)
    return now if tournament.finished_at and now.until is None else None


@require_safe
@published
def results(request: Request, slug: str) -> HttpResponse:
    """What stays: podium, prizes as far as they are public, blocks, and a paragraph for the newsletter."""
    tournament = get_tournament(request, slug, may="watch")
    final = final_standings(request, tournament)
    prizes = public_prizes(tournament)
    context = {
        "tournament": tournament,
        "section": "results",
        "standings": final,
        "podium": [(place, final.apart_of(place)) for place in final.podium] if final else [],
        "prizes": prizes,
        "pot": public_shares(tournament) if final else None,
        "came_in": came_in_words(tournament, came_in(tournament), PUBLIC_NAME) if final else [],
        "link": for_phones(request, request.path),
        "newsletter": newsletter(tournament, final, prizes) if final else "",
        "has_master_points": definition(tournament.system).has_master_points,
    }
    return render(request, "scoring/results/results.html", context)


@require_safe
@published
def results_json(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="watch")
    final = final_standings(request, tournament)
    final = final and final.in_points
    came = came_in(tournament) if final else CameIn([], [])
    pot = public_shares(tournament) if final else None
    answer = {
        "tournament": tournament.name,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "final": final is not None,
        "currency": tournament.currency,
        "places": [
            {
                "number": place.number,
                "name": place.name,
                "rank": place.rank,
                "tied": place.tied,
                "total": place.total,
                **({"category": place.category} if final and final.has_categories else {}),
                **({"blocks": dict(final.blocks_of(place))} if final and final.blocks else {}),
            }
            for place in (final.ranked if final else [])
        ],
        "prizes": [
            {
                "prize": row_words(award.row),
                "contest": award.contest,
                "place": award.first_place,
                "last_place": award.last_place,
                "number": award.entry.number,
                "name": award.entry.public_name,
                "cents": award.cents,
                "thing": award.thing,
            }
            for award in public_prizes(tournament)
        ],
        "substitutes": [
            {
                "number": row.entry.number,
                "name": row.entry.public_name,
                "plays_for": row.plays_for.number,
                "rounds": row.rounds,
                "from_game": row.from_game,
            }
            for row in came.substitutes
        ],
        "late_arrivals": [
            {
                "number": row.entry.number,
                "name": row.entry.public_name,
                "from_round": row.first_round,
            }
            for row in came.late
        ],
        "pot": pot
        and {
            "stake_cents": pot.stake,
            "pot_cents": pot.pot,
            "shares": [
                {"number": share.place.number, "name": share.place.name, "cents": share.cents}
                for share in pot.shares
            ],
        },
    }
    return HttpResponse(JSON.encode(answer), content_type="application/json")


@require_safe
def master_points_report(request: StaffRequest, slug: str) -> HttpResponse:
    """The Master Points report; `?export=` makes a file of it."""
    tournament = get_tournament(request, slug, may="direct")
    if not definition(tournament.system).has_master_points:
        raise Http404
    rows = master_points(tournament, standings_of(tournament))
    names = directors(tournament)
    context = {
        "tournament": tournament,
        "section": "results",
        "rows": rows,
        "directors": names,
        "is_small": len(rows) < SMALLEST_FIELD,
        "smallest": SMALLEST_FIELD,
    }
    sheet, name = master_point_list(tournament, rows, names), f"{slug}-master-points"
    return page_or_file(request, "scoring/results/master_points.html", context, sheet, file_name=name)


@require_safe
def final_report(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    now, of = standings_of(tournament), report(tournament)
    corrections = corrections_of(tournament, now)
    context = {
        "tournament": tournament,
        "section": "results",
        "report": of,
        "standings": now,
        "podium": [(place, now.apart_of(place)) for place in now.podium],
        "withdrew": sum(place.is_withdrawn and not place.is_disqualified for place in now.ranked),
        "disqualified": sum(place.is_disqualified for place in now.places),
        "came_in": came_in_words(tournament, of.came_in, attrgetter("name")),
        "corrections": corrections,
    }
    lists, name = report_lists(tournament, of, now, corrections), f"{slug}-report"
    return page_or_file(request, "scoring/results/report.html", context, *lists, file_name=name)
