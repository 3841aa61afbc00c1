from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from club.access import Request
from live.published import published
from paper.engine import Document, make_picture
from paper.fingerprints import digest
from scoring.results.picture import podium_places
from scoring.results.views import final_standings
from tournament.access import get_tournament
from ui.templatetags.charleston import ordinal

KEPT_SECONDS = 24 * 3600


@require_safe
@published
def results_png(request: Request, slug: str) -> HttpResponse:
    """The podium, 1200 by 630 pixels; before the standings are final for everybody, the tournament's name alone."""
    tournament = get_tournament(request, slug, may="watch")
    places, more = podium_places(tournament, final_standings(request, tournament))
    sheet = {
        "template": "share",
        "event": tournament.name,
        "day": date_format(tournament.date, "DATE_FORMAT"),
        "where": tournament.place,
        "items": [
            {"place": ordinal(place.rank), "name": place.name, "points": place.total} for place in places
        ],
        "more": ngettext("and %(n)s more", "and %(n)s more", more) % {"n": more} if more else "",
    }
    document = Document(tournament.name, request.LANGUAGE_CODE, [sheet])
    # Kept here too, because an address with a query is not answered from what is kept in front.
    picture = cache.get_or_set(
        f"results-png-{digest([request.LANGUAGE_CODE, sheet])}",
        lambda: make_picture(document, timezone.now(), ppi=72),
        KEPT_SECONDS,
    )
    return HttpResponse(picture, content_type="image/png")
