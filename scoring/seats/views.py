"""Where seating needs scores: a wrong seat found after play, and a round seated by standing."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.seats.empty_chairs import ChairFound, chair_found, move_to_empty_chair
from scoring.seats.forms import ByStandingForm, ExchangeForm, WrongSeatForm
from scoring.seats.wrong_seats import SeatPlayed, exchange_seats_played, seats_played, token
from scoring.standings.queries import standings_of
from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults, refuse_half_sent
from tournament.models import Movement, Tournament
from tournament.refused import Refused, refuse
from tournament.seat_changes.plan_again import Wanted, plan_again

DONE = 302


@require_http_methods(["GET", "HEAD", "POST"])
def wrong_seat(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?number=2&first=5&second=9` (or `&chair=7C`) shows what that does; posting it does it."""
    tournament = get_tournament(request, slug, may="direct")
    data = request.POST if request.method == "POST" else request.GET
    form = WrongSeatForm(data if "first" in data else None, tournament=tournament)
    form.initial = {"number": getattr(tournament.rounds.published().last(), "number", None)}
    found, exchange, status = look(request, tournament, form)
    if found and request.method == "POST" and exchange.is_valid():
        status = carry_out(request, tournament, form, exchange)
    if status == DONE:
        return redirect("round", slug, form.cleaned_data["number"])
    context = {
        "tournament": tournament,
        "section": "seating",
        "form": form,
        "exchange": exchange,
        **shown_as(found),
        "entries": list(tournament.entries.select_related("person").order_by("number")),
    }
    return render(request, "scoring/seats/wrong_seat.html", context, status=status)


Found = tuple[SeatPlayed, SeatPlayed] | ChairFound


def shown_as(found: Found | None) -> dict[str, object]:
    """What was found, for the page: two seats, or a seat and an empty chair; and the token it is posted with."""
    if isinstance(found, ChairFound):
        return {"chair": found, "shown": found.token}
    return {"found": found, "shown": token(*found) if found else ""}


def look(
    request: StaffRequest, tournament: Tournament, form: WrongSeatForm
) -> tuple[Found | None, ExchangeForm, int]:
    """The seats as on record, the form to mend them with, and the status so far."""
    exchange = ExchangeForm(request.POST if request.method == "POST" else None)
    refuse_half_sent(exchange)
    if not form.is_bound or not form.is_valid():
        return None, exchange, 422 if form.is_bound or exchange.is_bound else 200
    data = form.cleaned_data
    number, first, second, chair = data["number"], data["first"], data["second"], data["chair"]
    found: Found
    try:
        if chair:
            found = chair_found(tournament, number=number, player=first, chair=chair)
        else:
            found = seats_played(tournament, number=number, first=first, second=second)
    except Refused as refused:
        place_faults(form, refused)
        return None, exchange, refused.status
    return found, exchange, 422 if exchange.is_bound else 200


def carry_out(
    request: StaffRequest, tournament: Tournament, form: WrongSeatForm, exchange: ExchangeForm
) -> int:
    """Mends the record and answers DONE, or the status of a refusal that now stands in the form."""
    data, by = form.cleaned_data, request.user
    number, first, second, chair = data["number"], data["first"], data["second"], data["chair"]
    said = exchange.cleaned_data
    try:
        if chair:
            move_to_empty_chair(tournament, number=number, player=first, chair=chair, **said, by=by)
        else:
            exchange_seats_played(tournament, number=number, first=first, second=second, **said, by=by)
    except Refused as refused:
        place_faults(exchange, refused)
        return refused.status
    if chair:
        messages.success(request, _("The seat is mended, and the card went along."))
    else:
        messages.success(request, _("The two seats are exchanged, and the scores with them."))
    return DONE


@require_POST
def seat_by_standing(request: StaffRequest, slug: str) -> HttpResponse:
    """Seats the next round by the standings as they are: leaders together."""
    tournament = get_tournament(request, slug, may="direct")
    form = ByStandingForm(request.POST)
    if not form.is_valid():
        raise refuse("no-such-round", _("Say which round is to be seated by standing."), "from_round")
    number = form.cleaned_data["from_round"]
    by_number = {entry.number: entry for entry in tournament.entries.select_related("person")}
    leaders_first = [by_number[row.number] for row in standings_of(tournament).places]
    plan_again(
        tournament,
        from_round=number,
        wanted=Wanted(Movement.RANKED, standings=leaders_first),
        shown=form.cleaned_data["shown"],
        by=request.user,
    )
    messages.success(request, _("Round %d is seated by standing, leaders together.") % number)
    return redirect("round", slug, number)
