"""Reopening an accepted set, and moving a set typed under the wrong table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.desk.forms.settling import MoveForm, ReopenForm
from scoring.desk.views.table import desk_form, show_table
from scoring.sets.moving import move_set
from scoring.sets.queries import DeskTable, get_desk_table
from scoring.sets.ruling import reopen_set
from tournament.access import StaffRequest, get_tournament
from tournament.refused import Refused


@require_POST
def desk_reopen(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Reopens an accepted set, with a reason and every player of the table present."""
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    form = ReopenForm(request.POST, desk_table=desk_table)
    try:
        form.refuse_faults()
        reopen_set(desk_table, by=request.user, **form.cleaned_data)
    except Refused as refused:
        return show_refused(request, desk_table, refused, reopen_form=form)
    if tournament.finished_at:
        message = _(
            "Table %(table)s is in dispute until you answer. Until it is accepted again, the final standings stay as "
            "they were."
        )
    else:
        message = _("Table %(table)s is in dispute and does not count until you answer.")
    messages.success(request, message % {"table": table})
    return redirect("desk-table", slug, number, table)


@require_POST
def desk_move(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Moves the cards typed here to another table of the round, in exchange for those typed there.

    Accepted and held sets are moved by directors only, with a reason.
    """
    tournament = get_tournament(request, slug, may="score")
    desk_table = get_desk_table(tournament, number, table)
    form = MoveForm(request.POST, desk_table=desk_table)
    try:
        form.refuse_faults()
        move_set(desk_table, by=request.user, **form.cleaned_data)
    except Refused as refused:
        return show_refused(request, desk_table, refused, move_form=form)
    to = form.cleaned_data["to"]
    messages.success(request, _("The cards are now under table %(to)s.") % {"to": to})
    return redirect("desk-table", slug, number, to)


def show_refused(
    request: StaffRequest, desk_table: DeskTable, refused: Refused, **form: object
) -> HttpResponse:
    """The table's page again, with the reasons and with what was typed."""
    status = refused.status
    return show_table(
        request, desk_table, desk_form(desk_table=desk_table), refused=refused.faults, status=status, **form
    )
