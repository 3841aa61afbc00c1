"""The pile: a set is sent by the browser that kept it, and answered in JSON; and who else is at a table."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.desk import presence
from scoring.desk.presence import others_at
from scoring.desk.summary import summary
from scoring.desk.views.table import carry_out, count_words, desk_form, sentence
from scoring.sets.confirmations import is_blind, waiting_for_second
from scoring.sets.queries import seats_changed, table_place
from tournament.access import StaffRequest, get_tournament
from tournament.models import Round
from tournament.refused import Fault, Refused
from ui.templatetags.charleston import minus


@require_POST
def desk_send(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The same form as the table's page takes; the answer is an object with these names.

    `accepted`: nothing is left to do here. `stored`: the server keeps the set as typed, accepted or not. `state`: the
    set's afterwards. `words`: what happened. `reasons`: the sentences that say what is in the way. `counts`: how far
    the round is now, state by state in words; "" where there is nothing to say.
    """
    tournament = get_tournament(request, slug, may="score")
    place = table_place(tournament, number, table)
    form = desk_form(request.POST, place=place)
    if request.POST.get("typed_by") != str(request.user.pk):
        message = _("Somebody else typed this set: it is sent by the account that typed it.")
        return answer(409, reasons=[message])
    if not form.is_valid() and form.reseated:
        return answer(409, reasons=sentences(form.reseated))
    if not form.is_valid():
        return answer(422, reasons=sentences(form.faults()))
    try:
        outcome = carry_out(request, place, form)
    except Refused as refused:
        return answer(refused.status, reasons=sentences(refused.faults), counts=counts(place.round))
    except PermissionDenied as denied:
        return answer(403, reasons=[str(denied)])
    presence.leave(place.table, by=request.user)
    stored = {"stored": True, "state": outcome.state, "counts": counts(place.round)}
    if outcome.faults:
        return answer(422, reasons=sentences(outcome.faults), **stored)
    return answer(200, accepted=True, words=sentence(request, place, outcome), **stored)


def counts(round_: Round) -> dict[str, str]:
    return {state: words for state, _look, words in count_words(round_)}


def sentences(faults: Iterable[Fault]) -> list[str]:
    return [minus(fault.message) for fault in summary(faults)]


def answer(status: int, **values: Any) -> JsonResponse:
    empty = {"accepted": False, "stored": False, "state": "", "words": "", "reasons": [], "counts": {}}
    return JsonResponse(empty | values, status=status)


@require_POST
def desk_presence(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Says that this person has the table open, and answers with who else has, and what is otherwise than shown."""
    tournament = get_tournament(request, slug, may="score")
    place = table_place(tournament, number, table)
    presence.arrive(place.table, by=request.user)
    version, seats = request.POST.get("version", ""), request.POST.get("seats", place.seats)
    page = {
        "tournament": tournament,
        "place": place,
        "others": others_at(place.table, request.user),
        "moved": seats_changed(place, seats),
        "is_outdated": version.isdecimal()
        and version != str(place.version)
        and not is_blind(waiting_for_second(place), request.user),
    }
    return render(request, "scoring/desk/_others.html", page)
