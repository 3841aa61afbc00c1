"""The page of one table at the score desk: typing its cards and settling its set."""

from typing import Any, TypeAlias

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.desk.board import open_tables, set_counts
from scoring.desk.forms.facts import FactsForm
from scoring.desk.forms.sets import SetForm
from scoring.desk.forms.settling import HoldForm, MoveForm, ReopenForm, RulingForm, WriteOffForm
from scoring.desk.presence import leave, others_at
from scoring.desk.preview import moves
from scoring.desk.summary import summary
from scoring.models import PLAYING, CardSet
from scoring.sets.accepting import accept_set
from scoring.sets.change import Outcome, seen_version
from scoring.sets.confirmations import is_blind, retyped, waiting_for_second, without_numbers
from scoring.sets.entering import save_set
from scoring.sets.merge import differing, merge
from scoring.sets.past import past
from scoring.sets.queries import DeskTable, get_desk_table
from scoring.sets.ruling import hold_set, rule_on_set
from tournament.access import StaffRequest, get_tournament
from tournament.clock.queries import why_not_begun
from tournament.clock.tables import mark_seated
from tournament.models import Role, Round
from tournament.refused import Conflict, Refused
from tournament.stamps import stamp_of

DeskForm: TypeAlias = SetForm | FactsForm
SEATED = ("seated", "all-seated")
ALWAYS_COUNTED = (CardSet.State.ACCEPTED, PLAYING)


