"""The pages about one table at the score desk: its own, two versions to choose from, and a second typing."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from club.access import StaffRequest
from club.models import Role
from record.refused import Conflict, Refused
from scoring.desk.answers import question_of
from scoring.desk.board import open_tables, set_counts
from scoring.desk.forms.cards import CardsForm
from scoring.desk.forms.settling import HoldForm, MoveForm, ReopenForm, RulingForm, WriteOffForm
from scoring.desk.presence import others_at
from scoring.models import PLAYING, CardSet
from scoring.sets.change import seen_version
from scoring.sets.confirmations import is_blind, retyped, waiting_for_second, without_numbers
from scoring.sets.merge import differing, merge
from scoring.sets.past import past
from scoring.sets.queries import DeskTable, get_desk_table
from tournament.clock.queries import why_not_begun
from tournament.models import Round

ALWAYS_COUNTED = (CardSet.State.ACCEPTED, PLAYING)


def show(
    request: StaffRequest, page: str, desk_table: DeskTable, status: int, **context: Any
) -> HttpResponse:
    section = "desk-held" if context.get("question") else "desk"
    context |= {"tournament": desk_table.tournament, "section": section, "desk_table": desk_table}
    return render(request, f"scoring/desk/{page}.html", context, status=status)


def show_table(
    request: StaffRequest, desk_table: DeskTable, form: CardsForm, *, status: int = 200, **refused: Any
) -> HttpResponse:
    """The page of one table: its form while it is open, its numbers and history once it is accepted."""
    waiting = waiting_for_second(desk_table)
    blind = is_blind(waiting, request.user)
    if blind and not form.is_bound:
        form = type(form)(desk_table=without_numbers(desk_table))
    sent = form.data if form.is_bound else None
    settles = desk_table.state == CardSet.State.HELD and is_open(request, desk_table)
    context = {
        "form": form,
        "counts": count_chips(desk_table.round),
        "is_open": is_open(request, desk_table),
        "not_begun": why_not_begun(desk_table.round) if desk_table.version == 0 else "",
        "hold_form": HoldForm(sent),
        "holds": request.POST.get("do") == "hold",
        "ruling_form": RulingForm(sent, desk_table=desk_table),
        "question": question_of(desk_table, type(form)) if settles else None,
        "move_form": MoveForm(desk_table=desk_table),
        "reopen_form": ReopenForm(desk_table=desk_table),
        "write_off_form": WriteOffForm(),
        "history": past(desk_table),
        "waiting": waiting,
        "blind": blind,
        "next_tables": " ".join(map(str, open_tables(desk_table.round, after=desk_table.table.number))),
        "tables_address": reverse(
            "desk-table", args=[desk_table.tournament.slug, desk_table.round.number, 0]
        ),
        "others": others_at(desk_table.table, request.user),
        **refused,
    }
    return show(request, "table", desk_table, status, **context)


def count_chips(round_: Round) -> list[tuple[str, str, str]]:
    """For each state its name, its look, and its count in words, "" where it is not shown."""
    counts = set_counts(round_)
    has_begun = round_.started_at or any(counts[state] for state in CardSet.State.values)
    chips = {
        CardSet.State.ACCEPTED.value: ("good", _("%(count)s accepted")),
        CardSet.State.IN.value: ("in", _("%(count)s in")),
        CardSet.State.HELD.value: ("held", _("%(count)s held")),
        PLAYING: ("plain", _("%(count)s playing") if has_begun else _("%(count)s not started")),
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


def show_conflict(request: StaffRequest, form: CardsForm, conflict: Conflict) -> HttpResponse:
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
    return show(
        request,
        "conflict",
        desk_table,
        conflict.status,
        conflict=conflict,
        done=form.stamp_sent.key if is_overtaken(conflict) else None,
        merge=merge(desk_table, version, table_then.rules.values(form.written_set)),
        is_open=is_open(request, desk_table),
    )


def show_differences(
    request: StaffRequest, desk_table: DeskTable, *, status: int = 200
) -> HttpResponse | None:
    """A page with only the fields that this second person typed differently; None for other users."""
    waiting = waiting_for_second(desk_table)
    second_typing = retyped(desk_table, waiting)
    if waiting is None or second_typing is None or waiting.retyped_by_id != request.user.pk:
        return None
    differences = differing(desk_table, desk_table.written_set, second_typing)
    typed, differ = desk_table.rules.fields(second_typing), {difference.field for difference in differences}
    return show(
        request,
        "differences",
        desk_table,
        status,
        waiting=waiting,
        differences=differences,
        typed=typed,
        agreed={name: value for name, value in typed.items() if name not in differ},
        hold_form=HoldForm(),
    )
