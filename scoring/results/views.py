"""The results page with its picture and files, open to everybody; reports for directors."""

from __future__ import annotations

import csv
from typing import Any

import msgspec
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.prizes.words import contest_words, row_words
from scoring.results.picture import draw, pictured
from scoring.results.queries import (
    SMALLEST_FIELD,
    directors,
    master_points,
    newsletter,
    podium,
    public_prizes,
    report,
)
from scoring.standings.corrections import corrections_of
from scoring.standings.queries import standings_for, standings_of
from tournament.access import Request, StaffRequest, get_tournament
from tournament.cells import harmless
from tournament.live.published import published
from tournament.models import Tournament


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
        "podium": [(place, final.apart_of(place)) for place in podium(final)] if final else [],
        "prizes": prizes,
        "newsletter": newsletter(tournament, final, prizes) if final else "",
    }
    return render(request, "scoring/results/results.html", context)


@require_safe
@published
def results_picture(request: Request, slug: str) -> HttpResponse:
    """The podium as a picture (SVG), drawn here; before the end the tournament's name alone."""
    tournament = get_tournament(request, slug, may="watch")
    drawn = draw(tournament, *pictured(tournament, final_standings(request, tournament)))
    context = {"tournament": tournament, "drawn": drawn}
    return render(request, "scoring/results/picture.svg", context, content_type="image/svg+xml")


@require_safe
@published
def results_json(request: Request, slug: str) -> HttpResponse:
    """The results for other programs, in the format of docs/interface.md."""
    tournament = get_tournament(request, slug, may="watch")
    final = final_standings(request, tournament)
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
    }
    return HttpResponse(msgspec.json.encode(answer), content_type="application/json")


def spreadsheet(name: str) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")  # without it a spreadsheet takes accents for another encoding
    return response


@require_safe
@published
def prizes_csv(request: Request, slug: str) -> HttpResponse:
    """The public prizes for a spreadsheet."""
    tournament = get_tournament(request, slug, may="watch")
    response = spreadsheet(f"{tournament.slug}-prizes")
    writer = csv.writer(response)
    writer.writerow(["prize", "contest", "place", "number", "name", "amount", "currency", "thing"])
    for award in public_prizes(tournament):
        amount = f"{award.cents / 100:.2f}" if award.cents else ""
        row = [harmless(row_words(award.row)), contest_words(award.contest, award.row), award.first_place]
        writer.writerow(
            [
                *row,
                award.entry.number,
                harmless(award.entry.public_name),
                amount,
                tournament.currency if amount else "",
                harmless(award.thing),
            ]
        )
    return response


@require_safe
def master_points_report(request: StaffRequest, slug: str) -> HttpResponse:
    """The Master Points report; `?format=csv` as a file."""
    tournament = get_tournament(request, slug, may="direct")
    rows = master_points(tournament, standings_of(tournament))
    names = directors(tournament)
    if request.GET.get("format") != "csv":
        context = {
            "tournament": tournament,
            "section": "results",
            "rows": rows,
            "directors": names,
            "is_small": len(rows) < SMALLEST_FIELD,
            "smallest": SMALLEST_FIELD,
        }
        return render(request, "scoring/results/master_points.html", context)
    response = spreadsheet(f"{tournament.slug}-master-points")
    writer = csv.writer(response)
    writer.writerow(
        [
            *("event", "date", "director", "players"),
            *("person", "name", "place", "tied", "total", "rounds", "games", "number", "town"),
        ]
    )
    for row in rows:
        writer.writerow(
            [
                harmless(tournament.name),
                tournament.date.isoformat(),
                harmless("; ".join(names)),
                len(rows),
                harmless(row.member_number),
                harmless(row.name),
                row.rank,
                "yes" if row.tied else "no",
                row.total,
                row.rounds,
                row.games,
                row.number,
                harmless(row.town),
            ]
        )
    return response


@require_safe
def final_report(request: StaffRequest, slug: str) -> HttpResponse:
    """The director's own report: winners, rounds with their times, rulings, penalties, corrections."""
    tournament = get_tournament(request, slug, may="direct")
    now = standings_of(tournament)
    context = {
        "tournament": tournament,
        "section": "results",
        "report": report(tournament),
        "standings": now,
        "podium": [(place, now.apart_of(place)) for place in podium(now)],
        "withdrew": sum(place.is_withdrawn for place in now.ranked),
        "corrections": corrections_of(tournament, now),
    }
    return render(request, "scoring/results/report.html", context)
