"""The parts of seating that need scores: wrong seats found after play, and rounds seated by standing."""

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest
from club.forms import LONGEST_REASON, ReasonForm
from record.answering import place, refusals_in, status_of
from record.refused import refuse
from record.stamps import stamp_of
from scoring.seats.forms import ByStandingForm, WrongSeatForm
from scoring.seats.on_the_day import by_standing
from scoring.seats.wrong_seats import Correction, correction, mend_wrong_seat
from scoring.sets.tables import waited_for
from tournament.access import get_tournament
from tournament.models import Entry, Tournament
from tournament.seating.draw import plan_again, replan
from tournament.seating.forms.draw import ConfirmForm
from tournament.seating.proposal import NewPlan
from tournament.seating.views.draw import replan_page


@require_http_methods(["GET", "HEAD", "POST"])
def wrong_seat(request: StaffRequest, slug: str) -> HttpResponse:
    """`?number=2&first=5&second=9` (or `&chair=7C`) shows the correction's effect; a POST makes it, or with `do=show`
    shows another and keeps the reason.
    """
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return apply_wrong_seat(request, tournament, WrongSeatForm(request.POST, tournament=tournament))
    form = WrongSeatForm(request.GET if "first" in request.GET else None, tournament=tournament)
    form.initial = {"number": getattr(tournament.rounds.published().last(), "number", None)}
    if form.is_valid():
        with refusals_in(form):
            return show(request, tournament, form, correction(tournament, **form.cleaned_data))
    return show(request, tournament, form)


def apply_wrong_seat(request: StaffRequest, tournament: Tournament, form: WrongSeatForm) -> HttpResponse:
    """Makes the correction, or shows the page again with the reasons: beside the seats now on record, or above the
    form if those cannot be shown.
    """
    stamp, reason_form = stamp_of(request.POST), ReasonForm(request.POST, is_long=True)
    if request.POST.get("do") == "show" or not form.is_valid():
        reason_form = ReasonForm(is_long=True)
        reason_form.initial = {"reason": request.POST.get("reason", "")[:LONGEST_REASON]}
    if not form.is_valid():
        return show(request, tournament, form, None, reason_form)
    data = form.cleaned_data
    with refusals_in(reason_form) as trouble:
        if reason_form.is_valid():
            reason = reason_form.cleaned_data["reason"]
            mend_wrong_seat(tournament, **data, reason=reason, by=request.user, stamp=stamp)
            message = (
                _("The two seats are swapped, and the scores with them.")
                if isinstance(data["sat"], Entry)
                else _("The seat is corrected, and the card moved with the player.")
            )
            messages.success(request, message)
            return redirect("round", tournament.slug, data["number"])
    with refusals_in() as gone:
        return show(request, tournament, form, correction(tournament, **form.cleaned_data), reason_form)
    if refused := trouble.refused or gone.refused:
        place(refused, form)
    return show(request, tournament, form, None, reason_form)


def show(
    request: StaffRequest,
    tournament: Tournament,
    form: WrongSeatForm,
    found: Correction | None = None,
    reason_form: ReasonForm | None = None,
) -> HttpResponse:
    """The page: the form that names the players, and the seats that the correction affects, if any."""
    reason_form = reason_form or ReasonForm(is_long=True)
    context = {
        "tournament": tournament,
        "section": "seat-changes",
        "form": form,
        "reason_form": reason_form,
        "keeps": found is not None or bool(reason_form["reason"].value()),
        "found": found,
        "entries": list(tournament.entries.select_related("person").order_by("number")),
    }
    return render(request, "scoring/seats/wrong_seat.html", context, status=status_of(form, reason_form))


@require_safe
def look_by_standing(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?from_round=3` shows that round seated by the current standings."""
    tournament = get_tournament(request, slug, may="direct")
    number = round_asked(ByStandingForm(request.GET))
    replanned = replan(tournament, number, by_standing(tournament, number))
    return by_standing_page(request, tournament, replanned)


@require_POST
def seat_by_standing(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form, confirm = stamp_of(request.POST), ByStandingForm(request.POST), ConfirmForm(request.POST)
    number = round_asked(form)
    choice = by_standing(tournament, number)
    data: dict[str, Any] = confirm.cleaned_data if confirm.is_valid() else {"seed": None, "reason": ""}
    with refusals_in(confirm):
        plan_again(tournament, from_round=number, choice=choice, **data, by=request.user, stamp=stamp)
        words = _("%(round)s is seated by standing, leaders together.")
        messages.success(request, capfirst(words % {"round": tournament.round_in_words(number)}))
        return redirect("round", slug, number)
    # If it is impossible, there is no plan to show beside the reason.
    return by_standing_page(request, tournament, replan(tournament, number, choice, data["seed"]), confirm)


def round_asked(form: ByStandingForm) -> int:
    if not form.is_valid():
        raise refuse("no-such-round", _("Say which round is to be seated by standing."), "from_round")
    number: int = form.cleaned_data["from_round"]
    return number


def by_standing_page(
    request: StaffRequest,
    tournament: Tournament,
    replanned: NewPlan,
    confirm: ConfirmForm | None = None,
) -> HttpResponse:
    still_open = []
    for round_, tables in groupby(waited_for(tournament), key=lambda table: table.round):
        words = _("%(round)s still has cards missing, so the standings may change. Tables: %(tables)s")
        numbers = ", ".join(str(table.number) for table in tables)
        still_open.append(capfirst(words % {"round": tournament.round_in_words(round_), "tables": numbers}))
    return replan_page(
        request,
        tournament,
        replanned,
        reverse("seat-by-standing", args=[tournament.slug]),
        {"from_round": replanned.from_round},
        confirm,
        by_standing=True,
        warnings=still_open,
    )
