"""The page of one table at the score desk: typing its cards and settling its set."""

from dataclasses import replace
from typing import Any, TypeAlias

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from club.models import Role
from record.refused import Conflict, Refused
from record.stamps import stamp_of
from scoring.desk.answers import question_of
from scoring.desk.forms.facts import FactsForm
from scoring.desk.forms.sets import SetForm
from scoring.desk.forms.settling import HoldForm, RulingForm
from scoring.desk.presence import leave
from scoring.desk.summary import summary
from scoring.desk.views.shown import show_conflict, show_differences, show_table
from scoring.models import CardSet
from scoring.sets.accepting import accept_set
from scoring.sets.change import SetOutcome
from scoring.sets.disputes import hold_set, rule_on_set
from scoring.sets.entering import save_set
from scoring.sets.queries import DeskTable, get_desk_table
from tournament.access import get_tournament
from tournament.clock.tables import mark_seated

DeskForm: TypeAlias = SetForm | FactsForm
SEATED = ("seated", "all-seated")


def desk_form(data: Any = None, *, desk_table: DeskTable) -> DeskForm:
    form: type[DeskForm] = FactsForm if desk_table.rules.carries_facts else SetForm
    return form(data, desk_table=desk_table)


@require_http_methods(["GET", "HEAD", "POST"])
def table_page(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The table's page. A POST does what `do` says: save, accept, hold, (for directors) rule; or it marks the table of
    a bonus round as seated, or all of them.
    """
    tournament = get_tournament(request, slug, may="enter")
    desk_table = get_desk_table(tournament, number, table)
    if request.method != "POST":
        # Typed without the numbers that are there, as by somebody who was first: what differs is then to be chosen.
        shown = replace(desk_table, card_set=None, written_set=desk_table.rules.blank())
        types_cards = request.GET.get("type") == "cards" and desk_table.is_open
        return show_differences(request, desk_table) or show_table(
            request, desk_table, desk_form(desk_table=shown if types_cards else desk_table)
        )
    if request.POST.get("do") in SEATED:
        tables = [table] if request.POST["do"] == "seated" else None
        if tables is None:
            get_tournament(request, slug, may="score")
        mark_seated(tournament, number=number, tables=tables, by=request.user, stamp=stamp_of(request.POST))
        return redirect("desk-table", slug, number, table)
    form = desk_form(with_answer(request.POST, desk_table), desk_table=desk_table)
    if not form.is_valid() and form.reseated:
        return show_conflict(request, form, Conflict(form.reseated))
    if not form.is_valid():
        return show_table(request, desk_table, form, status=422)
    try:
        outcome = apply_button(request, desk_table, form)
    except Conflict as conflict:
        return show_conflict(request, form, conflict)
    except Refused as refused:
        return show_table(request, desk_table, form, refused=list(summary(refused.faults)), status=422)
    if outcome.faults and request.POST.get("do") != "save":
        table_now = get_desk_table(tournament, number, table)
        differences_page = show_differences(request, table_now, status=422)
        context = {"kept": True, "done": form.stamp_sent.key}
        return differences_page or show_table(
            request, table_now, desk_form(desk_table=table_now), status=422, **context
        )
    if outcome.state != CardSet.State.ACCEPTED:
        leave(desk_table.table, by=request.user)
    words = outcome_sentence(request, desk_table, outcome)
    if outcome.state == CardSet.State.HELD and request.role == Role.DIRECTOR:
        words = format_html('{} <a href="{}">{}</a>', words, request.path, _("Settle it now"))
    # The browser keeps what was typed until it finds this key on a page.
    messages.success(request, words, extra_tags=str(form.stamp_sent.key))
    return redirect("desk-round", slug, number)


def with_answer(data: QueryDict, desk_table: DeskTable) -> QueryDict:
    """A director's form with what the chosen answer types, and its words where no others were typed."""
    answer = question_of(desk_table, desk_form).chosen(data) if data.get("answer") else None
    if answer is None or data.get("do") != "rule":
        return data
    data = data.copy()
    for place, value in answer.changes.items():
        data[place.html_name] = value
    data["ruling"] = data.get("ruling", "").strip() or answer.ruling
    return data


def apply_button(request: StaffRequest, desk_table: DeskTable, form: DeskForm) -> SetOutcome:
    """Applies the pressed button to the set as typed. Raises Conflict, Refused, PermissionDenied."""
    judgement = form.judgement
    sent: dict[str, Any] = {"by": request.user, "stamp": form.stamp_sent}
    match request.POST.get("do"):
        case "accept":
            return accept_set(desk_table, judgement, corrected_numbers=form.corrected_numbers, **sent)
        case "hold":
            hold = HoldForm(form.data)
            hold.refuse_faults()
            return hold_set(desk_table, judgement, reason=hold.cleaned_data["held_reason"], **sent)
        case "rule":
            if request.role != Role.DIRECTOR:
                raise PermissionDenied(_("This is for the tournament's directors."))
            ruling = RulingForm(form.data, desk_table=desk_table)
            ruling.refuse_faults()
            return rule_on_set(desk_table, judgement, **ruling.cleaned_data, **sent)
        case _:
            return save_set(desk_table, judgement, corrected_numbers=form.corrected_numbers, **sent)


def outcome_sentence(request: StaffRequest, desk_table: DeskTable, outcome: SetOutcome) -> str:
    table = {"table": desk_table.table.number}
    if outcome.state == CardSet.State.ACCEPTED:
        return _("Table %(table)s is accepted.") % table
    if outcome.state == CardSet.State.HELD:
        return _("Table %(table)s is held for the director.") % table
    if request.POST.get("do") == "accept":
        return _("Table %(table)s waits for another scorekeeper to type it too.") % table
    return _("Table %(table)s is kept as typed. It does not count yet.") % table


@require_POST
def desk_check(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="enter")
    desk_table = get_desk_table(tournament, number, table)
    form = desk_form(request.POST, desk_table=desk_table)
    page: dict[str, Any] = {"tournament": tournament, "desk_table": desk_table, "form": form, "oob": True}
    return render(request, form.check_template, page)
