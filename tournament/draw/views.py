"""The seating page: choose a movement and see its effect, draw, look at every round, make wishes."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.seating import LETTERS, Certificate
from tournament.access import Request, StaffRequest, get_tournament
from tournament.categories.queries import to_leave, will_leave
from tournament.draw import actions, plans, wishes
from tournament.draw.file import drawn_lists, meeting_list, offer_list
from tournament.draw.forms import (
    ConfirmForm,
    DrawForm,
    FixedTableForm,
    KeepApartForm,
    PlanForm,
    WishForm,
    plan_values,
)
from tournament.draw.pictures import meeting_picture
from tournament.draw.replacing import NewPlan
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
from tournament.spreadsheet import page_or_file
from tournament.stamps import stamp_of
from tournament.words import in_words


@require_safe
def seating_page(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: the plan to be drawn, or the drawn rounds; `?movement=…&rounds=…&compare=…` shows other plans."""
    tournament = get_tournament(request, slug, may="direct")
    if tournament.drawn_at is not None and "movement" not in request.GET:
        context = drawn_context(tournament)
        lists, name = drawn_lists(tournament, context), f"{slug}-seating"
        return page_or_file(request, "tournament/draw/drawn.html", context, *lists, file_name=name)
    form = PlanForm(plan_data(request.GET, tournament))
    return plan_page(request, tournament, form, status=200 if form.is_valid() else 422)


def plan_page(
    request: StaffRequest,
    tournament: Tournament,
    form: PlanForm,
    *,
    status: int,
    refused: Refused | None = None,
) -> HttpResponse:
    """The plan that the form asks for; after a refusal with its reasons."""
    if refused is not None:
        tournament.refresh_from_db()
    context = plan_context(tournament, form)
    if refused is not None:
        place_faults(form, refused)
    panels = context.get("panels", [])
    return page_or_file(
        request,
        "tournament/draw/plan.html",
        context,
        meeting_list(tournament, panels[0]["meetings"]) if panels else None,
        offer_list(context["offers"]) if context.get("can_be_seated") else None,
        file_name=f"{tournament.slug}-plan",
        status=status,
    )


def plan_data(query: QueryDict, tournament: Tournament) -> QueryDict | dict[str, Any]:
    """The query's choice for the plan form, or the tournament's own."""
    return query if "movement" in query else plan_values(tournament)


