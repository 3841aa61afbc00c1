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
from club.models import Club
from record.answering import refusals_in, status_of
from record.stamps import stamp_of


@require_safe
def club_bars(request: StaffRequest, slug: str) -> HttpResponse:
    return bars_page(request, get_club(request, slug))


@require_POST
def bar_add(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    form = BarForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with refusals_in(form):
            bars = bar_people(
                club, data["names"], reason=data["reason"], since=data["since"], by=request.user
            )
            names = ", ".join(bar.person.name for bar in bars)
            messages.success(request, _("Barred: %(names)s.") % {"names": names})
            return redirect("club-bars", slug)
    return bars_page(request, club, bar_form=form)


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
        "bar_form": bar_form or BarForm(initial={"since": timezone.localdate()}),
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
