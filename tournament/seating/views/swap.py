from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.access import StaffRequest
from record.answering import refusals_in, status_of
from record.stamps import Stamp, stamp_of
from tournament.access import get_tournament
from tournament.models import Tournament
from tournament.seating.announcing import announced, own_ways
from tournament.seating.forms.swap import SwapForm
from tournament.seating.queries import (
    RoundSeating,
    certificate_of,
    name_of,
    names_and_numbers,
    seating,
    sentence,
)
from tournament.seating.swap import SEATS_CHANGED, propose_swap, swap_seats


@require_http_methods(["GET", "HEAD", "POST"])
def seating_round(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return swap_two(request, tournament, number)
    form = SwapForm(request.GET if "seat" in request.GET else None)
    return round_page(request, tournament, number, form)


def swap_two(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    stamp, form = stamp_of(request.POST), SwapForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            swap_seats(
                tournament,
                form.swap(number),
                reason=form.cleaned_data["reason"],
                by=request.user,
                stamp=Stamp(stamp.key, form.seen),
            )
            return redirect("seating-round", tournament.slug, number)
    return round_page(request, tournament, number, form)


def round_page(request: StaffRequest, tournament: Tournament, number: int, form: SwapForm) -> HttpResponse:
    rounds = seating(tournament)
    round_seating = next((stored for stored in rounds if stored.round.number == number), None)
    if round_seating is None:
        raise Http404(_("There is no such round."))
    trial = what_it_does(tournament, rounds, round_seating, form) if form.is_valid() else ""
    chosen = request.POST if request.method == "POST" else request.GET
    context = {
        **round_context(tournament, rounds, round_seating),
        "form": form,
        "tables": seat_buttons(round_seating, chosen.getlist("seat")),
        "trial": trial,
    }
    return render(request, "tournament/seating/round.html", context, status=status_of(form))


def what_it_does(
    tournament: Tournament, rounds: list[RoundSeating], round_seating: RoundSeating, form: SwapForm
) -> str:
    seats = {spot: entry and entry.number for spot, entry in round_seating.seats.items()}
    chosen = form.cleaned_data["seat"]
    if any(spot not in seats or seats[spot] != number for spot, number in chosen.items()):
        form.add_error("seat", SEATS_CHANGED)
        return ""
    return propose_swap(tournament, rounds, form.swap(round_seating.round.number)).sentence


def seat_buttons(round_seating: RoundSeating, chosen: list[str]) -> list[dict[str, Any]]:
    """The value of a button is table, letter and player number: "7-C-54", and "7-C-" for an empty seat."""
    return [
        {
            "number": table.number,
            "seats": [
                {
                    "letter": letter,
                    "entry": entry,
                    "value": (value := f"{table.number}-{letter}-{entry.number if entry else ''}"),
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
        "own_ways": own_ways(rounds).get(number),
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
    }
