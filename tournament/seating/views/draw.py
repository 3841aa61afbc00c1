"""The seating page: choose a movement and see its effect, draw, look at every round, make wishes."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Request, StaffRequest
from club.models import Movement
from record.answering import place, refusals_in, status_of
from record.refused import Refused
from record.stamps import stamp_of
from rules.seating import LETTERS
from tournament.access import get_tournament
from tournament.categories.queries import to_leave, will_leave
from tournament.models import Entry, Tournament
from tournament.seating import draw as drawing
from tournament.seating import plans, wishes
from tournament.seating.announcing import announced, own_ways
from tournament.seating.forms.draw import (
    ConfirmForm,
    DrawForm,
    FixedTableForm,
    KeepApartForm,
    PlanForm,
    WishForm,
    plan_values,
)
from tournament.seating.meetings import meeting_picture
from tournament.seating.proposal import NewPlan, plan_anew
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
from tournament.words import in_words


@require_safe
def seating_page(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: the plan to be drawn, or the drawn rounds; `?movement=…&rounds=…&compare=…` shows other plans."""
    tournament = get_tournament(request, slug, may="direct")
    if tournament.drawn_at is not None and "movement" not in request.GET:
        return render(request, "tournament/seating/drawn.html", drawn_context(tournament))
    form = PlanForm(request.GET if "movement" in request.GET else plan_values(tournament))
    return plan_page(request, tournament, form)


