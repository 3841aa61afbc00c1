"""The page of bonus rounds."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from club.forms import ReasonForm
from record.answering import refusals_in, status_of
from record.stamps import stamp_of
from scoring.bonus.actions import NewBonusRound, add_bonus_round, take_away
from scoring.bonus.forms import BonusForm, why_form
from scoring.bonus.queries import why_it_stays
from tournament.access import get_tournament
from tournament.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def bonus_rounds(request: StaffRequest, slug: str) -> HttpResponse:
    """The bonus rounds there are, and a form for one more; a POST adds it."""
    tournament = get_tournament(request, slug, may="direct")
    if request.method != "POST":
        return page(request, tournament)
    stamp, form = stamp_of(request.POST), BonusForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            round_ = add_bonus_round(
                tournament, NewBonusRound(**form.cleaned_data), by=request.user, stamp=stamp
            )
            messages.success(request, _("The bonus round is added. Look at its seats, then publish it."))
            return redirect("round", slug, round_.number)
    return page(request, tournament, form=form)


@require_POST
def bonus_take_away(request: StaffRequest, slug: str, bonus: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    round_ = get_object_or_404(tournament.rounds.bonus(), number=bonus)
    stamp, form = stamp_of(request.POST), why_form(bonus, request.POST)
    if form.is_valid():
        with refusals_in(form):
            take_away(round_, **form.cleaned_data, by=request.user, stamp=stamp)
            messages.success(request, _("The bonus round is removed."))
            return redirect("bonus", slug)
    return page(request, tournament, refused=(bonus, form))


def page(
    request: StaffRequest,
    tournament: Tournament,
    *,
    form: BonusForm | None = None,
    refused: tuple[int, ReasonForm] | None = None,
) -> HttpResponse:
    faulty, refused_form = refused or (None, None)
    rows: list[dict[str, Any]] = [
        {
            "round": round_,
            "stays": why_it_stays(round_),
            "away_form": refused_form if round_.number == faulty else why_form(round_.number),
        }
        for round_ in tournament.rounds.bonus()
    ]
    last = tournament.rounds.published().last()
    waits = any(row["round"].published_at is None for row in rows)
    context = {
        "tournament": tournament,
        "section": "rounds",
        "form": form or BonusForm(tournament=tournament),
        "rows": rows,
        "last": last,
        "planned": [] if waits else list(tournament.rounds.planned()),
        "can_add": last is not None and not waits and not tournament.finished_at,
    }
    return render(request, "scoring/bonus/bonus.html", context, status=status_of(form, refused_form))
