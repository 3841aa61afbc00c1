"""The numbers a tournament plays by: a form until its first round is published, then a list; the public rule sheet."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.systems.profile import Profile
from tournament.access import Request, StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.live.published import published
from tournament.models import Tournament
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file
from tournament.stamps import FIELD, Stamp
from tournament.values.actions import change_values, changed_profile, changes_of
from tournament.values.examples import worked_games
from tournament.values.file import hand_list, number_list
from tournament.values.forms import OF_SETTINGS, NumbersForm, names_of
from tournament.values.queries import differing
from tournament.values.sheet import every_row, sheet_of

SHOW = "show"
"""The button that works the examples out anew and stores nothing."""


@require_http_methods(["GET", "HEAD", "POST"])
def value_table(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    profile = tournament.profile
    data = request.POST if request.method == "POST" else None
    form = NumbersForm(data, profile=profile, names=names_of(profile, left_out=OF_SETTINGS))
    if is_preview(request):
        return examples_part(request, form) if request.htmx else values_page(request, tournament, form)
    if not (form.is_bound and form.is_valid()):
        return values_page(request, tournament, form, status=422 if form.is_bound else 200)
    try:
        stamp = form.cleaned_data["stamp"]
        change_values(tournament, by=request.user, values=form.values(), stamp=stamp)
    except Refused as refused:
        tournament.refresh_from_db()
        form.data = request.POST.copy()
        form.data[FIELD] = str(Stamp(seen=tournament.profile.to_data()))
        place_faults(form, refused)
        return values_page(request, tournament, form, status=refused.status)
    messages.success(request, _("The numbers are saved."))
    return redirect("value-table", slug)


def is_preview(request: StaffRequest) -> bool:
    return request.method == "POST" and (bool(request.htmx) or SHOW in request.POST)


def typed_profile(form: NumbersForm) -> Profile | None:
    """The profile as it is typed; None while a number cannot be read."""
    if not form.is_bound:
        return form.profile
    if not form.is_valid():
        return None
    try:
        return changed_profile(form.profile.system, {**changes_of(form.profile), **form.values()})
    except Refused:
        return None


def examples_of(form: NumbersForm) -> dict[str, object]:
    profile = typed_profile(form)
    return {"examples": worked_games(profile or form.profile), "is_unread": profile is None}


def examples_part(request: StaffRequest, form: NumbersForm) -> HttpResponse:
    return render(request, "tournament/values/_examples.html", examples_of(form))


def values_page(
    request: StaffRequest, tournament: Tournament, form: NumbersForm, *, status: int = 200
) -> HttpResponse:
    house = tournament.house_profile
    rows = every_row(tournament.profile, left_out=OF_SETTINGS)
    comparable = house is not None and house.system == tournament.system
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "is_frozen": tournament.frozen_profile is not None,
        "sheet": rows,
        "house": house,
        "differences": differing(house.profile, tournament.profile) if house and comparable else [],
        **examples_of(form),
    }
    return page_or_file(
        request,
        "tournament/values/values.html",
        context,
        number_list(rows) if tournament.frozen_profile else None,
        file_name=f"{tournament.slug}-numbers",
        status=status,
    )


@require_safe
@published
def rules_page(request: Request, slug: str) -> HttpResponse:
    """The rule sheet of the event, for everybody who may watch."""
    tournament = get_tournament(request, slug, may="watch")
    sheet = sheet_of(tournament)
    context = {"tournament": tournament, "section": "rules", "sheet": sheet}
    numbers, hands = number_list(sheet.rows), hand_list(sheet.hands)
    return page_or_file(
        request, "tournament/values/rules.html", context, numbers, hands, file_name=f"{slug}-rules"
    )
