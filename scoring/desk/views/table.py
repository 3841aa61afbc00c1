"""One table at the score desk: the grid of its cards, what the rules say about it, and what becomes of it."""

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
from scoring.desk.forms.settling import HoldForm, MoveForm, ReopenForm, RulingForm
from scoring.desk.presence import leave, others_at
from scoring.desk.preview import moves
from scoring.models import PLAYING, CardSet
from scoring.sets.accepting import accept_set, hold_set, rule_on_set
from scoring.sets.change import Outcome, seen_version
from scoring.sets.confirmations import is_blind, retyped, waiting_for_second, without_numbers
from scoring.sets.entering import save_set
from scoring.sets.merge import differing, merge
from scoring.sets.past import past
from scoring.sets.queries import TablePlace, table_place
from tournament.access import StaffRequest, get_tournament
from tournament.models import Role, Round
from tournament.refused import Conflict, Refused

DeskForm: TypeAlias = SetForm | FactsForm
ALWAYS_SAID = (CardSet.State.ACCEPTED, PLAYING)


def desk_form(data: Any = None, *, place: TablePlace) -> DeskForm:
    """The facts of each game where the table's cards carry facts, the grid of numbers elsewhere."""
    return FactsForm(data, place=place) if place.rules.carries_facts else SetForm(data, place=place)