def plan_page(
    request: StaffRequest,
    tournament: Tournament,
    form: PlanForm,
    confirm: ConfirmForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    if refused is not None:
        tournament.refresh_from_db()
    context = plan_context(tournament, form)
    if refused is not None:  # only now: a form with faults shows no plan
        place(refused, form)
    return render(request, "tournament/seating/plan.html", context, status=status_of(form, confirm))


def plan_context(tournament: Tournament, form: PlanForm) -> dict[str, Any]:
    """The chosen plan, a better one if there is one, and one to compare."""
    size = expected(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "seating",
        "form": form,
        "draw_form": form if isinstance(form, DrawForm) else DrawForm(),
        "looked_at": drawing.draw_inputs(tournament),
        "kept_choice": drawing.stored_choice(tournament),
        "size": size,
        "checked_in": len(drawable(tournament)),
        "published": tournament.rounds.published().last(),
        "leaving": will_leave(tournament),
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
    rounds = plan.plan.rounds if plan.plan else ()
    return {
        "plan": plan,
        "picture": meeting_picture(rounds),
        "meetings": plans.meeting_rows(rounds),
        "rounds": len(rounds),
        **certificate_context(plan.certificate),
    }


def wishes_context(tournament: Tournament) -> dict[str, Any]:
    entries = list(tournament.entries.exclude(state=Entry.State.WITHDRAWN).with_people())
    pairs = list(tournament.keep_apart.select_related("first__person", "second__person"))
    return {
        "entries": entries,
        "pairs": pairs,
        "wishes_shown": wishes.wishes_shown(entries, pairs),
        "keep_apart_form": KeepApartForm(tournament=tournament),
        "fixed_form": FixedTableForm(tournament=tournament),
    }


def drawn_context(tournament: Tournament) -> dict[str, Any]:
    """The drawn rounds, the certificate of all of them, and who has no seat."""
    rounds = seating(tournament)
    certificate = certificate_of(tournament, rounds)
    plan, own = as_plan(rounds), own_ways(rounds)
    return {
        "tournament": tournament,
        "section": "seating",
        "rounds": [
            {
                "seating": round_seating,
                "announcement": announced(round_seating.round),
                "own_ways": own.get(round_seating.round.number),
                # The pairs that sit together here and have met before.
                "again": sum(
                    round_seating.round.number in repeat.rounds[1:] for repeat in certificate.repeats
                ),
            }
            for round_seating in rounds
        ],
        "sentence": sentence(certificate, tournament),
        "draw_form": DrawForm(),
        "looked_at": drawing.draw_inputs(tournament),
        "drawn_now": len(drawable(tournament)),
        "plan_reason": reason_of_plan(rounds[-1].round) if rounds else "",
        "picture": meeting_picture(plan),
        "meetings": plans.meeting_rows(plan),
        "unseated": unseated(tournament),
        "published": tournament.rounds.published().last(),
        "next_round": tournament.rounds.planned().first(),
        "leaving": [{"category": category, **leave} for category, leave in to_leave(tournament).items()],
        **certificate_context(certificate),
        **wishes_context(tournament),
    }


@require_POST
def draw(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form, confirm = stamp_of(request.POST), DrawForm(request.POST), ConfirmForm(request.POST)
    if not form.is_valid() or not confirm.is_valid():
        return plan_page(request, tournament, form, confirm)
    replaces = tournament.drawn_at is not None
    with refusals_in(confirm) as trouble:
        drawing.draw(
            tournament,
            choice=form.choice,
            **confirm.cleaned_data,
            by=request.user,
            stamp=stamp,
        )
        messages.success(request, _("The seats are drawn. Nothing is public until you publish round 1."))
        return redirect("seating", slug)
    if replaces:
        tournament.refresh_from_db()
        return draw_again_page(request, tournament, form, confirm)
    return plan_page(request, tournament, form, refused=trouble.refused)


@require_safe
def draw_again(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?movement=…&rounds=…&seed=…` shows what a new draw would change, seat by seat."""
    tournament = get_tournament(request, slug, may="direct")
    if tournament.drawn_at is None:
        return redirect("seating", slug)
    form = DrawForm(request.GET)
    return draw_again_page(request, tournament, form)


def draw_again_page(
    request: StaffRequest, tournament: Tournament, form: DrawForm, confirm: ConfirmForm | None = None
) -> HttpResponse:
    if form.is_valid():
        with refusals_in(form):
            drawing.refuse_once_published(tournament)
            replanned = plan_anew(tournament, 1, form.choice, form.cleaned_data["seed"])
            return replan_page(
                request,
                tournament,
                replanned,
                reverse("draw", args=[tournament.slug]),
                form.fields_sent,
                confirm,
                draws=form.chosen.label,
                looked_at=drawing.draw_inputs(tournament),
            )
    return plan_page(request, tournament, form)


def replan_page(
    request: StaffRequest,
    tournament: Tournament,
    replanned: NewPlan,
    address: str,
    fields: Mapping[str, object],
    confirm: ConfirmForm | None = None,
    **context: Any,
) -> HttpResponse:
    """The changes of a new plan, with the form that makes it, sent to `address` with `fields`."""
    confirm = confirm or ConfirmForm()
    confirm.fields["reason"].required = bool(replanned.replaced)
    page = {
        "tournament": tournament,
        "section": "seating",
        "replanned": replanned,
        "plan_reason": in_words(replanned.plan.reason) if replanned.plan.reason else "",
        "notes": list(map(in_words, replanned.plan.notes)),
        "address": address,
        "fields": fields,
        "confirm": confirm,
        **context,
    }
    return render(request, "tournament/seating/replan.html", page, status=status_of(confirm))


@require_POST
def choose(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), PlanForm(request.POST)
    if not form.is_valid():
        return plan_page(request, tournament, form)
    with refusals_in() as trouble:
        drawing.choose_movement(
            tournament,
            movement=form.chosen,
            rounds=form.cleaned_data["rounds"],
            steps=dict(zip(LETTERS, form.steps, strict=True)) if form.steps else {},
            by=request.user,
            stamp=stamp,
        )
        messages.success(request, _("Your choice is saved for the draw."))
        return redirect("seating", slug)
    return plan_page(request, tournament, form, refused=trouble.refused)


@require_POST
def keep_apart(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), KeepApartForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            wishes.keep_apart(tournament, **form.cleaned_data, by=request.user, stamp=stamp)
            return redirect("seating", slug)
    return wish_refused(request, tournament, status_of(form), keep_apart_form=form)


@require_POST
def keep_apart_no_more(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), WishForm(request.POST)
    if not form.is_valid():
        raise Http404(_("There is no such pair."))
    with refusals_in() as trouble:
        wishes.keep_apart_no_more(tournament, pair=form.cleaned_data["pair"], by=request.user, stamp=stamp)
        return redirect("seating", slug)
    return wish_refused(request, tournament, status_of(trouble.refused), wish_faults=trouble.faults)


@require_POST
def fix_table(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), FixedTableForm(request.POST, tournament=tournament)
    if form.is_valid():
        entry, table = form.cleaned_data["player"], form.cleaned_data["table"]
        with refusals_in(form):
            wishes.fix_table(tournament, entry=entry, table=table, by=request.user, stamp=stamp)
            return redirect("seating", slug)
    return wish_refused(request, tournament, status_of(form), fixed_form=form)


def wish_refused(request: Request, tournament: Tournament, status: int, **form: Any) -> HttpResponse:
    if tournament.drawn_at is not None:
        context, template = drawn_context(tournament), "tournament/seating/drawn.html"
    else:
        plan = PlanForm(plan_values(tournament))
        context, template = plan_context(tournament, plan), "tournament/seating/plan.html"
    return render(request, template, {**context, **form}, status=status)
