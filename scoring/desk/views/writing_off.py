"""Writing off a table whose cards will never come in, and taking that back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.desk.forms.settling import WriteOffForm
from scoring.desk.views.disputes import show_refused
from scoring.sets.queries import get_desk_table
from scoring.sets.writing_off import take_back_write_off, write_off
from tournament.access import StaffRequest, get_tournament
from tournament.refused import Refused
from tournament.stamps import stamp_of


@require_POST
def desk_write_off(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    form = WriteOffForm(request.POST)
    try:
        form.refuse_faults()
        write_off(desk_table, by=request.user, **form.cleaned_data)
    except Refused as refused:
        return show_refused(request, desk_table, refused, write_off_form=form)
    message = _("Table %(table)s of %(round)s is written off.")
    messages.success(request, message % {"table": table, "round": tournament.round_in_words(number)})
    return redirect("desk-round", slug, number)


@require_POST
def desk_write_off_take_back(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    take_back_write_off(desk_table, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("The cards of table %(table)s are waited for again.") % {"table": table})
    return redirect("desk-table", slug, number, table)
