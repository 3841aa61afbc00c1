"""The page of held sets, and handing one back to the desk."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.desk.forms.settling import HandBackForm
from scoring.sets.file import held_list
from scoring.sets.held import held_sets
from scoring.sets.queries import get_desk_table
from scoring.sets.ruling import hand_back_set
from tournament.access import StaffRequest, get_tournament
from tournament.models import Tournament
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file


@require_safe
def desk_held(request: StaffRequest, slug: str) -> HttpResponse:
    """Every held set, longest waiting first. Directors rule on a set's own page or return it to the desk here."""
    return show_held(request, get_tournament(request, slug, may="score"))


def show_held(
    request: StaffRequest, tournament: Tournament, *, status: int = 200, **refused: object
) -> HttpResponse:
    sets = held_sets(tournament)
    page = {"tournament": tournament, "section": "desk", "held": sets, **refused}
    sheet, name = held_list(sets), f"{tournament.slug}-held"
    return page_or_file(request, "scoring/desk/held.html", page, sheet, file_name=name, status=status)


@require_POST
def desk_hand_back(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Returns a held set to the desk, with a reason and without a ruling; directors only."""
    tournament = get_tournament(request, slug, may="direct")
    desk_table = get_desk_table(tournament, number, table)
    form = HandBackForm(request.POST)
    try:
        form.refuse_faults()
        hand_back_set(desk_table, by=request.user, **form.cleaned_data)
    except Refused as refused:
        page = {"faults": refused.faults, "refused_form": form, "refused_table": desk_table.table}
        return show_held(request, tournament, status=refused.status, **page)
    messages.success(request, _("Table %(table)s is back at the desk.") % {"table": table})
    return redirect("desk-held", slug)
