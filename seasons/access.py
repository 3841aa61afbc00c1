from django.http import Http404
from django.utils.translation import gettext as _

from club.access import Request, Right, get_club, role_in
from club.models import Club
from seasons.models import Season


def get_season(request: Request, slug: str, season: str, *, may: Right = "direct") -> Season:
    """The season of a club, if this user has the right `may` on it. `watch`: everybody where the season is public,
    otherwise the club's people; all others get 404. Other rights are those of `get_club`.
    """
    club = get_club(request, slug, may=may) if may != "watch" else Club.objects.filter(slug=slug).first()
    row = Season.objects.filter(club=club, slug=season).first() if club else None
    if club is not None and may == "watch":
        request.role = role_in(club, request.user)
    if row is None or club is None or not (row.is_public or request.role):
        raise Http404(_("There is no such season."))
    row.club = club
    request.public_version = club.journal_length if row.is_public else None
    return row