def desk_form(data: Any = None, *, desk_table: DeskTable) -> DeskForm:
    """The form for this table's cards: facts of games, or a grid of numbers."""
    return (
        FactsForm(data, desk_table=desk_table)
        if desk_table.rules.carries_facts
        else SetForm(data, desk_table=desk_table)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def table_page(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The table's page. A POST does what `do` says: save, accept, hold, (for directors) rule; or it marks the table of
    a bonus round as seated, or all of them.
    """
    tournament = get_tournament(request, slug, may="score")
    desk_table = get_desk_table(tournament, number, table)
    if request.method != "POST":
        return show_differences(request, desk_table) or show_table(
            request, desk_table, desk_form(desk_table=desk_table)
        )
    if request.POST.get("do") in SEATED:
        tables = [table] if request.POST["do"] == "seated" else None
        mark_seated(tournament, number=number, tables=tables, by=request.user, stamp=stamp_of(request.POST))
        return redirect("desk-table", slug, number, table)
    form = desk_form(request.POST, desk_table=desk_table)
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
    # The browser keeps what was typed until it finds this key on a page.
    messages.success(
        request, outcome_sentence(request, desk_table, outcome), extra_tags=str(form.stamp_sent.key)
    )
    return redirect("desk-round", slug, number)


def apply_button(request: StaffRequest, desk_table: DeskTable, form: DeskForm) -> Outcome:
    """Applies the pressed button to the set as typed. Raises Conflict, Refused, PermissionDenied."""
    judgement, stamp, by = form.judgement, form.stamp_sent, request.user
    match request.POST.get("do"):
        case "accept":
            return accept_set(
                desk_table, judgement, by=by, stamp=stamp, corrected_numbers=form.corrected_numbers
            )
        case "hold":
            hold = HoldForm(request.POST)
            hold.refuse_faults()
            return hold_set(
                desk_table, judgement, by=by, stamp=stamp, reason=hold.cleaned_data["held_reason"]
            )
        case "rule":
            if request.role != Role.DIRECTOR:
                raise PermissionDenied(_("This is for the tournament's directors."))
            ruling = RulingForm(request.POST, desk_table=desk_table)
            ruling.refuse_faults()
            return rule_on_set(desk_table, judgement, by=by, stamp=stamp, **ruling.cleaned_data)
        case _:
            return save_set(
                desk_table, judgement, by=by, stamp=stamp, corrected_numbers=form.corrected_numbers
            )


def show_table(
    request: StaffRequest, desk_table: DeskTable, form: DeskForm, *, status: int = 200, **context: Any
) -> HttpResponse:
    """The page of one table: its form while it is open, its numbers and history once it is accepted."""
    waiting = waiting_for_second(desk_table)
    blind = is_blind(waiting, request.user)
    if blind and not form.is_bound:
        form = desk_form(desk_table=without_numbers(desk_table))
    page = {
        "tournament": desk_table.tournament,
        "section": "desk",
        "desk_table": desk_table,
        "form": form,
        "counts": count_chips(desk_table.round),
        "is_open": is_open(request, desk_table),
        "not_begun": why_not_begun(desk_table.round) if desk_table.version == 0 else "",
        "hold_form": HoldForm(request.POST if form.is_bound else None),
        "holds": request.POST.get("do") == "hold",
        "ruling_form": RulingForm(request.POST if form.is_bound else None, desk_table=desk_table),
        "move_form": MoveForm(desk_table=desk_table),
        "reopen_form": ReopenForm(desk_table=desk_table),
        "write_off_form": WriteOffForm(),
        "moves": moves(desk_table, form.written_set) if form.acceptable else [],
        "history": past(desk_table),
        "waiting": waiting,
        "blind": blind,
        "next_tables": " ".join(map(str, open_tables(desk_table.round, after=desk_table.table.number))),
        "tables_address": reverse(
            "desk-table", args=[desk_table.tournament.slug, desk_table.round.number, 0]
        ),
        "others": others_at(desk_table.table, request.user),
        **context,
    }
    return render(request, "scoring/desk/table.html", page, status=status)


def count_chips(round_: Round) -> list[tuple[str, str, str]]:
    """For each state its name, its look, and its count in words, "" where it is not shown."""
    counts = set_counts(round_)
    has_begun = round_.started_at or any(counts[state] for state in CardSet.State.values)
    chips = {
        CardSet.State.ACCEPTED.value: ("good", _("%(count)s accepted")),
        CardSet.State.IN.value: ("in", _("%(count)s in")),
        CardSet.State.HELD.value: ("held", _("%(count)s held")),
        PLAYING: ("plain", _("%(count)s playing") if has_begun else _("%(count)s not begun")),
    }
    return [
        (state, look, words % {"count": counts[state]} if counts[state] or state in ALWAYS_COUNTED else "")
        for state, (look, words) in chips.items()
    ]


def is_open(request: StaffRequest, desk_table: DeskTable) -> bool:
    """Whether this user can type numbers here: in an open set, and as a director also in a held one."""
    rules_on_it = desk_table.state == CardSet.State.HELD and request.role == Role.DIRECTOR
    return desk_table.is_open or (rules_on_it and desk_table.written_off is None)


def is_overtaken(refused: Refused) -> bool:
    """Whether a repeated form was refused because the set has changed since it was carried out."""
    return any(fault.code == "overtaken" for fault in refused.faults)


def show_conflict(request: StaffRequest, form: DeskForm, conflict: Conflict) -> HttpResponse:
    """A page to choose field by field between the stored set and this form, which was not stored.

    If only the seats changed, or the user types blind, the table's page with what was typed.
    """
    table_then = form.desk_table
    desk_table = get_desk_table(table_then.tournament, table_then.round.number, table_then.table.number)
    version = seen_version(form.stamp_sent)
    blind = is_blind(waiting_for_second(desk_table), request.user)
    reseated = form.seen_seats != desk_table.seats
    if blind or (reseated and version == desk_table.version and is_open(request, desk_table)):
        carried_form = form.carried_over(without_numbers(desk_table) if blind else desk_table)
        faults = [*conflict.faults, *carried_form.typed_for_nobody()]
        return show_table(
            request, desk_table, carried_form, refused=faults, reseated=reseated, status=conflict.status
        )
    page = {
        "tournament": desk_table.tournament,
        "section": "desk",
        "desk_table": desk_table,
        "conflict": conflict,
        "done": form.stamp_sent.key if is_overtaken(conflict) else None,
        "merge": merge(desk_table, version, table_then.rules.fields(form.written_set)),
        "is_open": is_open(request, desk_table),
        "not_begun": why_not_begun(desk_table.round) if desk_table.version == 0 else "",
    }
    return render(request, "scoring/desk/conflict.html", page, status=conflict.status)


def show_differences(
    request: StaffRequest, desk_table: DeskTable, *, status: int = 200
) -> HttpResponse | None:
    """A page with only the fields that this second person typed differently; None for other users."""
    waiting = waiting_for_second(desk_table)
    second_typing = retyped(desk_table, waiting)
    if waiting is None or second_typing is None or waiting.retyped_by_id != request.user.pk:
        return None
    differences = differing(desk_table, desk_table.written_set, second_typing)
    differing_fields, typed_fields = (
        {difference.field for difference in differences},
        desk_table.rules.fields(second_typing),
    )
    page = {
        "tournament": desk_table.tournament,
        "section": "desk",
        "desk_table": desk_table,
        "waiting": waiting,
        "differences": differences,
        "typed": typed_fields,
        "agreed": {name: value for name, value in typed_fields.items() if name not in differing_fields},
        "hold_form": HoldForm(),
    }
    return render(request, "scoring/desk/differences.html", page, status=status)


def outcome_sentence(request: StaffRequest, desk_table: DeskTable, outcome: Outcome) -> str:
    """What happened to the set, for the message after the redirect."""
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
    """Judges what is typed so far and renders the judgement; stores nothing."""
    tournament = get_tournament(request, slug, may="score")
    desk_table = get_desk_table(tournament, number, table)
    form = desk_form(request.POST, desk_table=desk_table)
    page: dict[str, Any] = {"tournament": tournament, "desk_table": desk_table, "form": form, "oob": True}
    page["moves"] = moves(desk_table, form.written_set) if form.acceptable else []
    return render(request, form.check_template, page)
