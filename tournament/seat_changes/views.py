"""Changes during the day: what a change would do is shown first, then it is carried out, on record."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.seating import RankedWeights
from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.models import Tournament
from tournament.refused import Refused
from tournament.revisions import slips_revision
from tournament.seat_changes.actions import change_seats
from tournament.seat_changes.forms import EXPLAINED, KINDS, ApplyForm, ChangeForm, PlanAgainForm
from tournament.seat_changes.plan_again import Wanted, plan_again
from tournament.seat_changes.planner import Proposal, first_open_round, propose
from tournament.seating.queries import certificate_of, seating, sentence, unseated
from tournament.words import in_words

DONE = 302


@require_http_methods(["GET", "HEAD", "POST"])
def seat_changes(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?change=withdraw&player=54&from_round=2` shows what that does; posting it does it."""
    tournament = get_tournament(request, slug, may="direct")
    data = request.POST if request.method == "POST" else request.GET
    kind = data.get("change", "") if data.get("change") in KINDS else "withdraw"
    form = ChangeForm(data if "player" in data else None, tournament=tournament, kind=kind)
    form.initial = {"change": kind, "from_round": first_open_round(tournament)}
    proposal, apply_form, status = look(request, tournament, form)
    if proposal and request.method == "POST" and apply_form.is_valid():
        status = carry_out(request, tournament, form, apply_form)
    if status == DONE:
        return redirect("seating", slug)
    context = page_context(tournament, form, apply_form, proposal)
    return render(request, "tournament/seat_changes/seat_changes.html", context, status=status)


def look(
    request: StaffRequest, tournament: Tournament, form: ChangeForm
) -> tuple[Proposal | None, ApplyForm, int]:
    """What the change would do, the form to make it with, and the status so far."""
    apply_form = ApplyForm(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return None, apply_form, 422 if form.is_bound or apply_form.is_bound else 200
    try:
        proposal = propose(tournament, form.wanted)
    except Refused as refused:
        place_faults(form, refused)
        return None, apply_form, refused.status
    apply_form.fields["reason"].required = proposal.touches_published
    return proposal, apply_form, 422 if apply_form.is_bound else 200


def carry_out(request: StaffRequest, tournament: Tournament, form: ChangeForm, apply_form: ApplyForm) -> int:
    """Makes the change and answers DONE, or the status of a refusal that now stands in the form."""
    try:
        made = change_seats(tournament, form.wanted, **apply_form.cleaned_data, by=request.user)
    except Refused as refused:
        place_faults(apply_form, refused)
        return refused.status
    numbers = ", ".join(str(one.round.number) for one in made.rounds)
    messages.success(request, _("The seats are changed in round %s.") % numbers)
    return DONE


def page_context(
    tournament: Tournament, form: ChangeForm, apply_form: ApplyForm, proposal: Proposal | None
) -> dict[str, Any]:
    if proposal is not None and not apply_form.is_bound:
        apply_form = ApplyForm(initial={"token": proposal.token})
        apply_form.fields["reason"].required = proposal.touches_published
    return {
        "tournament": tournament,
        "section": "seating",
        "kinds": KINDS,
        "explained": EXPLAINED[form.kind],
        "form": form,
        "apply_form": apply_form,
        "proposal": proposal,
        "entries": list(tournament.entries.select_related("person").order_by("number")),
        "free": [*unseated(tournament), *tournament.entries.with_people().waiting()[:1]]
        if form.kind != "withdraw"
        else [],
        "plan_form": PlanAgainForm(initial=next_plan(tournament)),
        "weights": RankedWeights(),
    }


def next_plan(tournament: Tournament) -> dict[str, Any]:
    """The form for a new plan as it stands first: from the first round that is not published."""
    last = tournament.rounds.published().last()
    steps = {f"step_{letter}": step for letter, step in tournament.steps.items()}
    return {
        "from_round": last.number + 1 if last else 1,
        "movement": tournament.movement,
        "shown": slips_revision(tournament),
        **steps,
    }


@require_POST
def again(request: StaffRequest, slug: str) -> HttpResponse:
    """Plans the rounds to come anew."""
    tournament = get_tournament(request, slug, may="direct")
    form = PlanAgainForm(request.POST)
    status = 422
    if form.is_valid():
        try:
            made, _rounds = plan_again(
                tournament,
                from_round=form.cleaned_data["from_round"],
                wanted=Wanted(form.chosen, form.steps, form.cleaned_data["new_draw"]),
                reason=form.cleaned_data["reason"],
                shown=form.cleaned_data["shown"],
                by=request.user,
            )
        except Refused as refused:
            place_faults(form, refused)
            status = refused.status
        else:
            promise = sentence(certificate_of(tournament, seating(tournament)))
            messages.success(
                request, " ".join([_("Planned."), promise, *([in_words(made.reason)] if made.reason else [])])
            )
            return redirect("seating", slug)
    blank = ChangeForm(tournament=tournament, kind="withdraw", initial={"change": "withdraw"})
    context = page_context(tournament, blank, ApplyForm(), None)
    return render(
        request, "tournament/seat_changes/seat_changes.html", {**context, "plan_form": form}, status=status
    )
