from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import StaffRequest, get_club
from club.bars.actions import bar_people, lift_bar
from club.bars.forms import BarForm
from club.bars.queries import bars_of, standing_bars
from club.forms import ReasonForm
from club.models import Bar, Club
from record.answering import refusals_in, status_of
from record.stamps import Stamp, stamp_of


@require_safe
def club_bars(request: StaffRequest, slug: str) -> HttpResponse:
    return bars_page(request, get_club(request, slug))


@require_POST
def bar_add(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    form = BarForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with refusals_in(form, stamp=lambda: bars_seen(club)):
            made, staying = bar_people(club, data.pop("names"), **data, by=request.user)
            if made:
                messages.success(request, _("Barred: %(names)s.") % {"names": names_of(made)})
            if staying:
                message = _("Barred already, and that bar stays as it is: %(names)s.")
                messages.warning(request, message % {"names": names_of(staying)})
            return redirect("club-bars", slug)
    return bars_page(request, club, bar_form=form)


def names_of(bars: Sequence[Bar]) -> str:
    return ", ".join(bar.person.name for bar in bars)


def bars_seen(club: Club) -> Stamp:
    """The bars that the page shows, by the main record of each person."""
    standing = bars_of(club).standing()
    return Stamp(seen={"bars": {str(bar.person.main_id): bar.pk for bar in standing}})


def bars_page(
    request: StaffRequest,
    club: Club,
    faulty: int = 0,
    refused_form: ReasonForm | None = None,
    bar_form: BarForm | None = None,
) -> HttpResponse:
    rows = [
        (bar, refused_form if refused_form and bar.pk == faulty else lift_form(bar.pk))
        for bar in bars_of(club)
    ]
    context = {
        "club": club,
        "rows": rows,
        "faulty": faulty,
        "bar_form": bar_form or BarForm(initial={"since": timezone.localdate(), "stamp": bars_seen(club)}),
    }
    return render(request, "club/bars/bars.html", context, status=status_of(bar_form or refused_form))


def lift_form(bar: int, data: QueryDict | None = None) -> ReasonForm:
    return ReasonForm(
        data,
        label=_("Why it is lifted"),
        missing=_("Say why the bar is lifted."),
        hint=_("Kept in the club's journal."),
        ids=f"lift-{bar}",
    )


@require_POST
def bar_lift(request: StaffRequest, slug: str, bar: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(bars_of(club), pk=bar)
    stamp, form = stamp_of(request.POST), lift_form(bar, request.POST)
    if form.is_valid():
        with refusals_in(form):
            lift_bar(club, row, **form.cleaned_data, by=request.user, stamp=stamp)
            if row.person_id in standing_bars([row.person_id]):
                message = _("This bar is lifted, but %(name)s has another one.")
            else:
                message = _("%(name)s can be registered again.")
            messages.success(request, message % {"name": row.person.name})
            return redirect("club-bars", slug)
    return bars_page(request, club, bar, form)
