from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest
from club.forms import ReasonForm
from record.answering import refusals_in, status_of
from record.stamps import stamp_of
from rules.seating import RankedWeights
from tournament.access import get_tournament
from tournament.categories.queries import leaving_query, to_leave
from tournament.models import Tournament
from tournament.seating.change_seats import change_seats
from tournament.seating.changed_rounds import first_open_round, propose
from tournament.seating.draw import plan_again, replan
from tournament.seating.forms.changes import EXPLAINED, KINDS, ChangeForm, PeopleForm, PlanAgainForm
from tournament.seating.forms.draw import ConfirmForm, plan_again_values
from tournament.seating.queries import certificate_of, reason_of_plan, seating, sentence, without_seat
from tournament.seating.views.draw import replan_page


@require_http_methods(["GET", "HEAD", "POST"])
def seat_changes(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    if request.method == "POST":
        return make_change(request, tournament)
    form, reason_form = change_form(request.GET, tournament), ReasonForm(is_needed=False)
    reason_form.initial = {"reason": request.GET.get("reason", "")}
    return changes_page(request, tournament, form, reason_form)


def make_change(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    stamp, reason_form = stamp_of(request.POST), ReasonForm(request.POST, is_needed=False)
    form = change_form(request.POST, tournament, is_sent=True)
    if form.is_valid() and reason_form.is_valid():
        with refusals_in(reason_form):
            seats = change_seats(
                tournament,
                *form.changes,
                **reason_form.cleaned_data,
                by=request.user,
                stamp=stamp,
            )
            changed = ngettext(
                "The seats are changed in %(round)s.",
                "The seats are changed in rounds %(numbers)s.",
                len(seats),
            )
            values = {"round": tournament.round_in_words(int(next(iter(seats)))), "numbers": ", ".join(seats)}
            messages.success(request, changed % values)
            return redirect("seating", tournament.slug)
    return changes_page(request, tournament, form, reason_form)


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


def changes_page(
    request: StaffRequest,
    tournament: Tournament,
    form: ChangeForm | PeopleForm,
    reason_form: ReasonForm,
    *,
    plan_form: PlanAgainForm | None = None,
    confirm: ConfirmForm | None = None,
) -> HttpResponse:
    proposal, status = None, status_of(plan_form, confirm, form, reason_form)
    if form.is_valid():
        with refusals_in(form) as impossible:
            proposal = propose(tournament, *form.changes)
        if impossible.refused:
            status, reason_form = status_of(form), ReasonForm(is_needed=False)
    if proposal is not None:
        reason_form.fields["reason"].required = proposal.touches_published
    context = {
        "tournament": tournament,
        "section": "seat-changes",
        "kinds": KINDS,
        "explained": EXPLAINED[form.kind],
        "form": form,
        "reason_form": reason_form,
        "proposal": proposal,
        "entries": list(tournament.entries.with_people()),
        "free": without_seat(tournament) if form.kind not in ("withdraw", "people") else [],
        "sent": fields_sent(form) if proposal else [],
        "groups": groups(tournament) if form.kind == "people" and not proposal else [],
        "plan_form": plan_form or PlanAgainForm(initial=plan_again_values(tournament)),
        "weights": RankedWeights(),
    }
    return render(request, "tournament/seating/changes.html", context, status=status)


def fields_sent(form: ChangeForm | PeopleForm) -> list[tuple[str, str]]:
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


@require_safe
def plan_again_preview(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = PlanAgainForm(request.GET)
    if form.is_valid():
        with refusals_in(form):
            return plan_again_page(request, tournament, form)
    return plan_again_refused(request, tournament, form)


def plan_again_page(
    request: StaffRequest,
    tournament: Tournament,
    form: PlanAgainForm,
    confirm: ConfirmForm | None = None,
) -> HttpResponse:
    replanned = replan(
        tournament,
        form.cleaned_data["from_round"],
        form.choice,
        confirm.cleaned_data["seed"] if confirm else None,
    )
    address = reverse("plan-again", args=[tournament.slug])
    return replan_page(request, tournament, replanned, address, form.fields_sent, confirm)


@require_POST
def again(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form, confirm = stamp_of(request.POST), PlanAgainForm(request.POST), ConfirmForm(request.POST)
    if form.is_valid() and confirm.is_valid():
        with refusals_in(confirm):
            rounds = plan_again(
                tournament,
                from_round=form.cleaned_data["from_round"],
                choice=form.choice,
                **confirm.cleaned_data,
                by=request.user,
                stamp=stamp,
            )
            words = [
                _("Planned."),
                sentence(certificate_of(tournament, seating(tournament)), tournament),
                reason_of_plan(rounds[0]),
            ]
            messages.success(request, " ".join(filter(None, words)))
            return redirect("seating", slug)
        with refusals_in(form):
            return plan_again_page(request, tournament, form, confirm)
    return plan_again_refused(request, tournament, form, confirm)


def plan_again_refused(
    request: StaffRequest, tournament: Tournament, form: PlanAgainForm, confirm: ConfirmForm | None = None
) -> HttpResponse:
    blank = ChangeForm(tournament=tournament, kind="withdraw", initial={"change": "withdraw"})
    return changes_page(
        request, tournament, blank, ReasonForm(is_needed=False), plan_form=form, confirm=confirm
    )
