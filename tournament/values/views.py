"""The numbers a tournament plays by: a form until its first round is published, then a list; the public rule sheet."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.access import Request, StaffRequest
from club.profiles.forms import OF_SETTINGS, NumbersForm, names_of
from club.profiles.preview import examples_of, examples_part, is_preview
from club.profiles.queries import differing
from live.published import published
from record.answering import posted, refusals_in, status_of
from record.stamps import Stamp
from tournament.access import get_tournament
from tournament.models import Tournament
from tournament.values.actions import change_values
from tournament.values.sheet import every_row, sheet_of


@require_http_methods(["GET", "HEAD", "POST"])
def value_table(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    profile = tournament.profile

    def stamp_now() -> Stamp:
        tournament.refresh_from_db()
        return Stamp(seen=tournament.profile.to_data())

    form = NumbersForm(posted(request), profile=profile, names=names_of(profile, left_out=OF_SETTINGS))
    if is_preview(request):
        return examples_part(request, form) if request.htmx else values_page(request, tournament, form, 200)
    if form.is_valid():
        with refusals_in(form, stamp=stamp_now):
            stamp = form.cleaned_data["stamp"]
            change_values(tournament, by=request.user, values=form.values(), stamp=stamp)
            messages.success(request, _("The numbers are saved."))
            return redirect("value-table", slug)
    return values_page(request, tournament, form, status_of(form))


def values_page(
    request: StaffRequest, tournament: Tournament, form: NumbersForm, status: int
) -> HttpResponse:
    house = tournament.house_profile
    comparable = house is not None and house.system == tournament.system
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "is_frozen": tournament.frozen_profile is not None,
        "sheet": every_row(tournament.profile, left_out=OF_SETTINGS),
        "house": house,
        "differences": differing(house.profile, tournament.profile) if house and comparable else [],
        **examples_of(form),
    }
    return render(request, "tournament/values/values.html", context, status=status)


@require_safe
@published
def rules_page(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="watch")
    context = {"tournament": tournament, "section": "rules", "sheet": sheet_of(tournament)}
    return render(request, "tournament/values/rules.html", context)
