"""The prize plan: its rows, who wins what and why as things stand, fixing, and handing over."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest
from club.forms import ReasonForm, has_digits
from club.names import tidy
from record.answering import posted, refusals_in, status_of
from record.refused import FieldFault, Refused
from record.stamps import Stamp, stamp_of
from scoring.models import Criterion, PrizeAward, PrizeDecision, PrizeRow
from scoring.prizes import actions
from scoring.prizes.file import plan_list
from scoring.prizes.forms import (
    DecisionForm,
    PrizeRowForm,
    StakeForm,
    TemplateForm,
    initial_of,
)
from scoring.prizes.pot import (
    hand_over_share,
    has_pot,
    pot_of,
    seen_of,
    set_stake,
    shares_of,
    take_back_share,
)
from scoring.prizes.queries import PrizePlan
from scoring.prizes.rows import (
    MOST_ROWS,
    add_row,
    add_rows,
    as_data,
    change_row,
    move_row,
    remove_row,
)
from scoring.prizes.words import prize_words
from tournament.access import get_tournament
from tournament.fees.queries import fee_income
from tournament.models import Entry, Tournament
from tournament.spreadsheet import page_or_file


@require_safe
def prizes(request: StaffRequest, slug: str) -> HttpResponse:
    """The plan and its outcome as things stand, for directors only; `?export=` makes a file of it."""
    tournament = get_tournament(request, slug, may="direct")
    return plan_page(request, tournament)


def plan_page(
    request: StaffRequest,
    tournament: Tournament,
    *,
    refused: Refused | None = None,
    template_form: TemplateForm | None = None,
) -> HttpResponse:
    plan, fees_in = PrizePlan(tournament), fee_income(tournament)
    context = {
        "tournament": tournament,
        "section": "prizes",
        "plan": plan,
        "refused": refused,
        "template_form": template_form or TemplateForm(),
        "looked_at": {"prizes": plan.mark},
        "order": {"order": [row.pk for row in plan.rows]},
        "to_fix": [outcome for outcome in plan.outcomes if not outcome.row.fixed_at],
        "has_pot": has_pot(tournament),
        "fees_in": fees_in,
        "left_of_fees": fees_in - plan.set_out,
        "waiting": [award for award in plan.fixed if award.handed_over_at is None],
        "prizes_out": sum(award.cents for award in plan.fixed if award.handed_over_at),
        "print_address": f"{reverse(settings.PAGES['print'], args=[tournament.slug])}#moment-after",
    }
    return page_or_file(
        request,
        "scoring/prizes/prizes.html",
        context,
        plan_list(tournament, plan),
        file_name=f"{tournament.slug}-prizes",
        status=status_of(refused, template_form),
    )


def get_row(tournament: Tournament, row: int) -> PrizeRow:
    return get_object_or_404(tournament.prize_rows.select_related("named__person", "category"), pk=row)


@require_http_methods(["GET", "HEAD", "POST"])
def prize_new(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = PrizeRowForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            add_row(tournament, by=request.user, fields=form.row_fields(), stamp=form.cleaned_data["stamp"])
            messages.success(request, _("Added."))
            return redirect("prizes", slug)
    return row_page(request, tournament, form, None)


def row_page(
    request: StaffRequest, tournament: Tournament, form: PrizeRowForm, row: PrizeRow | None
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "section": "prizes",
        "form": form,
        "row": row,
        "entries": list(tournament.entries.exclude(state=Entry.State.WITHDRAWN).with_people()),
    }
    return render(request, "scoring/prizes/row.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def prize_row(request: StaffRequest, slug: str, row: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stored = get_row(tournament, row)
    initial = {**initial_of(stored), "stamp": Stamp(seen=as_data(stored))}
    form = PrizeRowForm(posted(request), initial=initial, tournament=tournament, row=stored)
    if form.is_valid():
        with refusals_in(form, stamp=lambda: Stamp(seen=as_data(get_row(tournament, row)))):
            fields, stamp = form.row_fields(), form.cleaned_data["stamp"]
            change_row(tournament, stored, by=request.user, fields=fields, stamp=stamp)
            messages.success(request, _("The row is saved."))
            return redirect("prizes", slug)
        stored = get_row(tournament, row)
    return row_page(request, tournament, form, stored)


@require_POST
def prizes_template(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = TemplateForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        row = {
            "criterion": Criterion.OVERALL.value,
            "cents": data["cents"],
            "exclusive": data["exclusive"],
        }
        with refusals_in(form):
            add_rows(tournament, by=request.user, rows=[row], stamp=data["stamp"])
            messages.success(request, _("Added."))
            return redirect("prizes", slug)
    return plan_page(request, tournament, template_form=form)


def change_of_plan(carry_out: Callable[..., str]) -> Callable[..., HttpResponse]:
    """The view of a form on the plan's page. `carry_out` returns what to say when it is done, or nothing.

    What is refused is shown above the plan.
    """

    @require_POST
    @wraps(carry_out)
    def view(request: StaffRequest, slug: str, **arguments: int) -> HttpResponse:
        tournament = get_tournament(request, slug, may="direct")
        with refusals_in() as trouble:
            message = carry_out(request, tournament, **arguments)
            if message:
                messages.success(request, message)
            return redirect("prizes", slug)
        return plan_page(request, tournament, refused=trouble.refused)

    return view


@change_of_plan
def prize_draw(request: StaffRequest, tournament: Tournament, row: int) -> str:
    stored, stamp = get_row(tournament, row), stamp_of(request.POST)
    actions.draw_row(tournament, stored, by=request.user, stamp=stamp)
    return ""


@change_of_plan
def prize_decide(request: StaffRequest, tournament: Tournament, row: int) -> str:
    stored, form = get_row(tournament, row), DecisionForm(request.POST)
    if not form.is_valid():
        sentences = [sentence for errors in form.errors.values() for sentence in errors]
        raise Refused(FieldFault("bad-form", "", str(sentence)) for sentence in sentences)
    stamp = form.cleaned_data.pop("stamp")
    decision = PrizeDecision(**form.cleaned_data)
    actions.decide(tournament, row=stored, decision=decision, by=request.user, stamp=stamp)
    return _("Decided, and on record.")


@change_of_plan
def prize_remove(request: StaffRequest, tournament: Tournament, row: int) -> str:
    stored, stamp = get_row(tournament, row), stamp_of(request.POST)
    remove_row(tournament, stored, by=request.user, stamp=stamp)
    return _("The row is removed.")


@change_of_plan
def prize_move(request: StaffRequest, tournament: Tournament, row: int) -> str:
    stored, up, stamp = get_row(tournament, row), request.POST.get("do") == "up", stamp_of(request.POST)
    move_row(tournament, stored, up=up, by=request.user, stamp=stamp)
    return ""


@change_of_plan
def prizes_fix(request: StaffRequest, tournament: Tournament) -> str:
    stamp, keys = stamp_of(request.POST), request.POST.getlist("row")[:MOST_ROWS]
    rows = [int(key) for key in keys if has_digits(key, 9)]
    count = actions.fix(tournament, rows=rows, by=request.user, stamp=stamp)
    return ngettext("%(count)d prize is locked in.", "%(count)d prizes are locked in.", count) % {
        "count": count
    }


@change_of_plan
def prizes_open(request: StaffRequest, tournament: Tournament, row: int) -> str:
    stored, form = get_row(tournament, row), ReasonForm(request.POST)
    if not form.is_valid():
        sentence = _("Say why these prizes are opened again.")
        raise Refused([FieldFault("reason-missing", "reason", sentence)])
    actions.open_again(
        tournament,
        stored,
        by=request.user,
        reason=form.cleaned_data["reason"],
        stamp=stamp_of(request.POST),
    )
    return _("These prizes are open again.")


@require_POST
def prize_hand_over(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, number = stamp_of(request.POST), request.POST.get("award", "")
    awards = PrizeAward.objects.filter(row__tournament=tournament).select_related("entry__person")
    award = awards.filter(pk=int(number)).first() if has_digits(number, 9) else None
    if award is None:
        raise Http404
    back = request.POST.get("do") == "back"
    actions.hand_over(
        tournament,
        [award],
        by=request.user,
        note=tidy(request.POST.get("note", "").replace("\0", ""))[:200],
        back=back,
        stamp=stamp,
    )
    words = {"prize": prize_words(award, tournament.currency), "name": award.entry.name}
    sentence = (
        _("%(prize)s of %(name)s is not handed over.") if back else _("%(prize)s is handed over to %(name)s.")
    )
    messages.success(request, sentence % words)
    return redirect("prizes", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def pot(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    return pot_page(request, tournament)


def pot_page(request: StaffRequest, tournament: Tournament, refused: Refused | None = None) -> HttpResponse:
    pot, shares, slug = pot_of(tournament), shares_of(tournament), tournament.slug
    initial = {
        "stake": f"{pot.stake_cents / 100:.2f}" if pot.stake_cents else "",
        "is_public": pot.is_public,
        "stamp": Stamp(seen=seen_of(pot)),
    }
    form = StakeForm(None if refused else posted(request), initial=initial)
    if form.is_valid():
        stamp, cents = form.cleaned_data["stamp"], form.cleaned_data["stake"]
        with refusals_in(form):
            is_public = form.cleaned_data["is_public"]
            set_stake(tournament, cents=cents, is_public=is_public, by=request.user, stamp=stamp)
            messages.success(request, _("The stake is saved."))
            return redirect("pot", slug)
    context = {
        "tournament": tournament,
        "section": "prizes",
        "form": form,
        "refused": refused,
        "stake": pot.stake_cents,
        "shares": shares,
    }
    return render(request, "scoring/prizes/pot.html", context, status=status_of(refused, form))


@require_POST
def pot_hand_over(request: StaffRequest, slug: str) -> HttpResponse:
    """Notes that a share of the pot was handed over, or that it was not (`do=back`)."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, number, cents = (
        stamp_of(request.POST),
        request.POST.get("player", ""),
        request.POST.get("cents", ""),
    )
    entry = tournament.entries.filter(number=int(number)).first() if has_digits(number, 6) else None
    if entry is None:
        raise Http404
    if request.POST.get("do") == "back":
        take_back_share(tournament, entry, by=request.user, stamp=stamp)
        return redirect("pot", slug)
    note = tidy(request.POST.get("note", "").replace("\0", ""))[:200]
    with refusals_in() as trouble:
        hand_over_share(
            tournament,
            entry,
            cents=int(cents) if has_digits(cents, 9) else 0,
            note=note,
            by=request.user,
            stamp=stamp,
        )
        return redirect("pot", slug)
    return pot_page(request, tournament, trouble.refused)
