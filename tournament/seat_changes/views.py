"""Changes of seats during the day: first a preview, then the change."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.seating import RankedWeights
from tournament.access import StaffRequest, get_tournament
from tournament.categories.queries import leaving_query, to_leave
from tournament.draw.forms import ConfirmForm
from tournament.draw.replacing import any_seed
from tournament.draw.views import replan_page
from tournament.forms import place_faults
from tournament.models import Tournament
from tournament.refused import Refused
from tournament.seat_changes.actions import change_seats
from tournament.seat_changes.forms import EXPLAINED, KINDS, ChangeForm, PeopleForm, PlanAgainForm, ReasonForm
from tournament.seat_changes.plan_again import plan_again, replan
from tournament.seat_changes.planner import Proposal, first_open_round, propose
from tournament.seating.queries import certificate_of, reason_of_plan, seating, sentence, unseated
from tournament.stamps import stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
def seat_changes(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?change=withdraw&player=54&from_round=2` shows the effect; a POST makes the change."""
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return make_change(request, tournament)
    form = change_form(request.GET, tournament)
    return changes_page(request, tournament, form, ReasonForm())


def make_change(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    stamp, reason_form = stamp_of(request.POST), ReasonForm(request.POST)
    form = change_form(request.POST, tournament, is_sent=True)
    if not form.is_valid() or not reason_form.is_valid():
        return changes_page(request, tournament, form, reason_form, status=422)
    try:
        seats = change_seats(
            tournament,
            *form.changes,
            **reason_form.cleaned_data,
            full_tables=full_tables(form),
            by=request.user,
            stamp=stamp,
        )
    except Refused as refused:
        place_faults(reason_form, refused)
        return changes_page(request, tournament, form, reason_form, status=refused.status)
    changed = ngettext(
        "The seats are changed in %(round)s.", "The seats are changed in rounds %(numbers)s.", len(seats)
    )
    values = {"round": tournament.round_in_words(int(next(iter(seats)))), "numbers": ", ".join(seats)}
    messages.success(request, changed % values)
    return redirect("seating", tournament.slug)


def change_form(data: QueryDict, tournament: Tournament, *, is_sent: bool = False) -> ChangeForm | PeopleForm:
    kind = data.get("change", "") if data.get("change") in KINDS else "withdraw"
    bound = data if is_sent or "player" in data or ("from_round" in data and kind == "people") else None
    form: ChangeForm | PeopleForm
    if kind == "people":
        form = PeopleForm(bound, tournament=tournament, is_sent=is_sent)
    else:
        form = ChangeForm(bound, tournament=tournament, kind=kind, is_sent=is_sent)
    form.initial = {"change": kind, "from_round": first_open_round(tournament)}
    return form


def full_tables(form: ChangeForm | PeopleForm) -> bool:
    return bool(form.cleaned_data.get("full_tables"))


def changes_page(
    request: StaffRequest,
    tournament: Tournament,
    form: ChangeForm | PeopleForm,
    reason_form: ReasonForm,
    *,
    plan_form: PlanAgainForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with the effect of the form's change, or why it is impossible."""
    proposal = None
    if form.is_bound and form.is_valid():
        try:
            proposal = propose(tournament, *form.changes, full_tables=full_tables(form))
        except Refused as refused:
            place_faults(form, refused)
            status, reason_form = refused.status, ReasonForm()
    if form.errors:
        status = max(status, 422)
    context = page_context(tournament, form, reason_form, proposal)
    if plan_form is not None:
        context["plan_form"] = plan_form
    return render(request, "tournament/seat_changes/seat_changes.html", context, status=status)


def page_context(
    tournament: Tournament, form: ChangeForm | PeopleForm, reason_form: ReasonForm, proposal: Proposal | None
) -> dict[str, Any]:
    if proposal is not None:
        reason_form.fields["reason"].required = proposal.touches_published
    return {
        "tournament": tournament,
        "section": "seating",
        "kinds": KINDS,
        "explained": EXPLAINED[form.kind],
        "form": form,
        "reason_form": reason_form,
        "proposal": proposal,
        "entries": list(tournament.entries.with_people()),
        "free": [*unseated(tournament), *tournament.entries.with_people().waiting()]
        if form.kind not in ("withdraw", "people")
        else [],
        "sent": fields_sent(form) if proposal else [],
        "groups": groups(tournament) if form.kind == "people" and not proposal else [],
        "plan_form": PlanAgainForm(initial=next_plan(tournament)),
        "weights": RankedWeights(),
    }


def fields_sent(form: ChangeForm | PeopleForm) -> list[tuple[str, str]]:
    """What was asked for, as the fields of the form that confirms it."""
    data = form.data
    assert isinstance(data, QueryDict)  # noqa: S101 (for the type checker)
    return [(name, value) for name in form.fields if name in data for value in data.getlist(name)]


def groups(tournament: Tournament) -> list[dict[str, Any]]:
    """Players who often leave together, to fill in: who did not come, and categories after their last round."""
    absent = tournament.entries.missing().filter(seats__isnull=False).distinct().order_by("number")
    numbers = list(absent.values_list("number", flat=True))
    query = leaving_query(numbers, first_open_round(tournament))
    rows = [{"name": _("Who did not come"), "count": len(numbers), "query": query}] if numbers else []
    return rows + [{"name": category.name, **leave} for category, leave in to_leave(tournament).items()]


def next_plan(tournament: Tournament) -> dict[str, Any]:
    """The initial form for a new plan: from the first round that is not published."""
    last = tournament.rounds.published().last()
    steps = {f"step_{letter}": step for letter, step in tournament.steps.items()}
    return {"from_round": last.number + 1 if last else 1, "movement": tournament.movement, **steps}


@require_safe
def plan_again_preview(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?from_round=3&movement=assigned` shows the effect of a new plan."""
    tournament = get_tournament(request, slug, may="direct")
    form = PlanAgainForm(request.GET)
    if not form.is_valid():
        return plan_again_refused(request, tournament, form, 422)
    try:
        replanned = replan(tournament, form.cleaned_data["from_round"], form.choice, any_seed())
    except Refused as refused:
        place_faults(form, refused)
        return plan_again_refused(request, tournament, form, refused.status)
    return replan_page(request, tournament, replanned, reverse("plan-again", args=[slug]), form.fields_sent)


@require_POST
def again(request: StaffRequest, slug: str) -> HttpResponse:
    """Plans the remaining rounds anew, as shown before."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form, confirm = stamp_of(request.POST), PlanAgainForm(request.POST), ConfirmForm(request.POST)
    if not form.is_valid() or not confirm.is_valid():
        return plan_again_refused(request, tournament, form, 422)
    from_round, data = form.cleaned_data["from_round"], confirm.cleaned_data
    try:
        rounds = plan_again(
            tournament, from_round=from_round, choice=form.choice, **data, by=request.user, stamp=stamp
        )
    except Refused as refused:
        try:
            replanned = replan(tournament, from_round, form.choice, data["seed"] or any_seed())
        except Refused as impossible:
            place_faults(form, impossible)
            return plan_again_refused(request, tournament, form, impossible.status)
        place_faults(confirm, refused)
        address = reverse("plan-again", args=[slug])
        return replan_page(request, tournament, replanned, address, form.fields_sent, confirm, refused.status)
    words = [
        _("Planned."),
        sentence(certificate_of(tournament, seating(tournament)), tournament),
        reason_of_plan(rounds[0]),
    ]
    messages.success(request, " ".join(filter(None, words)))
    return redirect("seating", slug)


def plan_again_refused(
    request: StaffRequest, tournament: Tournament, form: PlanAgainForm, status: int
) -> HttpResponse:
    blank = ChangeForm(tournament=tournament, kind="withdraw", initial={"change": "withdraw"})
    return changes_page(request, tournament, blank, ReasonForm(), plan_form=form, status=status)
