"""One round's seats: two taps show what a swap does, posting makes it, and the certificate follows."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults, sent_as_of
from tournament.models import Entry, Tournament
from tournament.refused import Refused
from tournament.seating import actions
from tournament.seating.announcing import announced
from tournament.seating.forms import SwapForm
from tournament.seating.queries import (
    RoundSeating,
    certificate_of,
    certificate_with,
    facts_context,
    seating,
    sentence,
    swapped,
    wishes_apart,
    wishes_fixed,
)

DONE = 302


@require_http_methods(["GET", "HEAD", "POST"])
def seating_round(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """For directors: `?seat=7-C-54&seat=8-A-12` shows what the swap would do, posting the same makes it."""
    tournament = get_tournament(request, slug, may="direct")
    rounds = seating(tournament)
    one = next((one for one in rounds if one.round.number == number), None)
    if one is None:
        raise Http404(_("There is no such round."))
    asked = request.POST if request.method == "POST" else request.GET
    is_asked = request.method == "POST" or "seat" in asked
    form = SwapForm(asked if is_asked else None, seats=seat_values(one))
    status = 200 if not form.is_bound or form.is_valid() else 422
    if request.method == "POST" and form.is_valid():
        status = swap(request, tournament, number, form)
    if status == DONE:
        return redirect("seating-round", slug, number)
    context = {
        **round_context(tournament, rounds, one),
        "form": form,
        "tables": seat_buttons(one, asked.getlist("seat")),
        "trial": trial(tournament, rounds, number, form),
    }
    return render(request, "tournament/seating/round.html", context, status=status)


def trial(tournament: Tournament, rounds: list[RoundSeating], number: int, form: SwapForm) -> str:
    """What the certificate would say after the swap that is chosen; empty where two seats are not chosen."""
    if not form.is_bound or not form.is_valid():
        return ""
    first, second = ("".join(value.split("-")[:2]) for value in form.cleaned_data["seat"])
    plan = swapped(rounds, number, first, second, everywhere=form.cleaned_data["everywhere"])
    return sentence(certificate_with(plan, wishes_apart(tournament), wishes_fixed(tournament)))


def swap(request: StaffRequest, tournament: Tournament, number: int, form: SwapForm) -> int:
    """Makes the swap and answers DONE, or the status of a refusal that now stands in the form."""
    one, other = (value.split("-") for value in form.cleaned_data["seat"])
    try:
        actions.swap_seats(
            tournament,
            number=number,
            first=(int(one[0]), one[1]),
            second=(int(other[0]), other[1]),
            shown=(int(one[2] or 0) or None, int(other[2] or 0) or None),
            everywhere=form.cleaned_data["everywhere"],
            reason=form.cleaned_data["reason"],
            by=request.user,
            as_of=sent_as_of(request.POST),
        )
    except Refused as refused:
        place_faults(form, refused)
        return refused.status
    return DONE


def seat_values(one: RoundSeating) -> list[str]:
    """Every seat of a round as its button says it."""
    return [seat_value(table.number, letter, entry) for table in one.tables for letter, entry in table.seats]


def seat_value(table: int, letter: str, entry: Entry | None) -> str:
    """Table, letter, player number: "7-C-54", and "7-C-" where nobody sits."""
    return f"{table}-{letter}-{entry.number if entry else ''}"


def seat_buttons(one: RoundSeating, chosen: list[str]) -> list[dict[str, Any]]:
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
        for table in one.tables
    ]


def round_context(tournament: Tournament, rounds: list[RoundSeating], one: RoundSeating) -> dict[str, Any]:
    facts = certificate_of(tournament, rounds)
    number = one.round.number
    return {
        "tournament": tournament,
        "section": "seating",
        "one": one,
        "rounds": rounds,
        "announcement": announced(one),
        "sentence": sentence(facts),
        "again": [repeat for repeat in facts.repeats if number in repeat.rounds],
        "together": [meeting for meeting in facts.together if meeting.round == number],
        "displaced": [wish for wish in facts.displaced if wish.round == number],
        "undersized": [table for round_, table in facts.undersized if round_ == number],
        **facts_context(facts),
    }
