"""Settling a table's set: held and handed back, reopened, moved to the table it belongs to, written off."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import StaffRequest
from record.answering import refusals_in, status_of
from record.stamps import stamp_of
from scoring.desk.forms.settling import MoveForm, OpenAgainForm, ReopenForm, WriteOffForm
from scoring.desk.views.shown import show_table
from scoring.desk.views.table import desk_form
from scoring.models import CardSet
from scoring.sets.disputes import hand_back_set, reopen_set
from scoring.sets.held import held_sets
from scoring.sets.moving import move_set
from scoring.sets.queries import DeskTable, get_desk_table
from scoring.sets.writing_off import take_back_write_off, write_off
from tournament.access import get_tournament
from tournament.models import Tournament


@require_POST
def desk_reopen(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    form = ReopenForm(request.POST, desk_table=desk_table)
    with refusals_in() as trouble:
        form.refuse_faults()
        reopen_set(desk_table, by=request.user, **form.cleaned_data)
        if tournament.finished_at:
            message = _(
                "Table %(table)s is in dispute until you answer. Until it is accepted again, the final standings stay "
                "as they were."
            )
        else:
            message = _("Table %(table)s is in dispute and does not count until you answer.")
        messages.success(request, message % {"table": table})
        return redirect("desk-table", slug, number, table)
    return show_refused(request, desk_table, trouble, reopen_form=form)


@require_POST
def desk_move(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Moves the cards typed here to another table of the round, in exchange for those typed there.

    Accepted and held sets are moved by directors only, with a reason.
    """
    tournament = get_tournament(request, slug, may="score")
    desk_table = get_desk_table(tournament, number, table)
    form = MoveForm(request.POST, desk_table=desk_table)
    with refusals_in() as trouble:
        form.refuse_faults()
        move_set(desk_table, by=request.user, **form.cleaned_data)
        to = form.cleaned_data["to"]
        messages.success(request, _("The cards are now under table %(to)s.") % {"to": to})
        return redirect("desk-table", slug, number, to)
    return show_refused(request, desk_table, trouble, move_form=form)


def show_refused(
    request: StaffRequest, desk_table: DeskTable, trouble: refusals_in, **form: object
) -> HttpResponse:
    status, empty = status_of(trouble.refused), desk_form(desk_table=desk_table)
    return show_table(request, desk_table, empty, refused=trouble.faults, status=status, **form)


@require_POST
def desk_write_off(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    form = WriteOffForm(request.POST)
    with refusals_in() as trouble:
        form.refuse_faults()
        write_off(desk_table, by=request.user, **form.cleaned_data)
        message = _("Table %(table)s of %(round)s is scored as not turned in.")
        messages.success(request, message % {"table": table, "round": tournament.round_in_words(number)})
        return redirect("desk-round", slug, number)
    return show_refused(request, desk_table, trouble, write_off_form=form)


@require_POST
def desk_write_off_take_back(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    take_back_write_off(desk_table, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("The desk waits for the cards of table %(table)s again.") % {"table": table})
    return redirect("desk-table", slug, number, table)


@require_safe
def desk_held(request: StaffRequest, slug: str) -> HttpResponse:
    """Every held set, longest waiting first. Directors rule on a set's own page or return it to the desk here."""
    return show_held(request, get_tournament(request, slug, may="score"))


def show_held(
    request: StaffRequest, tournament: Tournament, *, status: int = 200, **refused: object
) -> HttpResponse:
    page = {"tournament": tournament, "section": "desk-held", "held": held_sets(tournament), **refused}
    return render(request, "scoring/desk/held.html", page, status=status)


@require_POST
def desk_hand_back(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Returns a held set to the desk, with a reason and without a ruling; directors only."""
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    form = OpenAgainForm(request.POST)
    with refusals_in() as trouble:
        form.refuse_faults()
        outcome = hand_back_set(desk_table, by=request.user, **form.cleaned_data)
        is_in = outcome.state == CardSet.State.IN
        words = _("Table %(table)s is back at the desk.") if is_in else _("Table %(table)s plays on.")
        messages.success(request, words % {"table": table})
        return redirect("desk-held", slug)
    page = {"faults": trouble.faults, "refused_form": form, "refused_table": desk_table.table}
    return show_held(request, tournament, status=status_of(trouble.refused), **page)
