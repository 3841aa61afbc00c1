"""The club's page of barred people, for its directors."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import StaffRequest, get_club
from tournament.bars.actions import lift_bar
from tournament.bars.file import bar_list
from tournament.bars.forms import LiftForm
from tournament.bars.queries import bars_of, standing_bars
from tournament.forms import place_faults
from tournament.models import Club
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file
from tournament.stamps import stamp_of


@require_safe
def club_bars(request: StaffRequest, slug: str) -> HttpResponse:
    """Who may not be registered, since when and why; and the bars that were lifted."""
    return bars_page(request, get_club(request, slug))


def bars_page(
    request: StaffRequest,
    club: Club,
    refused_form: LiftForm | None = None,
    faulty: int = 0,
    status: int = 200,
) -> HttpResponse:
    rows = [
        (bar, refused_form if refused_form and bar.pk == faulty else LiftForm(bar=bar.pk))
        for bar in bars_of(club)
    ]
    context = {"club": club, "rows": rows, "faulty": faulty}
    sheet, name = bar_list([bar for bar, _form in rows]), f"{club.slug}-bars"
    return page_or_file(request, "tournament/bars/bars.html", context, sheet, file_name=name, status=status)


@require_POST
def bar_lift(request: StaffRequest, slug: str, bar: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(bars_of(club), pk=bar)
    stamp, form = stamp_of(request.POST), LiftForm(request.POST, bar=bar)
    if not form.is_valid():
        return bars_page(request, club, form, bar, 422)
    try:
        lift_bar(club, row, **form.cleaned_data, by=request.user, stamp=stamp)
    except Refused as refused:
        place_faults(form, refused)
        return bars_page(request, club, form, bar, refused.status)
    if row.person_id in standing_bars([row.person_id]):
        message = _("This bar is lifted. %(name)s is barred by another one too.")
    else:
        message = _("%(name)s can be registered again.")
    messages.success(request, message % {"name": row.person.name})
    return redirect("club-bars", slug)
