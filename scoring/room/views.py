"""The room board, and what is done at its tables."""

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import StaffRequest
from club.models import Role, User
from record.answering import refusals_in, status_of
from record.stamps import Stamp, stamp_of
from scoring.desk.board import board
from scoring.room.forms import OF_ANYBODY, TableForm
from scoring.sets.entering import hand_in, take_back
from scoring.sets.queries import get_desk_table, published_round
from tournament.access import get_tournament
from tournament.clock.queries import USUAL, clock_of_round, other_running
from tournament.clock.tables import (
    call_time,
    extend_table,
    mark_seated,
)
from tournament.models import Round, Tournament

ALL = "all"
TYPED_FORM = "one-table-form"
"""The form of the page for a table that is named by its number."""


@require_safe
def room(request: StaffRequest, slug: str) -> HttpResponse:
    """Redirects to the latest published round; before there is one, says what comes first."""
    tournament = get_tournament(request, slug, may="score")
    round_ = tournament.rounds.published().last()
    if round_ is None:
        return render(request, "scoring/room/room.html", {"tournament": tournament, "section": "room"})
    return redirect("room-round", slug, round_.number)


@require_safe
@vary_on_headers("HX-Request")
def room_round(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Every table of a round, those that need somebody first. For htmx the tables alone."""
    tournament = get_tournament(request, slug, may="score")
    return page(request, tournament, published_round(tournament, number))


def page(
    request: StaffRequest,
    tournament: Tournament,
    round_: Round,
    form: TableForm | None = None,
) -> HttpResponse:
    now = board(tournament, round_, reader=request.user)
    context = {
        "tournament": tournament,
        "section": "room",
        "board": now,
        "round": round_,
        "clock": clock_of_round(round_, now.at, warning_minutes=tournament.warning_minutes),
        "other_running": other_running(tournament, round_),
        "unseated": [tile.number for tile in now.tiles if not tile.is_seated],
        "form": form or TableForm(),
        "was_typed": request.htmx.trigger == TYPED_FORM,
    }
    template = "scoring/room/_answer.html" if request.htmx else "scoring/room/room.html"
    return render(request, template, context, status=status_of(form))


@require_POST
def turn_tables(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """What is done at one table of a round: `act`, `table` and `minutes`, or a button that has them as "call 7".

    What cannot be done is said on the room's page, beside the number that was typed.
    """
    tournament = get_tournament(request, slug, may="score")
    round_ = published_round(tournament, number)
    stamp = stamp_of(request.POST)
    act, _space, table = request.POST.get("button", "").partition(" ")
    if (act, table) == ("seated", ALL):
        mark_seated(tournament, number=number, by=request.user, stamp=stamp)
        messages.success(request, _("Every table of %(round)s is seated.") % {"round": round_.in_words})
        return redirect("room-round", slug, number)
    form = TableForm(
        {
            "act": act or request.POST.get("act"),
            "table": table or request.POST.get("table"),
            "minutes": request.POST.get("minutes") or USUAL,
        }
    )
    if not form.is_valid():
        return page(request, tournament, round_, form)
    act, table_number = form.cleaned_data["act"], form.cleaned_data["table"]
    if request.role != Role.DIRECTOR and act not in OF_ANYBODY:
        raise PermissionDenied(_("This is for the tournament's directors."))
    with refusals_in(form):
        do_at_table(tournament, number, **form.cleaned_data, by=request.user, stamp=stamp)
        messages.success(request, said_at_table(act, table_number))
        return redirect(reverse("room-round", args=[slug, number]) + f"#table-{table_number}")
    return page(request, tournament, round_, form)


def do_at_table(
    tournament: Tournament, number: int, *, act: str, table: int, minutes: int, by: User, stamp: Stamp
) -> None:
    if act in ("seated", "not-seated"):
        is_seated = act == "seated"
        mark_seated(tournament, number=number, tables=[table], is_seated=is_seated, by=by, stamp=stamp)
    elif act in ("cards-here", "cards-not-here"):
        desk_table = get_desk_table(tournament, number, table)
        stamp = replace(stamp, seen=desk_table.stamp.seen)  # nothing typed is at stake: each is refused then
        if act == "cards-here":
            hand_in(desk_table, handed_in_by=desk_table.rules.collector, by=by, stamp=stamp)
        else:
            take_back(desk_table, by=by, stamp=stamp)
    elif act in ("extend", "shorten"):
        minutes = minutes if act == "extend" else -minutes
        extend_table(tournament, number=number, table=table, minutes=minutes, by=by, stamp=stamp)
    else:
        is_called = act == "call"
        call_time(tournament, number=number, table=table, is_called=is_called, by=by, stamp=stamp)


def said_at_table(act: str, table: int) -> str:
    words = {
        "seated": _("Table %d is seated."),
        "not-seated": _("Table %d is not seated after all."),
        "cards-here": _("The scores of table %d are here."),
        "cards-not-here": _("The scores of table %d are not here."),
        "extend": _("Table %d plays longer; the hall screen and the phones say so."),
        "shorten": _("The extra minutes of table %d are taken back."),
        "call": _("Time is called at table %d."),
        "take-back-call": _("Table %d plays on."),
    }
    return words[act] % table
