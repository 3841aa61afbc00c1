"""Making a tournament, and its settings."""

import copy
from operator import itemgetter
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.systems.sixteen_hands import SixteenHandsProfile
from tournament.access import StaffRequest, get_club, get_tournament
from tournament.forms import has_digits, place_faults
from tournament.models import Club, Tournament
from tournament.refused import Refused
from tournament.settings import actions
from tournament.settings.forms import HOUSE, NewTournamentForm, ResultsForm, SettingsForm
from tournament.stamps import FIELD, Stamp, stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: StaffRequest, slug: str) -> HttpResponse:
    """Creates a tournament from the settings without a default."""
    club = get_club(request, slug)
    data = request.POST if request.method == "POST" else None
    form = NewTournamentForm(data, initial=as_last_time(club) | chosen_profile(club, request.GET), club=club)
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


def chosen_profile(club: Club, query: QueryDict) -> dict[str, Any]:
    """The house profile that a link offers, `?profile=`."""
    chosen = query.get("profile", "")
    offered = has_digits(chosen, 18) and club.house_profiles.offered().filter(pk=chosen).exists()
    return {"system": f"{HOUSE}{int(chosen)}"} if offered else {}


def as_last_time(club: Club) -> dict[str, Any]:
    """Initial values of the form from the club's latest tournament."""
    last = club.tournaments.select_related("house_profile").order_by("-date", "-pk").first()
    if last is None:
        return {}
    house = last.house_profile
    system = last.system if house is None or house.withdrawn_at else f"{HOUSE}{house.pk}"
    return {"place": last.place, "time_zone": last.time_zone, "system": system}


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


@require_POST
def results_withhold(request: StaffRequest, slug: str) -> HttpResponse:
    """Withholds results from a round on, or shows all of them to everybody."""
    tournament = get_tournament(request, slug, may="direct")
    form = ResultsForm(request.POST, tournament=tournament)
    if form.is_valid():
        try:
            changed = actions.withhold_results(
                tournament, **form.cleaned_data, by=request.user, stamp=stamp_of(request.POST)
            )
        except Refused as refused:
            tournament.refresh_from_db()
            place_faults(form, refused)
            page = settings_form(tournament, None)
            return settings_page(request, tournament, page, status=refused.status, results=form)
        messages.success(request, seen_by_everybody(changed))
        return redirect("standings", slug)
    return settings_page(request, tournament, settings_form(tournament, None), status=422, results=form)


def seen_by_everybody(tournament: Tournament) -> str:
    if tournament.withheld_from is None:
        return _("Everybody sees all results.")
    if tournament.withheld_from == 1:
        return _("No results are shown, but to directors and scorekeepers.")
    values = {"round": tournament.round_in_words(tournament.withheld_from - 1)}
    return _("Everybody sees the standings after %(round)s, and nothing later.") % values


def settings_form(tournament: Tournament, data: QueryDict | None) -> SettingsForm:
    # The form writes into its instance while it validates; the page goes on showing what is stored.
    return SettingsForm(data, instance=copy.copy(tournament), frozen=actions.frozen_settings(tournament))


def settings_page(
    request: StaffRequest,
    tournament: Tournament,
    form: SettingsForm,
    *,
    status: int,
    results: ResultsForm | None = None,
) -> HttpResponse:
    reasons = actions.frozen_settings(tournament)
    names = [name for name in actions.SETTINGS if name != "steps"]
    frozen = [setting_row(tournament, name, reasons[name]) for name in names if name in reasons]
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "results": results or ResultsForm(tournament=tournament),
        "frozen": sorted(frozen, key=itemgetter("reason")),
        "stored": [setting_row(tournament, name, "") for name in names],
        "is_conflict": status == 409 and results is None,
    }
    return render(request, "tournament/settings/settings.html", context, status=status)


def setting_row(tournament: Tournament, name: str, reason: str) -> dict[str, object]:
    """A setting in words: its label, its value as a person reads it, and why it is frozen."""
    label = Tournament._meta.get_field(name).verbose_name  # type: ignore[union-attr]
    display = getattr(tournament, f"get_{name}_display", None)
    value = display() if display else getattr(tournament, name)
    return {"label": label, "value": value, "reason": reason}
