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

from scoring.seats.by_standing import by_standing
from scoring.seats.empty_chairs import MoveToChair, move_to_empty_chair, plan_move_to_chair
from scoring.seats.forms import ByStandingForm, ReasonForm, WrongSeatForm
from scoring.seats.wrong_seats import SeatOnRecord, exchange_seats_on_record, seats_on_record
from scoring.sets.tables import waited_for
from tournament.access import StaffRequest, get_tournament
from tournament.draw.forms import ConfirmForm
from tournament.draw.replacing import NewPlan, any_seed
from tournament.draw.views import replan_page
from tournament.forms import place_faults
from tournament.models import Tournament
from tournament.refused import Refused, refuse
from tournament.seat_changes.plan_again import plan_again, replan
from tournament.stamps import stamp_of

SeatsFound = tuple[SeatOnRecord, SeatOnRecord] | MoveToChair


@require_http_methods(["GET", "HEAD", "POST"])
def wrong_seat(request: StaffRequest, slug: str) -> HttpResponse:
    """`?number=2&first=5&second=9` (or `&chair=7C`) shows the correction's effect; a POST makes it."""
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return apply_wrong_seat(request, tournament, WrongSeatForm(request.POST, tournament=tournament))
    form = WrongSeatForm(request.GET if "first" in request.GET else None, tournament=tournament)
    form.initial = {"number": getattr(tournament.rounds.published().last(), "number", None)}
    if not form.is_bound:
        return show(request, tournament, form)
    if not form.is_valid():
        return show(request, tournament, form, status=422)
    try:
        return show(request, tournament, form, find_seats(tournament, form))
    except Refused as refused:
        place_faults(form, refused)
        return show(request, tournament, form, status=refused.status)


def apply_wrong_seat(request: StaffRequest, tournament: Tournament, form: WrongSeatForm) -> HttpResponse:
    """Makes the correction, or shows the page again with the faults."""
    stamp, reason_form = stamp_of(request.POST), ReasonForm(request.POST)
    if not form.is_valid():
        return show(request, tournament, form, status=422)
    number, first, chair = (form.cleaned_data[name] for name in ("number", "first", "chair"))
    try:
        if not reason_form.is_valid():
            return show(request, tournament, form, find_seats(tournament, form), reason_form, status=422)
        options = {"reason": reason_form.cleaned_data["reason"], "by": request.user, "stamp": stamp}
        if chair:
            move_to_empty_chair(tournament, number=number, player=first, chair=chair, **options)
            message = _("The seat is mended, and the card went along.")
        else:
            second = form.cleaned_data["second"]
            exchange_seats_on_record(tournament, number=number, first=first, second=second, **options)
            message = _("The two seats are exchanged, and the scores with them.")
    except Refused as refused:
        return show_refused(request, tournament, form, reason_form, refused)
    messages.success(request, message)
    return redirect("round", tournament.slug, number)


def find_seats(tournament: Tournament, form: WrongSeatForm) -> SeatsFound:
    """The seats on record that the correction affects. Raises Refused if it is impossible."""
    data = form.cleaned_data
    number, first, second, chair = data["number"], data["first"], data["second"], data["chair"]
    if chair:
        return plan_move_to_chair(tournament, number=number, player=first, chair=chair)
    return seats_on_record(tournament, number=number, first=first, second=second)


def show_refused(
    request: StaffRequest,
    tournament: Tournament,
    form: WrongSeatForm,
    reason_form: ReasonForm,
    refused: Refused,
) -> HttpResponse:
    """The page with the reasons beside the seats now on record, or above the form if those cannot be shown."""
    try:
        seats = find_seats(tournament, form)
    except Refused:
        place_faults(form, refused)
        return show(request, tournament, form, status=refused.status)
    place_faults(reason_form, refused)
    return show(request, tournament, form, seats, reason_form, status=refused.status)


def show(
    request: StaffRequest,
    tournament: Tournament,
    form: WrongSeatForm,
    seats: SeatsFound | None = None,
    reason_form: ReasonForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page: the form that names the players, and the seats that the correction affects, if any."""
    context = {
        "tournament": tournament,
        "section": "seating",
        "form": form,
        "reason_form": reason_form or ReasonForm(),
        "chair": seats if isinstance(seats, MoveToChair) else None,
        "seats": None if isinstance(seats, MoveToChair) else seats,
        "entries": list(tournament.entries.select_related("person").order_by("number")),
    }
    return render(request, "scoring/seats/wrong_seat.html", context, status=status)


@require_safe
def look_by_standing(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?from_round=3` shows that round seated by the current standings."""
    tournament = get_tournament(request, slug, may="direct")
    number = round_asked(ByStandingForm(request.GET))
    return by_standing_page(
        request, tournament, replan(tournament, number, by_standing(tournament, number), any_seed())
    )


@require_POST
def seat_by_standing(request: StaffRequest, slug: str) -> HttpResponse:
    """Seats the next round by the current standings, leaders together, as shown before."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form, confirm = stamp_of(request.POST), ByStandingForm(request.POST), ConfirmForm(request.POST)
    number = round_asked(form)
    choice = by_standing(tournament, number)
    data: dict[str, Any] = confirm.cleaned_data if confirm.is_valid() else {"seed": None, "reason": ""}
    try:
        plan_again(tournament, from_round=number, choice=choice, **data, by=request.user, stamp=stamp)
    except Refused as refused:
        # If it is impossible, there is no plan to show beside the reason.
        replanned = replan(tournament, number, choice, data["seed"] or any_seed())
        place_faults(confirm, refused)
        return by_standing_page(request, tournament, replanned, confirm, refused.status)
    words = _("%(round)s is seated by standing, leaders together.")
    messages.success(request, capfirst(words % {"round": tournament.round_in_words(number)}))
    return redirect("round", slug, number)


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
    status: int = 200,
) -> HttpResponse:
    """The round as it would be seated, and what the standings still wait for."""
    still_open = []
    for round_, tables in groupby(waited_for(tournament), key=lambda table: table.round):
        words = _("%(round)s is not all in, the standings may still change. Tables: %(tables)s")
        numbers = ", ".join(str(table.number) for table in tables)
        still_open.append(capfirst(words % {"round": tournament.round_in_words(round_), "tables": numbers}))
    return replan_page(
        request,
        tournament,
        replanned,
        reverse("seat-by-standing", args=[tournament.slug]),
        {"from_round": replanned.from_round},
        confirm,
        status,
        by_standing=True,
        warnings=still_open,
    )
