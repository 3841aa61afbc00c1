"""Making a tournament, and its settings."""

import copy
from operator import itemgetter
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.systems.sixteen_hands import SixteenHandsProfile
from tournament.access import StaffRequest, get_club, get_tournament
from tournament.forms import place_faults
from tournament.models import Club, Tournament
from tournament.refused import Refused
from tournament.settings import actions
from tournament.settings.forms import NewTournamentForm, SettingsForm
from tournament.stamps import FIELD, Stamp


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: StaffRequest, slug: str) -> HttpResponse:
    """What nobody can guess; everything else follows the scoring system and can be set later."""
    club = get_club(request, slug)
    form = NewTournamentForm(request.POST if request.method == "POST" else None, initial=as_last_time(club))
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            tournament = actions.create_tournament(club, by=request.user, **form.cleaned_data)
        except Refused as refused:
            form.ask_again()
            place_faults(form, refused)
            status = refused.status
        else:
            messages.success(request, _("%(name)s is ready for its players.") % {"name": tournament.name})
            # What a system leaves to the organiser's own sheet is asked for at once.
            needs_values = isinstance(tournament.profile, SixteenHandsProfile)
            return redirect("value-table" if needs_values else "entries", tournament.slug)
    return render(request, "tournament/settings/new.html", {"club": club, "form": form}, status=status)


def as_last_time(club: Club) -> dict[str, Any]:
    """Where the club played last, to begin with."""
    last = club.tournaments.order_by("-date", "-pk").first()
    return {"place": last.place, "time_zone": last.time_zone, "system": last.system} if last else {}


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_settings(request: StaffRequest, slug: str) -> HttpResponse:
    """Every setting, the frozen ones as text with the reason."""
    tournament = get_tournament(request, slug, may="direct")
    form = settings_form(tournament, request.POST if request.method == "POST" else None)
    if not (form.is_bound and form.is_valid()):
        return settings_page(request, tournament, form, status=422 if form.is_bound else 200)
    try:
        actions.change_settings(
            tournament, by=request.user, new=form.new_settings(), stamp=form.cleaned_data["stamp"]
        )
    except Refused as refused:
        tournament.refresh_from_db()
        form.data = request.POST.copy()
        form.data[FIELD] = str(Stamp(seen=actions.settings_of(tournament)))
        place_faults(form, refused)
        return settings_page(request, tournament, form, status=refused.status)
    messages.success(request, _("The settings are saved."))
    return redirect("tournament-settings", slug)


def settings_form(tournament: Tournament, data: QueryDict | None) -> SettingsForm:
    # The form writes into its instance while it validates; the page goes on showing what is stored.
    return SettingsForm(data, instance=copy.copy(tournament), frozen=actions.frozen_settings(tournament))


def settings_page(
    request: StaffRequest, tournament: Tournament, form: SettingsForm, *, status: int
) -> HttpResponse:
    reasons = actions.frozen_settings(tournament)
    names = [name for name in actions.SETTINGS if name != "steps"]
    frozen = [stored(tournament, name, reasons[name]) for name in names if name in reasons]
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "frozen": sorted(frozen, key=itemgetter("reason")),
        "stored": [stored(tournament, name, "") for name in names],
        "is_conflict": status == 409,
    }
    return render(request, "tournament/settings/settings.html", context, status=status)


def stored(tournament: Tournament, name: str, reason: str) -> dict[str, object]:
    """A setting in words: its label, its value as a person reads it, and why it is frozen."""
    label = Tournament._meta.get_field(name).verbose_name  # type: ignore[union-attr]
    display = getattr(tournament, f"get_{name}_display", None)
    value = display() if display else getattr(tournament, name)
    return {"label": label, "value": value, "reason": reason}
