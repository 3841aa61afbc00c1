import copy
from operator import itemgetter
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest, get_club
from club.forms import has_digits
from record.answering import posted, refusals_in, status_of
from record.stamps import Stamp, stamp_of
from rules.systems.registry import definition
from tournament.access import get_tournament
from tournament.models import Tournament
from tournament.settings import actions
from tournament.settings.forms import HOUSE, NewTournamentForm, ResultsForm, SettingsForm


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    initial: dict[str, Any] = {}
    if last := club.tournaments.select_related("house_profile").order_by("-date", "-pk").first():
        house = last.house_profile
        system = last.system if house is None or house.withdrawn_at else f"{HOUSE}{house.pk}"
        initial = {"place": last.place, "time_zone": last.time_zone, "system": system}
    chosen = request.GET.get("profile", "")  # the house profile that a link offers
    if has_digits(chosen, 18) and club.house_profiles.offered().filter(pk=chosen).exists():
        initial["system"] = f"{HOUSE}{int(chosen)}"
    form = NewTournamentForm(posted(request), initial=initial, club=club)
    if form.is_valid():
        with refusals_in(form):
            tournament = actions.create_tournament(club, by=request.user, **form.cleaned_data)
            messages.success(request, _("%(name)s is ready for its players.") % {"name": tournament.name})
            # What a system leaves to the organizer's own sheet is asked for at once.
            needs_values = definition(tournament.system).asks_values
            return redirect("rules" if needs_values else "entries", tournament.slug)
        form.ask_again()
    context = {"club": club, "form": form}
    return render(request, "tournament/settings/new.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_settings(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")

    def stamp_now() -> Stamp:
        tournament.refresh_from_db()
        return Stamp(seen=actions.settings_of(tournament))

    form = settings_form(tournament, posted(request))
    if form.is_valid():
        with refusals_in(form, stamp=stamp_now):
            new, stamp = form.new_settings(), form.cleaned_data["stamp"]
            actions.change_settings(tournament, by=request.user, new=new, stamp=stamp)
            messages.success(request, _("The settings are saved."))
            return redirect("tournament-settings", slug)
    return settings_page(request, tournament, form)


@require_POST
def results_withhold(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = ResultsForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            data, stamp = form.cleaned_data, stamp_of(request.POST)
            changed = actions.withhold_results(tournament, **data, by=request.user, stamp=stamp)
            messages.success(request, seen_by_everybody(changed))
            return redirect("standings", slug)
        tournament.refresh_from_db()
    return settings_page(request, tournament, settings_form(tournament, None), results=form)


def seen_by_everybody(tournament: Tournament) -> str:
    if tournament.withheld_from is None:
        return _("Everybody sees all results.")
    if tournament.withheld_from == 1:
        return _("Only directors and scorekeepers see results.")
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
        "is_conflict": status_of(form) == 409,
    }
    return render(request, "tournament/settings/settings.html", context, status=status_of(form, results))


def setting_row(tournament: Tournament, name: str, reason: str) -> dict[str, object]:
    label = Tournament._meta.get_field(name).verbose_name  # type: ignore[union-attr]
    display = getattr(tournament, f"get_{name}_display", None)
    value = display() if display else getattr(tournament, name)
    return {"label": label, "value": value, "reason": reason}
