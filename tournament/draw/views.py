"""The seating page: choose a movement and see what it does, draw, look at every round, make wishes."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.seating import LETTERS, Certificate
from tournament.access import Request, StaffRequest, get_tournament
from tournament.draw import actions, plans, wishes
from tournament.draw.forms import DrawForm, FixedTableForm, KeepApartForm, PlanForm, WishForm, plan_values
from tournament.draw.pictures import meeting_picture
from tournament.forms import place_faults
from tournament.models import Entry, Movement, Tournament
from tournament.refused import Refused
from tournament.seating.announcing import announced
from tournament.seating.queries import (
    as_plan,
    certificate_context,
    certificate_of,
    drawable,
    expected,
    reason_of_plan,
    seating,
    sentence,
    unseated,
)
from tournament.stamps import stamp_of


@require_safe
def seating_page(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: the plan to be drawn, or what was drawn; `?movement=…&rounds=…&compare=…` looks at others."""
    tournament = get_tournament(request, slug, may="direct")
    if tournament.drawn_at is not None and "movement" not in request.GET:
        return render(request, "tournament/draw/drawn.html", drawn_context(tournament))
    form = PlanForm(plan_data(request.GET, tournament))
    return plan_page(request, tournament, form, status=200 if form.is_valid() else 422)


def plan_page(request: StaffRequest, tournament: Tournament, form: PlanForm, *, status: int) -> HttpResponse:
    return render(request, "tournament/draw/plan.html", plan_context(tournament, form), status=status)


def plan_data(query: QueryDict, tournament: Tournament) -> QueryDict | dict[str, Any]:
    """The data of the plan form: the query's choice, or the tournament's own without one."""
    return query if "movement" in query else plan_values(tournament)


def plan_context(tournament: Tournament, form: PlanForm) -> dict[str, Any]:
    """Everything the page says of the chosen plan, the better one beside it and one to compare."""
    size = expected(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "seating",
        "form": form,
        "draw_form": form if isinstance(form, DrawForm) else DrawForm(),
        "size": size,
        "checked_in": len(drawable(tournament)),
        "published": tournament.rounds.published().last(),
        **wishes_context(tournament),
    }
    if not form.is_valid():
        return context
    rounds = form.cleaned_data["rounds"]
    chosen = plans.preview(size, rounds, form.chosen, form.steps)
    compare = form.data.get("compare", "")
    other = (
        plans.preview(size, rounds, Movement(compare))
        if compare in Movement.values and compare != Movement.CUSTOM
        else plans.better(chosen)
    )
    plans_shown = [chosen, *([other] if other and other.movement != chosen.movement else [])]
    offers = plans.offers(size, rounds)
    return {
        **context,
        "chosen": chosen,
        "offers": offers,
        "can_be_seated": not all(offer.faults for offer in offers),
        "compared": len(plans_shown) > 1,
        "panels": [plan_panel(plan, size) for plan in plans_shown],
    }


def plan_panel(plan: plans.Preview, size: int) -> dict[str, Any]:
    """One plan: its sentence, its picture and the same as a table."""
    rounds = plan.plan.rounds if plan.plan else ()
    return {
        "plan": plan,
        "picture": meeting_picture(rounds),
        "meetings": plans.meeting_rows(rounds),
        "rounds": len(rounds),
        **certificate_context(plan.certificate),
    }


def wishes_context(tournament: Tournament) -> dict[str, Any]:
    entries = tournament.entries.exclude(state=Entry.State.WITHDRAWN).with_people()
    pairs = tournament.keep_apart.select_related("first__person", "second__person")
    return {
        "entries": list(entries),
        "pairs": list(pairs),
        "keep_apart_form": KeepApartForm(tournament=tournament),
        "fixed_form": FixedTableForm(tournament=tournament),
    }


