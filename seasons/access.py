from django.http import Http404
from django.utils.translation import gettext as _

from club.access import Request, Right, get_club, role_in
from seasons.models import Season


def get_season(request: Request, slug: str, season: str, *, may: Right = "direct") -> Season:
    """The season of a club, if this user has the right `may` on it. `watch`: everybody where the season is public,
    otherwise the club's people; all others get 404. Other rights are those of `get_club`.
    """
    if may != "watch":
        get_club(request, slug, may=may)
    row = Season.objects.select_related("club").filter(club__slug=slug, slug=season).first()
    if row is not None and may == "watch":
        request.role = role_in(row.club, request.user)
    if row is None or not (row.is_public or request.role):
        raise Http404(_("There is no such season."))
    request.public_version = row.club.journal_length if row.is_public else None
    return row
