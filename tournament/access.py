from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from club.access import NEEDED, Request, Right, SignInFirst, role_in
from tournament.models import Tournament
from tournament.seams import above


def get_tournament(request: Request, slug: str, *, may: Right) -> Tournament:
    """The tournament, if this user has the right `may` on it; activates its time zone. Whoever asks first for an
    evening on its next morning ends it.

    `watch`: everybody when the tournament is public. `belong`: everybody who works for its club. `work`:
    the same without tablets that go round. `enter`: who types
    cards, if nothing else. `score`: directors and scorekeepers. `admit`: directors and the door. `direct`: directors.
    Not signed in: redirected to sign in. Not of the club: 404. Without the right: 403.
    """
    if may != "watch" and not request.user.is_authenticated:
        raise SignInFirst
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    role = role_in(tournament.club, request.user) if tournament else None
    if tournament is None or (role is None and not (may == "watch" and tournament.is_watched)):
        raise Http404(_("There is no such tournament."))
    request.role, request.tournament = role, tournament
    request.public_version = tournament.version if tournament.is_watched else None
    if may != "watch" and role not in NEEDED[may]:
        raise PermissionDenied(_("This is for the tournament's directors."))
    timezone.activate(tournament.time_zone)
    if tournament.is_over_by(timezone.now()):
        above.end_over(tournament)
        tournament.refresh_from_db()
    return tournament
