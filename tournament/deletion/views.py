from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest, get_club
from club.forms import TidyField
from record.answering import posted, refusals_in, status_of
from record.backups import KEPT_FOR
from record.stamps import Stamp, StampField, stamp_of
from tournament.access import get_tournament
from tournament.deletion import actions
from tournament.models import Tournament


class DeleteForm(forms.Form):
    stamp = StampField(initial=Stamp)
    name = TidyField(
        label=gettext_lazy("Type the tournament's name again"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = TidyField(
        label=gettext_lazy("Why"), max_length=300, help_text=gettext_lazy("Kept in the club's journal.")
    )


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_delete(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = DeleteForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            actions.delete_tournament(tournament, by=request.user, **form.cleaned_data)
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
    return render(request, "tournament/deletion/delete.html", context, status=status_of(form))


@require_POST
def tournament_restore(request: StaffRequest, slug: str, tournament: int) -> HttpResponse:
    club = get_club(request, slug)
    hidden = get_object_or_404(Tournament.everything.filter(club=club), pk=tournament)
    restored = actions.restore_tournament(hidden, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("%(name)s is restored as it was.") % {"name": restored.name})
    return redirect(club)