def plan_context(tournament: Tournament, form: PlanForm) -> dict[str, Any]:
    """The chosen plan, a better one if there is one, and one to compare."""
    size = expected(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "seating",
        "form": form,
        "draw_form": form if isinstance(form, DrawForm) else DrawForm(),
        "looked_at": actions.draw_inputs(tournament),
        "kept_choice": actions.stored_choice(tournament),
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
    """One plan: its sentence, its chart and the same as a table."""
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
        "sentence": sentence(certificate, tournament),
        "draw_form": DrawForm(),
        "looked_at": actions.draw_inputs(tournament),
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


def pairs_again(certificate: Certificate, number: int) -> int:
    """The number of pairs at a table in round `number` that have met before."""
    return sum(1 for repeat in certificate.repeats if number in repeat.rounds[1:])


@require_POST
def draw(request: StaffRequest, slug: str) -> HttpResponse:
    """Draws by the form, or shows it again with the reasons."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form, confirm = stamp_of(request.POST), DrawForm(request.POST), ConfirmForm(request.POST)
    if not form.is_valid() or not confirm.is_valid():
        return plan_page(request, tournament, form, status=422)
    replaces = tournament.drawn_at is not None
    try:
        actions.draw(
            tournament,
            movement=form.chosen,
            rounds=form.cleaned_data["rounds"],
            steps=form.steps,
            **confirm.cleaned_data,
            by=request.user,
            stamp=stamp,
        )
    except Refused as refused:
        if replaces:
            return draw_again_page(request, tournament, form, confirm, refused)
        return plan_page(request, tournament, form, status=refused.status, refused=refused)
    messages.success(request, _("The seats are drawn. Nothing is public until you publish round 1."))
    return redirect("seating", slug)


@require_safe
def draw_again(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: `?movement=…&rounds=…&seed=…` shows what a new draw would change, seat by seat."""
    tournament = get_tournament(request, slug, may="direct")
    if tournament.drawn_at is None:
        return redirect("seating", slug)
    form = DrawForm(request.GET)
    if not form.is_valid():
        return plan_page(request, tournament, form, status=422)
    return draw_again_page(request, tournament, form)


def draw_again_page(
    request: StaffRequest,
    tournament: Tournament,
    form: DrawForm,
    confirm: ConfirmForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The changes of a new draw, or why it is impossible."""
    if refused is not None:
        tournament.refresh_from_db()
    try:
        actions.refuse_once_published(tournament)
        drawing = actions.would_draw(
            tournament, form.chosen, form.cleaned_data["rounds"], form.steps, form.cleaned_data["seed"]
        )
    except Refused as impossible:
        place_faults(form, impossible)
        return plan_page(request, tournament, form, status=impossible.status)
    if confirm is not None and refused is not None:
        place_faults(confirm, refused)
    address = reverse("draw", args=[tournament.slug])
    status = refused.status if refused else 200
    return replan_page(
        request,
        tournament,
        drawing,
        address,
        form.fields_sent,
        confirm,
        status,
        draws=form.chosen.label,
        looked_at=actions.draw_inputs(tournament),
    )


def replan_page(
    request: StaffRequest,
    tournament: Tournament,
    replanned: NewPlan,
    address: str,
    fields: Mapping[str, object],
    confirm: ConfirmForm | None = None,
    status: int = 200,
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
    return render(request, "tournament/draw/replan.html", page, status=status)


@require_POST
def choose(request: StaffRequest, slug: str) -> HttpResponse:
    """Stores a movement for the next draw."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), PlanForm(request.POST)
    if not form.is_valid():
        return plan_page(request, tournament, form, status=422)
    try:
        actions.choose_movement(
            tournament,
            movement=form.chosen,
            rounds=form.cleaned_data["rounds"],
            steps=dict(zip(LETTERS, form.steps, strict=True)) if form.steps else {},
            by=request.user,
            stamp=stamp,
        )
    except Refused as refused:
        return plan_page(request, tournament, form, status=refused.status, refused=refused)
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
    """Removes a pair to keep apart."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), WishForm(request.POST)
    if not form.is_valid():
        raise Http404(_("There is no such pair."))
    try:
        wishes.keep_apart_no_more(tournament, pair=form.cleaned_data["pair"], by=request.user, stamp=stamp)
    except Refused as refused:
        return wish_refused(request, tournament, refused.status, wish_faults=refused.faults)
    return redirect("seating", slug)


@require_POST
def fix_table(request: StaffRequest, slug: str) -> HttpResponse:
    """A player stays at one table, or moves again."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), FixedTableForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return wish_refused(request, tournament, 422, fixed_form=form)
    entry, table = form.cleaned_data["player"], form.cleaned_data["table"]
    try:
        wishes.fix_table(tournament, entry=entry, table=table, by=request.user, stamp=stamp)
    except Refused as refused:
        place_faults(form, refused)
        return wish_refused(request, tournament, refused.status, fixed_form=form)
    return redirect("seating", slug)


def wish_refused(request: Request, tournament: Tournament, status: int, **form: Any) -> HttpResponse:
    """The seating page again, with the wish as typed."""
    if tournament.drawn_at is not None:
        context, template = drawn_context(tournament), "tournament/draw/drawn.html"
    else:
        plan = PlanForm(plan_values(tournament))
        context, template = plan_context(tournament, plan), "tournament/draw/plan.html"
    return render(request, template, {**context, **form}, status=status)
