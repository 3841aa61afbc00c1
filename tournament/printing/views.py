"""What is printed: a round by name and by table, every player's own slip, and their badges."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import StaffRequest, get_tournament
from tournament.addresses import for_phones
from tournament.models import Entry
from tournament.names import shared
from tournament.seating.announcing import announced, exceptions
from tournament.seating.queries import RoundSeating, TakenSeat, by_name, seating

SPARE_LINES = 8


@require_safe
def print_round(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """One round on paper, by name and by table, with its revision; a planned one says that it is a draft."""
    tournament = get_tournament(request, slug, may="score")
    rounds = seating(tournament, [number])
    if not rounds:
        raise Http404(_("There is no such round."))
    return render(
        request,
        "tournament/printing/round.html",
        {
            "tournament": tournament,
            "round_seating": rounds[0],
            "alike": shared(seat.entry.public_name for seat in rounds[0].taken_seats),
            "announcement": announced(rounds[0].round),
            "exceptions": exceptions(tournament, rounds[0]),
            "now": timezone.now(),
        },
    )


@dataclass(frozen=True)
class Slip:
    """One player's itinerary: (round number, seat or None where the player sits out)."""

    entry: Entry
    stops: list[tuple[int, TakenSeat | None]]


@require_safe
def print_slips(request: StaffRequest, slug: str) -> HttpResponse:
    """Every player's own slip to cut apart: table and seat in each planned round, and the code of their own page."""
    tournament = get_tournament(request, slug, may="score")
    rounds = seating(tournament)
    if not rounds:
        raise Http404(_("Nothing is drawn yet."))
    printed = slips(rounds)
    context = {
        "tournament": tournament,
        "slips": printed,
        "alike": shared(slip.entry.public_name for slip in printed),
        "revision": tournament.seats_revision,
        "follow": for_phones(request, tournament.get_absolute_url()) if tournament.is_public else "",
        "now": timezone.now(),
    }
    return render(request, "tournament/printing/slips.html", context)


@require_safe
def print_badges(request: StaffRequest, slug: str) -> HttpResponse:
    """A badge to cut out for everybody registered, by name: name, number, first seat once drawn, and the code of the
    player's own page."""
    tournament = get_tournament(request, slug, may="score")
    entries = tournament.entries.registered().with_people()
    context = {
        "tournament": tournament,
        "alike": shared(entry.public_name for entry in entries),
        "badges": [(entry, name_size(entry.public_name)) for entry in sorted(entries, key=by_name)],
        "follow": for_phones(request, tournament.get_absolute_url()) if tournament.is_public else "",
    }
    return render(request, "tournament/printing/badges.html", context)


@require_safe
def print_sign_in(request: StaffRequest, slug: str) -> HttpResponse:
    """A line to sign on for everybody registered, by family name, and lines for those who come unannounced."""
    tournament = get_tournament(request, slug, may="admit")
    entries = sorted(tournament.entries.registered().with_people(), key=by_name)
    context = {
        "tournament": tournament,
        "entries": entries,
        "alike": shared(entry.public_name for entry in entries),
        "spare": range(SPARE_LINES),
        "now": timezone.now(),
    }
    return render(request, "tournament/printing/sign_in.html", context)


def name_size(name: str) -> str:
    """The class of a name on a badge: the largest type in which its words, unbroken, have room there."""
    for size, letters, most in (("", 12, 2), ("is-long", 17, 3)):
        lines = wrap(name, letters, break_long_words=False)
        if len(lines) <= most and all(len(line) <= letters for line in lines):
            return size
    return "is-longest"


def slips(rounds: Sequence[RoundSeating]) -> list[Slip]:
    """One slip for everybody who sits in any of the rounds, by name."""
    taken_seats = {
        (round_seating.round.number, taken_seat.entry.pk): taken_seat
        for round_seating in rounds
        for taken_seat in round_seating.taken_seats
    }
    numbers = [round_seating.round.number for round_seating in rounds]
    entries = {taken_seat.entry.pk: taken_seat.entry for taken_seat in taken_seats.values()}
    return [
        Slip(entry, [(number, taken_seats.get((number, entry.pk))) for number in numbers])
        for entry in sorted(entries.values(), key=by_name)
    ]
