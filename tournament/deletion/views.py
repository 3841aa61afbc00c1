"""Deleting a tournament, and restoring it from the club's page."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import StaffRequest, get_club, get_tournament
from tournament.deletion import actions
from tournament.deletion.forms import DeleteForm
from tournament.deletion.kept import KEPT_FOR
from tournament.forms import place_faults
from tournament.models import Tournament
from tournament.refused import Refused
from tournament.stamps import stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_delete(request: StaffRequest, slug: str) -> HttpResponse:
    """What goes, and for how long it can come back; deletes once its name and a reason are typed."""
    tournament = get_tournament(request, slug, may="direct")
    form, status = DeleteForm(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                actions.delete_tournament(tournament, by=request.user, **form.cleaned_data)
            except Refused as refused:
                place_faults(form, refused)
                status = refused.status
            else:
                message = _("%(name)s is deleted. Until its last day it can be restored on this page.")
                messages.success(request, message % {"name": tournament.name})
                return redirect(tournament.club)
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "registered": tournament.entries.registered().count(),
        "published": tournament.rounds.published().count(),
        "goes_at": timezone.now() + KEPT_FOR,
    }
    return render(request, "tournament/deletion/delete.html", context, status=status)


@require_POST
def tournament_restore(request: StaffRequest, slug: str, tournament: int) -> HttpResponse:
    club = get_club(request, slug)
    hidden = get_object_or_404(Tournament.everything.filter(club=club), pk=tournament)
    restored = actions.restore_tournament(hidden, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("%(name)s is restored as it was.") % {"name": restored.name})
    return redirect(club)
