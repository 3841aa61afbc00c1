"""The room board of the score desk, and marking cards as in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import StaffRequest
from record.answering import refusals_in
from scoring.desk.board import board
from scoring.desk.codes import read_card, table_of_code
from scoring.desk.forms.settling import HandInForm
from scoring.desk.views.card import open_card
from scoring.sets.entering import hand_in, take_back
from scoring.sets.queries import get_desk_table, published_round
from tournament.access import get_tournament


@require_safe
def desk(request: StaffRequest, slug: str) -> HttpResponse:
    """Redirects to the board of the latest published round; before there is one, says what comes first."""
    tournament = get_tournament(request, slug, may="enter")
    round_ = tournament.rounds.published().last()
    if round_ is None:
        return render(request, "scoring/desk/board.html", {"tournament": tournament, "section": "desk"})
    return redirect("desk-round", slug, round_.number)


@require_safe
@vary_on_headers("HX-Request")
def desk_round(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """The board of one round; for htmx only its tiles.

    `?table=` with a number or code redirects to that table, empty to the next table to type.
    """
    tournament = get_tournament(request, slug, may="enter")
    round_ = published_round(tournament, number)
    query, unknown = request.GET.get("table", "").strip(), ""
    if query:
        with refusals_in() as trouble:
            table = table_of_code(query, tournament, round_)
            return open_card(tournament, read_card(query)) or redirect("desk-table", slug, number, table)
        unknown = str(trouble.refused)
    room = board(tournament, round_, reader=request.user)
    if not query and "table" in request.GET and room.next_table:
        return redirect("desk-table", slug, number, room.next_table)
    page = {
        "tournament": tournament,
        "section": "desk",
        "board": room,
        "now": timezone.now(),
        "wanted": query[:40],
        "unknown": unknown,
    }
    template = "scoring/desk/_room.html" if request.htmx else "scoring/desk/board.html"
    return render(request, template, page, status=422 if unknown else 200)


@require_POST
def desk_handed_in(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Marks the cards of a table as in before they are typed, or removes that mark (`undo`)."""
    tournament = get_tournament(request, slug, may="score")
    desk_table = get_desk_table(tournament, number, table)
    form = HandInForm(request.POST)
    form.refuse_faults()
    stamp, by = form.cleaned_data["stamp"], request.user
    if form.cleaned_data["undo"]:
        take_back(desk_table, stamp=stamp, by=by)
        messages.success(request, _("Table %(table)s is playing again.") % {"table": table})
    else:
        letter = form.cleaned_data["handed_in_by"] or desk_table.rules.collector
        hand_in(desk_table, handed_in_by=letter, stamp=stamp, by=by)
        messages.success(request, _("The cards of table %(table)s are in.") % {"table": table})
    return redirect("desk-round", slug, number)