def drawn_context(tournament: Tournament) -> dict[str, Any]:
    """What was drawn: every round, the certificate of all, who has no seat."""
    rounds = seating(tournament)
    certificate = certificate_of(tournament, rounds)
    plan = as_plan(rounds)
    return {
        "tournament": tournament,
        "section": "seating",
        "rounds": [
            {
                "seating": round_seating,
                "announcement": announced(round_seating.round),
                "again": pairs_again(certificate, round_seating.round.number),
            }
            for round_seating in rounds
        ],
        "sentence": sentence(certificate),
        "draw_form": DrawForm(),
        "drawn_now": len(drawable(tournament)),
        "plan_reason": reason_of_plan(rounds[-1].round) if rounds else "",
        "picture": meeting_picture(plan),
        "meetings": plans.meeting_rows(plan),
        "unseated": unseated(tournament),
        "published": tournament.rounds.published().last(),
        "next_round": tournament.rounds.planned().first(),
        **certificate_context(certificate),
        **wishes_context(tournament),
    }


def pairs_again(certificate: Certificate, number: int) -> int:
    """How many pairs have met before when they sit together in round `number`."""
    return sum(1 for repeat in certificate.repeats if number in repeat.rounds[1:])


@require_POST
def draw(request: StaffRequest, slug: str) -> HttpResponse:
    """Draws what the form says, or shows the form again with the reasons why not."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), DrawForm(request.POST)
    if not form.is_valid():
        return plan_page(request, tournament, form, status=422)
    try:
        actions.draw(
            tournament,
            movement=form.chosen,
            rounds=form.cleaned_data["rounds"],
            steps=form.steps,
            seed=form.cleaned_data["seed"],
            reason=form.cleaned_data["reason"],
            by=request.user,
            stamp=stamp,
        )
    except Refused as refused:
        place_faults(form, refused)
        return plan_page(request, tournament, form, status=refused.status)
    messages.success(request, _("The seats are drawn. Nothing is public until you publish round 1."))
    return redirect("seating", slug)


@require_POST
def choose(request: StaffRequest, slug: str) -> HttpResponse:
    """Keeps a movement for the draw to come."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), PlanForm(request.POST)
    if not form.is_valid():
        return plan_page(request, tournament, form, status=422)
    actions.choose_movement(
        tournament,
        movement=form.chosen,
        rounds=form.cleaned_data["rounds"],
        steps=dict(zip(LETTERS, form.steps, strict=True)) if form.steps else {},
        by=request.user,
        stamp=stamp,
    )
    messages.success(request, _("The choice is kept for the draw."))
    return redirect("seating", slug)


@require_POST
def keep_apart(request: StaffRequest, slug: str) -> HttpResponse:
    """Adds a pair to keep apart."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), KeepApartForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return wish_refused(request, tournament, 422, keep_apart_form=form)
    try:
        wishes.keep_apart(tournament, **form.cleaned_data, by=request.user, stamp=stamp)
    except Refused as refused:
        place_faults(form, refused)
        return wish_refused(request, tournament, refused.status, keep_apart_form=form)
    return redirect("seating", slug)


@require_POST
def keep_apart_no_more(request: StaffRequest, slug: str) -> HttpResponse:
    """Takes a pair to keep apart back."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), WishForm(request.POST)
    if not form.is_valid():
        raise Http404(_("There is no such pair."))
    wishes.keep_apart_no_more(tournament, pair=form.cleaned_data["pair"], by=request.user, stamp=stamp)
    return redirect("seating", slug)


@require_POST
def fix_table(request: StaffRequest, slug: str) -> HttpResponse:
    """A player stays at one table, or moves like everybody again."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), FixedTableForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return wish_refused(request, tournament, 422, fixed_form=form)
    entry, table = form.cleaned_data["player"], form.cleaned_data["table"]
    wishes.fix_table(tournament, entry=entry, table=table, by=request.user, stamp=stamp)
    return redirect("seating", slug)


def wish_refused(request: Request, tournament: Tournament, status: int, **form: Any) -> HttpResponse:
    """The seating page again, with the wish as it was typed."""
    if tournament.drawn_at is not None:
        context, template = drawn_context(tournament), "tournament/draw/drawn.html"
    else:
        plan = PlanForm(plan_values(tournament))
        context, template = plan_context(tournament, plan), "tournament/draw/plan.html"
    return render(request, template, {**context, **form}, status=status)
