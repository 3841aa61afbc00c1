from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from club.access import Request
from club.names import name_with_number
from live.published import published
from paper.club_pictures import logo_of
from paper.engine import Document, make_picture
from paper.fingerprints import digest
from scoring.prizes.words import place_won
from scoring.results.views import final_standings
from scoring.standings.standing import Standings
from tournament.access import get_tournament
from tournament.models import Tournament
from ui.texts import shown

KEPT_SECONDS = 24 * 3600
MOST_PLACES = 6


@require_safe
@published
def results_png(request: Request, slug: str) -> HttpResponse:
    """The podium, 1200 by 630 pixels; before the standings are final for everybody, the tournament's name alone."""
    tournament = get_tournament(request, slug, may="watch")
    sheet = sheet_of(tournament, final_standings(request, tournament))
    logo = logo_of(tournament.club)
    document = Document(tournament.name, request.LANGUAGE_CODE, [sheet], logo, tournament.club.name)
    # Kept here too, because an address with a query is not answered from what is kept in front.
    picture = cache.get_or_set(
        f"results-png-{digest([request.LANGUAGE_CODE, sheet, logo])}",
        lambda: make_picture(document, timezone.now(), ppi=72),
        KEPT_SECONDS,
    )
    return HttpResponse(picture, content_type="image/png")


def sheet_of(tournament: Tournament, final: Standings | None) -> dict[str, Any]:
    podium = final.podium if final else []
    places, more = podium[:MOST_PLACES], len(podium[MOST_PLACES:])
    names = {"tournament": tournament.name}
    return {
        "template": "share",
        "heading": _("Winners of %(tournament)s") % names if places else tournament.name,
        "club": tournament.club.name,
        "day": date_format(tournament.date, "DATE_FORMAT"),
        "where": tournament.place,
        "items": [
            {
                "rank": place.rank,
                "place": place_won("", place.rank or 0, tied=place.tied),
                "name": name_with_number(place.name, place.number, tournament.names_alike),
                "points": f"{shown(place.total, tournament.unit)} {_('points')}",
            }
            for place in places
        ],
        "more": ngettext("and %(n)s more", "and %(n)s more", more) % {"n": more} if more else "",
    }
