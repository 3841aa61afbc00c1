"""The values a tournament plays by: typed from the organiser's sheet where they stand there, shown elsewhere."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.english import rule_sheet
from rules.systems.registry import describe
from rules.systems.sixteen_hands import SixteenHandsProfile
from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.models import Tournament
from tournament.refused import Refused
from tournament.stamps import FIELD, Stamp
from tournament.values.actions import change_values
from tournament.values.forms import ValueTableForm


@require_http_methods(["GET", "HEAD", "POST"])
def value_table(request: StaffRequest, slug: str) -> HttpResponse:
    """A form until the first round is published, where the system leaves its values to the organiser."""
    tournament = get_tournament(request, slug, may="direct")
    profile = tournament.profile
    if not isinstance(profile, SixteenHandsProfile):
        return values_page(request, tournament, None)
    form = ValueTableForm(request.POST if request.method == "POST" else None, profile=profile)
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
    messages.success(request, _("The values are saved."))
    return redirect("value-table", slug)


def values_page(
    request: StaffRequest, tournament: Tournament, form: ValueTableForm | None, *, status: int = 200
) -> HttpResponse:
    profile, scoring = tournament.profile, describe(tournament.system)
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "is_frozen": tournament.frozen_profile is not None,
        "sheet": [row for row in rule_sheet(profile, translation) if row.name in scoring],
    }
    return render(request, "tournament/values/values.html", context, status=status)
