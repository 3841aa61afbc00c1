from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import StaffRequest
from record.answering import place, refusals_in, status_of
from record.refused import Refused
from record.stamps import stamp_of
from rules.seating import LETTERS, by_first_seats, certificate
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
    WishForm,
    plan_values,
)
from tournament.seating.next_draw import next_draw
from tournament.seating.proposal import NewPlan, plan_anew
from tournament.seating.queries import (
    answer,
    certificate_context,
    certificate_of,
    name_of,
    names_and_numbers,
    reason_of_plan,
    seating,
    tables_in_words,
    unseated,
)
from tournament.words import in_words


@require_safe
def seating_page(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors: the one plan to be drawn with the other ways, or the drawn rounds; `?seed=…`: an earlier plan."""
    tournament = get_tournament(request, slug, may="direct")
    return show(request, tournament, DrawForm(plan_values(tournament) | {"seed": request.GET.get("seed")}))


def show(
    request: StaffRequest,
    tournament: Tournament,
    form: DrawForm,
    *,
    refused: Refused | None = None,
    status: int = 0,
    **more: Any,
) -> HttpResponse:
    seed = form.cleaned_data["seed"] if form.is_valid() else None
    if refused is not None:
        tournament.refresh_from_db()
        place(refused, form)
    context = {
        "tournament": tournament,
        "section": "seating",
        "form": form,
        "looked_at": drawing.draw_inputs(tournament),
        "published": tournament.rounds.published().last(),
        **wishes_context(tournament),
    }
    template = "tournament/seating/plan.html"
    if tournament.drawn_at is None:
        context |= plan_context(tournament, seed)
    else:
        template = "tournament/seating/drawn.html"
        context |= drawn_context(tournament)
    return render(request, template, context | more, status=status or status_of(form))


def plan_context(tournament: Tournament, seed: int | None) -> dict[str, Any]:
    coming = next_draw(tournament, seed)
    rounds = by_first_seats(coming.plan.plan.rounds) if coming.plan.plan else ()
    return {
        "coming": coming,
        "offers": plans.offers(coming.made_from),
        "kept_choice": drawing.stored_choice(tournament),
        "to_draw": plan_values(tournament) | {"seed": "" if seed is None else seed},
        "seed": seed,
        "tables": tables_in_words(len(coming.entries)),
        "repeats": [(repeat.pair, repeat.rounds) for repeat in certificate(rounds).repeats],
        "leaving": will_leave(tournament),
        **certificate_context(coming.plan.certificate, coming.entries),
    }


def wishes_context(tournament: Tournament) -> dict[str, Any]:
    entries = list(tournament.entries.exclude(state=Entry.State.WITHDRAWN).with_people())
    pairs = list(tournament.keep_apart.select_related("first__person", "second__person"))
    return {
        "entries": entries,
        "pairs": pairs,
        "wishes_made": len(pairs) + sum(entry.fixed_table is not None for entry in entries),
        "wishes_shown": wishes.wishes_shown(entries, pairs),
        "keep_apart_form": KeepApartForm(tournament=tournament),
        "fixed_form": FixedTableForm(tournament=tournament),
    }


def drawn_context(tournament: Tournament) -> dict[str, Any]:
    rounds = seating(tournament)
    facts, own = certificate_of(tournament, rounds), own_ways(rounds)
    everybody = {name_of(entry): entry for seated in rounds for entry in seated.seats.values() if entry}
    coming = None if tournament.rounds.published().exists() else next_draw(tournament)
    return {
        "rounds": [
            {
                "seating": round_seating,
                "announcement": announced(round_seating.round),
                "own_ways": own.get(round_seating.round.number),
                # The pairs that sit together here and have met before.
                "again": sum(round_seating.round.number in repeat.rounds[1:] for repeat in facts.repeats),
            }
            for round_seating in rounds
        ],
        "sentence": answer(facts, tournament),
        "coming": coming,
        "offers": plans.offers(coming.made_from) if coming else [],
        "plan_reason": reason_of_plan(rounds[-1].round) if rounds else "",
        "repeats": [
            ([names_and_numbers([everybody[name]]) for name in repeat.pair], repeat.rounds)
            for repeat in facts.repeats
        ],
        "unseated": unseated(tournament),
        "next_round": tournament.rounds.planned().first(),
        "leaving": [{"category": category, **leave} for category, leave in to_leave(tournament).items()],
        **certificate_context(facts, everybody.values()),
    }


@require_POST
def draw(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form, confirm = stamp_of(request.POST), DrawForm(request.POST), ConfirmForm(request.POST)
    if not form.is_valid() or not confirm.is_valid():
        return show(request, tournament, form, status=422)
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
    return show(request, tournament, form, refused=trouble.refused)


@require_safe
def draw_again(request: StaffRequest, slug: str) -> HttpResponse:
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
                draws=replanned.movement.label,
                looked_at=drawing.draw_inputs(tournament),
            )
    return show(request, tournament, form)


def replan_page(
    request: StaffRequest,
    tournament: Tournament,
    replanned: NewPlan,
    address: str,
    fields: Mapping[str, object],
    confirm: ConfirmForm | None = None,
    **context: Any,
) -> HttpResponse:
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
    stamp, form = stamp_of(request.POST), DrawForm(request.POST)
    if not form.is_valid():
        return show(request, tournament, form, ways_open=True)
    with refusals_in() as trouble:
        drawing.choose_movement(
            tournament,
            movement=form.chosen,
            rounds=form.cleaned_data["rounds"],
            steps=dict(zip(LETTERS, form.steps, strict=True)) if form.steps else {},
            by=request.user,
            stamp=stamp,
        )
        return redirect("seating", slug)
    return show(request, tournament, form, refused=trouble.refused, ways_open=True)


@require_POST
def keep_apart(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), KeepApartForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            wishes.keep_apart(tournament, **form.cleaned_data, by=request.user, stamp=stamp)
            return wishes_again(slug)
    return wish_refused(request, tournament, status_of(form), keep_apart_form=form)


@require_POST
def keep_apart_no_more(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), WishForm(request.POST)
    if not form.is_valid():
        raise Http404(_("There is no such pair."))
    with refusals_in() as trouble:
        wishes.keep_apart_no_more(tournament, pair=form.cleaned_data["pair"], by=request.user, stamp=stamp)
        return wishes_again(slug)
    return wish_refused(request, tournament, status_of(trouble.refused), wish_faults=trouble.faults)


@require_POST
def fix_table(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), FixedTableForm(request.POST, tournament=tournament)
    if form.is_valid():
        entry, table = form.cleaned_data["player"], form.cleaned_data["table"]
        with refusals_in(form):
            wishes.fix_table(tournament, entry=entry, table=table, by=request.user, stamp=stamp)
            return wishes_again(slug)
    return wish_refused(request, tournament, status_of(form), fixed_form=form)


def wishes_again(slug: str) -> HttpResponse:
    return redirect(f"{reverse('seating', args=[slug])}#wishes")


def wish_refused(request: StaffRequest, tournament: Tournament, status: int, **form: Any) -> HttpResponse:
    return show(request, tournament, DrawForm(plan_values(tournament)), status=status, **form)
