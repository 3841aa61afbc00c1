"""Requests of the desk's scripts: sending a set from the browser's pile, and who has a table open."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import StaffRequest
from record.refused import FieldFault, Refused
from scoring.desk import presence
from scoring.desk.board import Tile, board
from scoring.desk.presence import others_at
from scoring.desk.summary import summary
from scoring.desk.views.shown import count_chips, is_overtaken
from scoring.desk.views.table import apply_button, desk_form, outcome_sentence
from scoring.models import CardSet
from scoring.sets.confirmations import is_blind, waiting_for_second
from scoring.sets.queries import get_desk_table, seats_changed
from scoring.sets.words import fault_in_words
from tournament.access import get_tournament
from tournament.models import Round
from ui.templatetags.charleston import minus

MOST_ASKED = 50


@require_POST
def desk_send(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Takes the form of the table's page and answers with a JSON object.

    `accepted`: nothing is left to do for this set. `stored`: the set is stored as typed, accepted or not. `state`: the
    set's state afterwards. `words`: what happened, as a sentence. `reasons`: sentences about what prevents it. `again`:
    that goes by itself, and the set is then sent once more. `counts`: for each state, how many tables of the round have
    it, in words; "" for none.
    """
    tournament = get_tournament(request, slug, may="enter")
    desk_table = get_desk_table(tournament, number, table)
    form = desk_form(request.POST, desk_table=desk_table)
    if request.POST.get("typed_by") != str(request.user.pk):
        message = _("Somebody else typed this set: it is sent by the account that typed it.")
        return json_answer(409, reasons=[message])
    if not form.is_valid() and form.reseated:
        return json_answer(409, reasons=sentences(form.reseated))
    if not form.is_valid():
        return json_answer(422, reasons=sentences(form.faults()))
    try:
        outcome = apply_button(request, desk_table, form)
    except Refused as refused:
        # An earlier sending was stored, so the browser need not keep it.
        stored = {"stored": True, "state": desk_table.state} if is_overtaken(refused) else {}
        reasons = sentences(refused.faults)
        again = any(fault.code == "not-seated" for fault in refused.faults)
        return json_answer(
            refused.status, reasons=reasons, again=again, counts=counts(desk_table.round), **stored
        )
    except PermissionDenied as denied:
        return json_answer(403, reasons=[str(denied)])
    if outcome.state != CardSet.State.ACCEPTED:
        presence.leave(desk_table.table, by=request.user)
    stored = {"stored": True, "state": outcome.state, "counts": counts(desk_table.round)}
    if outcome.faults:
        reasons = sentences(fault_in_words(fault, tournament) for fault in outcome.faults)
        return json_answer(422, reasons=reasons, **stored)
    return json_answer(200, accepted=True, words=outcome_sentence(request, desk_table, outcome), **stored)


@require_safe
def desk_pile(request: StaffRequest, slug: str) -> HttpResponse:
    """What has become of accepted sets since: `?set=3-7`, round and table, any number of times. A JSON object of those
    that are not accepted any more, each with a sentence.
    """
    tournament = get_tournament(request, slug, may="enter")
    asked = {tuple(pair.split("-")) for pair in request.GET.getlist("set")[:MOST_ASKED]}
    words: dict[str, str] = {}
    for round_ in tournament.rounds.published():
        tables = {pair[1] for pair in asked if pair[0] == str(round_.number)}
        if not tables:
            continue
        for tile in board(tournament, round_).tiles:
            if str(tile.number) in tables and (said := since_then(tile)):
                words["-".join(map(str, (round_.number, tile.number)))] = said
    return JsonResponse(words)


def since_then(tile: Tile) -> str:
    """What has become of an accepted set; "" while it still is."""
    values = {"table": tile.number}
    match tile.look:
        case CardSet.State.ACCEPTED:
            return ""
        case "disputed":
            return (
                _("Table %(table)s is in dispute; it does not count until the director has answered.")
                % values
            )
        case CardSet.State.HELD:
            return _("Table %(table)s is held for the director.") % values
        case CardSet.State.IN:
            return _("Table %(table)s is open again; it does not count now.") % values
        case "written-off":
            return _("Table %(table)s is scored as not turned in.") % values
        case _:
            return _("The cards were moved away from table %(table)s.") % values


def counts(round_: Round) -> dict[str, str]:
    return {state: words for state, _look, words in count_chips(round_)}


def sentences(faults: Iterable[FieldFault]) -> list[str]:
    return [minus(fault.message) for fault in summary(faults)]


def json_answer(status: int, **values: Any) -> JsonResponse:
    empty = {
        "accepted": False,
        "stored": False,
        "again": False,
        "state": "",
        "words": "",
        "reasons": [],
        "counts": {},
    }
    return JsonResponse(empty | values, status=status)


@require_POST
def desk_presence(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Records that this person has the table open; answers who else has, and whether seats or set have changed."""
    tournament = get_tournament(request, slug, may="enter")
    desk_table = get_desk_table(tournament, number, table)
    presence.arrive(desk_table.table, by=request.user)
    version, seats = request.POST.get("version", ""), request.POST.get("seats", desk_table.seats)
    page = {
        "tournament": tournament,
        "desk_table": desk_table,
        "others": others_at(desk_table.table, request.user),
        "moved": seats_changed(desk_table, seats),
        "is_outdated": version.isdecimal()
        and version != str(desk_table.version)
        and not is_blind(waiting_for_second(desk_table), request.user),
    }
    return render(request, "scoring/desk/_others.html", page)