@require_http_methods(["GET", "HEAD", "POST"])
def desk_table(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The grid. A POST keeps, accepts, holds or (a director) rules, as `do` says: save, accept, hold, rule."""
    tournament = get_tournament(request, slug, may="score")
    place = table_place(tournament, number, table)
    if request.method != "POST":
        return show_differences(request, place) or show_table(request, place, desk_form(place=place))
    form = desk_form(request.POST, place=place)
    if not form.is_valid() and form.reseated:
        return show_conflict(request, form, Conflict(form.reseated))
    if not form.is_valid():
        return show_table(request, place, form, status=422)
    try:
        outcome = carry_out(request, place, form)
    except Conflict as conflict:
        return show_conflict(request, form, conflict)
    except Refused as refused:
        return show_table(request, place, form, refused=refused.faults, status=422)
    if outcome.faults and request.POST.get("do") != "save":
        fresh = table_place(tournament, number, table)
        again = show_differences(request, fresh, status=422)
        return again or show_table(request, fresh, desk_form(place=fresh), kept=True, status=422)
    leave(place.table, by=request.user)
    # The browser keeps what was typed until it reads that this key was carried out.
    messages.success(request, sentence(request, place, outcome), extra_tags=str(form.stamp_sent.key))
    return redirect("desk-round", slug, number)


def carry_out(request: StaffRequest, place: TablePlace, form: DeskForm) -> Outcome:
    """Does what the pressed button says with the set as typed. Raises Conflict, Refused, PermissionDenied."""
    judgement, stamp, by = form.judgement, form.stamp_sent, request.user
    match request.POST.get("do"):
        case "accept":
            return accept_set(place, judgement, by=by, stamp=stamp, mended=form.mends)
        case "hold":
            hold = HoldForm(request.POST)
            hold.refuse_faults()
            return hold_set(place, judgement, by=by, stamp=stamp, reason=hold.cleaned_data["held_reason"])
        case "rule":
            if request.role != Role.DIRECTOR:
                raise PermissionDenied(_("This is for the tournament's directors."))
            ruling = RulingForm(request.POST, place=place)
            ruling.refuse_faults()
            return rule_on_set(place, judgement, by=by, stamp=stamp, **ruling.cleaned_data)
        case _:
            return save_set(place, judgement, by=by, stamp=stamp, mended=form.mends)


def show_table(
    request: StaffRequest, place: TablePlace, form: DeskForm, *, status: int = 200, **context: Any
) -> HttpResponse:
    """The page of one table: its grid while it is open, its numbers and past once it is accepted."""
    waiting = waiting_for_second(place)
    blind = is_blind(waiting, request.user)
    if blind and not form.is_bound:
        form = desk_form(place=without_numbers(place))
    page = {
        "tournament": place.tournament,
        "section": "desk",
        "place": place,
        "form": form,
        "counts": count_words(place.round),
        "is_open": is_open(request, place),
        "hold_form": HoldForm(request.POST if form.is_bound else None),
        "holds": request.POST.get("do") == "hold",
        "ruling_form": RulingForm(request.POST if form.is_bound else None, place=place),
        "move_form": MoveForm(place=place),
        "reopen_form": ReopenForm(place=place),
        "moves": moves(place, form.written) if form.judgement.acceptable else [],
        "history": past(place),
        "waiting": waiting,
        "blind": blind,
        "next_tables": " ".join(map(str, open_tables(place.round, after=place.table.number))),
        "tables_address": reverse("desk-table", args=[place.tournament.slug, place.round.number, 0]),
        "others": others_at(place.table, request.user),
        **context,
    }
    return render(request, "scoring/desk/table.html", page, status=status)


def count_words(round_: Round) -> list[tuple[str, str, str]]:
    """How far a round is: state, the chip's look, and the words; none where there is nothing to say."""
    counts = set_counts(round_)
    chips = {
        CardSet.State.ACCEPTED.value: ("good", _("%(count)s accepted")),
        CardSet.State.IN.value: ("in", _("%(count)s in")),
        CardSet.State.HELD.value: ("held", _("%(count)s held")),
        PLAYING: ("plain", _("%(count)s playing")),
    }
    return [
        (state, look, words % {"count": counts[state]} if counts[state] or state in ALWAYS_SAID else "")
        for state, (look, words) in chips.items()
    ]


def is_open(request: StaffRequest, place: TablePlace) -> bool:
    """Whether numbers can be typed here: not once accepted, and in a held set only by a director."""
    return place.is_open or (place.state == CardSet.State.HELD and request.role == Role.DIRECTOR)


def show_conflict(request: StaffRequest, form: DeskForm, conflict: Conflict) -> HttpResponse:
    """Nothing was overwritten: what was there, what the other wrote and what you wrote, to choose field by field.

    Where only the players are others, and for somebody who types blind, it is the table's page with what was typed.
    """
    old = form.place
    place = table_place(old.tournament, old.round.number, old.table.number)
    version = seen_version(form.stamp_sent)
    blind = is_blind(waiting_for_second(place), request.user)
    reseated = form.seen_seats != place.seats
    if blind or (reseated and version == place.version and is_open(request, place)):
        again = form.carried_over(without_numbers(place) if blind else place)
        faults = [*conflict.faults, *again.typed_for_nobody()]
        return show_table(request, place, again, refused=faults, reseated=reseated, status=conflict.status)
    page = {
        "tournament": place.tournament,
        "section": "desk",
        "place": place,
        "conflict": conflict,
        "merge": merge(place, version, old.rules.fields(form.written)),
        "is_open": is_open(request, place),
    }
    return render(request, "scoring/desk/conflict.html", page, status=conflict.status)


def show_differences(request: StaffRequest, place: TablePlace, *, status: int = 200) -> HttpResponse | None:
    """Only what this person typed otherwise than the one who stands for the set; None where nothing differs."""
    waiting = waiting_for_second(place)
    yours = retyped(place, waiting)
    if waiting is None or yours is None or waiting.retyped_by_id != request.user.pk:
        return None
    differences = differing(place, place.written, yours)
    named, typed = {difference.field for difference in differences}, place.rules.fields(yours)
    page = {
        "tournament": place.tournament,
        "section": "desk",
        "place": place,
        "waiting": waiting,
        "differences": differences,
        "typed": typed,
        "agreed": {name: value for name, value in typed.items() if name not in named},
        "hold_form": HoldForm(),
    }
    return render(request, "scoring/desk/differences.html", page, status=status)


def sentence(request: StaffRequest, place: TablePlace, outcome: Outcome) -> str:
    """What happened, in the past tense."""
    table = {"table": place.table.number}
    if outcome.state == CardSet.State.ACCEPTED:
        return _("Table %(table)s is accepted.") % table
    if outcome.state == CardSet.State.HELD:
        return _("Table %(table)s is held for the director.") % table
    if request.POST.get("do") == "accept":
        return _("Table %(table)s waits for another scorekeeper to type it too.") % table
    return _("Table %(table)s is kept as typed. It does not count yet.") % table


@require_POST
def desk_check(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the rules say about what is typed so far. Nothing is stored."""
    tournament = get_tournament(request, slug, may="score")
    place = table_place(tournament, number, table)
    form = desk_form(request.POST, place=place)
    acceptable = form.is_valid() and form.judgement.acceptable
    page: dict[str, Any] = {"place": place, "form": form, "oob": True}
    page["moves"] = moves(place, form.written) if acceptable else []
    return render(request, form.check_template, page)
