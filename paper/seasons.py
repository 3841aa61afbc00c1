"""The standings of a season as a sheet to put up."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.access import StaffRequest
from paper.club_pictures import logo_of
from paper.engine import Document, make_pdf
from paper.fonts import isolated
from paper.sheets.sheet import PAPERS, column
from paper.views import file
from record.refused import refuse
from rules.seasons.standings import Part
from seasons.access import get_season
from seasons.reckoning import Reckoned, reckon
from seasons.words import place_words, points_text, rule_words

MOST_EVENTS = 12
"""Columns of events; more would leave the names no room."""


@require_safe
def season_sheet(request: StaffRequest, slug: str, season: str, paper: str) -> HttpResponse:
    if paper not in PAPERS:
        raise Http404
    now = reckon(get_season(request, slug, season, may="score"))
    if not now.lines:
        raise refuse("nothing-to-print", _("No event counts yet, so there is nothing to print."))
    club, at = now.season.club, timezone.now()
    sheet = {"paper": paper, "printed": date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")}
    title = f"{now.season.name} · {club.name}"
    document = Document(title, request.LANGUAGE_CODE, [sheet | listing(now)], logo_of(club), club.name)
    return file(make_pdf(document, at), season)


def listing(now: Reckoned) -> dict[str, Any]:
    """A row for each person: place, name, points and the last events, dropped ones in brackets."""
    shown = now.counting[::-1][:MOST_EVENTS]
    notes = [_("After %(event)s.") % {"event": event.tournament.name} for event in shown[:1]]
    if now.has_dropped:
        notes.append(_("In brackets: dropped, so it does not count."))
    if len(now.counting) > len(shown):
        notes.append(_("Of the events the last %(n)s are shown.") % {"n": len(shown)})
    heads = [column(_("Place"), side="right", bold=True), column(_("Name"), grow=True)]
    heads += [column(_("Points"), side="right", bold=True), column(_("Events"), side="right")]
    return {
        "template": "listing",
        "large": False,
        "title": now.season.name,
        "event": now.season.club.name,
        "notes": [" ".join(notes), " ".join(rule_words(now.rule))],
        "small": len(shown) > 5,
        "flipped": len(shown) > 5,
        "columns": [*heads, *(column(event.day, side="right") for event in shown)],
        "items": [
            [
                *(place_words(line.place), isolated(line.name), points_text(line.place.points)),
                *(str(line.place.attended), *(cell(line.parts.get(event.key)) for event in shown)),
            ]
            for line in now.lines
        ],
    }


def cell(part: Part | None) -> str:
    if part is None:
        return "–"
    points = points_text(part.attendance.points)
    return points if part.counts else f"({points})"
