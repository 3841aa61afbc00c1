"""One round's seats: choose two, see the effect of a swap, make it."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.models import Entry, Tournament
from tournament.refused import Refused
from tournament.seating import actions
from tournament.seating.announcing import announced
from tournament.seating.forms import SwapForm
from tournament.seating.queries import (
    RoundSeating,
    as_plan,
    certificate_context,
    certificate_of,
    certificate_with,
    name_of,
    names_and_numbers,
    seating,
    sentence,
    wishes_apart,
    wishes_fixed,
)
from tournament.seating.swap import after, swap
from tournament.stamps import Stamp, stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
def seating_round(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """For directors: `?seat=7-C-54&seat=8-A-12` shows the effect of the swap, a POST makes it."""
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return swap_two(request, tournament, number)
    form = SwapForm(request.GET if "seat" in request.GET else None)
    return round_page(request, tournament, number, form)


def swap_two(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    stamp, form = stamp_of(request.POST), SwapForm(request.POST)
    if not form.is_valid():
        return round_page(request, tournament, number, form)
    first, second = form.cleaned_data["seat"]
    try:
        actions.swap_seats(
            tournament,
            number=number,
            first=first,
            second=second,
            everywhere=form.cleaned_data["everywhere"],
            reason=form.cleaned_data["reason"],
            by=request.user,
            stamp=Stamp(stamp.key, form.seen),
        )
    except Refused as refused:
        place_faults(form, refused)
        return round_page(request, tournament, number, form, status=refused.status)
    return redirect("seating-round", tournament.slug, number)


def round_page(
    request: StaffRequest, tournament: Tournament, number: int, form: SwapForm, *, status: int = 422
) -> HttpResponse:
    """The seats of the round with the form; `status` for a faulty one."""
    rounds = seating(tournament)
    round_seating = next(
        (round_seating for round_seating in rounds if round_seating.round.number == number), None
    )
    if round_seating is None:
        raise Http404(_("There is no such round."))
    trial = ""
    if form.is_bound and form.is_valid():
        trial = what_it_does(tournament, rounds, round_seating, form)
    chosen = request.POST if request.method == "POST" else request.GET
    context = {
        **round_context(tournament, rounds, round_seating),
        "form": form,
        "tables": seat_buttons(round_seating, chosen.getlist("seat")),
        "trial": trial,
    }
    return render(request, "tournament/seating/round.html", context, status=status if form.errors else 200)


def what_it_does(
    tournament: Tournament, rounds: list[RoundSeating], round_seating: RoundSeating, form: SwapForm
) -> str:
    """The certificate after the chosen swap; empty where others sit there by now."""
    seats = {spot: entry and entry.number for spot, entry in round_seating.seats.items()}
    chosen = form.cleaned_data["seat"]
    if any(spot not in seats or seats[spot] != number for spot, number in chosen.items()):
        form.add_error("seat", actions.SEATS_CHANGED)
        return ""
    changes = swap(rounds, round_seating.round.number, *chosen, everywhere=form.cleaned_data["everywhere"])
    plan = as_plan(after(rounds, changes))
    return sentence(certificate_with(plan, wishes_apart(tournament), wishes_fixed(tournament)), tournament)


def seat_value(table: int, letter: str, entry: Entry | None) -> str:
    """Table, letter, player number: "7-C-54", and "7-C-" for an empty seat."""
    return f"{table}-{letter}-{entry.number if entry else ''}"


def seat_buttons(round_seating: RoundSeating, chosen: list[str]) -> list[dict[str, Any]]:
    """The tables with a button for every seat."""
    return [
        {
            "number": table.number,
            "seats": [
                {
                    "letter": letter,
                    "entry": entry,
                    "value": (value := seat_value(table.number, letter, entry)),
                    "chosen": value in chosen,
                }
                for letter, entry in table.seats
            ],
        }
        for table in round_seating.tables
    ]


def round_context(
    tournament: Tournament, rounds: list[RoundSeating], round_seating: RoundSeating
) -> dict[str, Any]:
    certificate = certificate_of(tournament, rounds)
    number = round_seating.round.number
    entries = {name_of(entry): entry for seating in rounds for entry in seating.seats.values() if entry}

    def called(names: Iterable[str]) -> list[str]:
        return [names_and_numbers([entries[name]]) for name in names]

    return {
        "tournament": tournament,
        "section": "seating",
        "round_seating": round_seating,
        "rounds": rounds,
        "announcement": announced(round_seating.round),
        "sentence": sentence(certificate, tournament),
        "again": [
            (called(repeat.pair), repeat.rounds) for repeat in certificate.repeats if number in repeat.rounds
        ],
        "together": [
            (called(meeting.pair), meeting.table)
            for meeting in certificate.together
            if meeting.round == number
        ],
        "displaced": [
            (called([wish.player]), wish) for wish in certificate.displaced if wish.round == number
        ],
        "undersized": [table for round_, table in certificate.undersized if round_ == number],
        **certificate_context(certificate),
    }
