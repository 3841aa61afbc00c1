"""The standings of a season as a sheet to put up."""

from __future__ import annotations

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
from seasons.access import get_season
from seasons.reckoning import Reckoned, SeasonLine, reckon
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
    sheet = {"template": "listing", "paper": paper, "large": False, **listing(now)}
    sheet["printed"] = date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
    title = f"{now.season.name} · {club.name}"
    return file(
        make_pdf(Document(title, request.LANGUAGE_CODE, [sheet], logo_of(club), club.name), at), season
    )


def listing(now: Reckoned) -> dict[str, Any]:
    """A row for each person: place, name, points and the last events, dropped ones in brackets."""
    shown = now.columns_shown[:MOST_EVENTS]
    notes = [_("After %(event)s.") % {"event": now.last.tournament.name}] if now.last else []
    if now.has_dropped:
        notes.append(_("In brackets: dropped, so it does not count."))
    if len(now.counting) > len(shown):
        notes.append(_("Of the events the last %(n)s are shown.") % {"n": len(shown)})

    def cell(line: SeasonLine, key: str) -> str:
        part = line.parts.get(key)
        words = points_text(part.attendance.points) if part else "–"
        return words if part is None or part.counts else f"({words})"

    return {
        "title": now.season.name,
        "event": now.season.club.name,
        "notes": [" ".join(notes), " ".join(rule_words(now.rule))],
        "small": len(shown) > 5,
        "flipped": len(shown) > 5,
        "columns": [
            column(_("Place"), side="right", bold=True),
            column(_("Name"), grow=True),
            column(_("Points"), side="right", bold=True),
            column(_("Events"), side="right"),
            *(column(event.day, side="right") for event in shown),
        ],
        "items": [
            [
                place_words(line.place),
                isolated(line.name),
                points_text(line.place.points),
                str(line.place.attended),
                *(cell(line, event.key) for event in shown),
            ]
            for line in now.lines
        ],
    }
