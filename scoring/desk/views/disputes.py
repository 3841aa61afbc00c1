"""An accepted set is reopened by a director; a set typed under the wrong table is moved."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.desk.forms.settling import MoveForm, ReopenForm
from scoring.desk.views.table import desk_form, show_table
from scoring.sets.disputes import move_set, reopen_set
from scoring.sets.queries import TablePlace, table_place
from tournament.access import StaffRequest, get_tournament
from tournament.refused import Refused


@require_POST
def desk_reopen(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Only a director, with every player of the table present and a reason."""
    tournament = get_tournament(request, slug, may="direct")
    place = table_place(tournament, number, table)
    form = ReopenForm(request.POST, place=place)
    try:
        form.refuse_faults()
        reopen_set(place, by=request.user, **form.cleaned_data)
    except Refused as refused:
        return show_refused(request, place, refused, reopen_form=form)
    if tournament.finished_at:
        message = _(
            "Table %(table)s is open again. Until it is accepted, the final standings stay as they were."
        )
    else:
        message = _("Table %(table)s is open again and does not count.")
    messages.success(request, message % {"table": table})
    return redirect("desk-table", slug, number, table)


@require_POST
def desk_move(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The cards typed here belong to another table of the round; typed sets change places."""
    tournament = get_tournament(request, slug, may="score")
    place = table_place(tournament, number, table)
    form = MoveForm(request.POST, place=place)
    try:
        form.refuse_faults()
        move_set(place, by=request.user, **form.cleaned_data)
    except Refused as refused:
        return show_refused(request, place, refused, move_form=form)
    to = form.cleaned_data["to"]
    messages.success(request, _("The cards are now under table %(to)s.") % {"to": to})
    return redirect("desk-table", slug, number, to)


def show_refused(request: StaffRequest, place: TablePlace, refused: Refused, **form: object) -> HttpResponse:
    """The table's page again, with the reason and with what was typed."""
    status = refused.status
    return show_table(request, place, desk_form(place=place), refused=refused.faults, status=status, **form)
