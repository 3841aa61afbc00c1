from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Request, StaffRequest
from club.forms import ReasonForm
from club.names import closeness, means, shared_names
from live.published import published
from record.refused import refuse
from record.stamps import stamp_of
from rules.game import Phrase
from rules.seating import RankedWeights
from tournament.access import get_tournament
from tournament.clock.late_tables import complete_rounds
from tournament.clock.queries import clock_of, clock_of_round, other_running, unseated
from tournament.clock.tables import mark_seated
from tournament.models import Round, Tournament
from tournament.rounds import actions
from tournament.rounds.preflight import preflight
from tournament.seating.announcing import announced, own_ways
from tournament.seating.gaps import address_of_change
from tournament.seating.queries import RoundSeating, TakenSeat, seating
from tournament.words import in_words

LONGEST_FIND = 80


class WhoSitsForm(forms.Form):
    table = forms.IntegerField(min_value=1, max_value=9999, required=False)
    not_seated = forms.IntegerField(min_value=1, max_value=9999, required=False)


@require_safe
def rounds(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="score")
    seatings = seating(tournament)
    rows, own = [seated.round for seated in seatings], own_ways(seatings)
    now = timezone.now()
    due = None if tournament.finished_at else tournament.rounds.planned().first()
    return render(
        request,
        "tournament/rounds/rounds.html",
        {
            "tournament": tournament,
            "section": "rounds",
            "rounds": [
                round_row(tournament, round_, now) | {"own_ways": own.get(round_.number)} for round_ in rows
            ],
            "complete": complete_rounds(tournament),
            "unplanned": range(len(rows) + 1, tournament.last_round + 1) if rows else (),
            "due": due,
            "clock_round": clock_round(tournament, rows, now),
            "weights": RankedWeights(),
        },
    )


def round_row(tournament: Tournament, round_: Round, now: datetime) -> dict[str, Any]:
    return {
        "round": round_,
        "clock": clock_of_round(round_, now, warning_minutes=tournament.warning_minutes),
        "announcement": announced(round_),
    }


def clock_round(tournament: Tournament, rounds: list[Round], now: datetime) -> dict[str, Any] | None:
    clock = clock_of(tournament, now)
    if clock is None:
        return None
    round_ = next(round_ for round_ in rounds if round_.number == clock.round)
    return {"clock": clock, "round": round_, "other_running": other_running(tournament, round_)}


@require_safe
def round_page(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="score")
    rounds, round_seating = seating_or_404(tournament, number)
    next_round = tournament.rounds.planned().first()
    check = preflight(tournament, number) if round_seating.round.published_at is None else None
    return render(
        request,
        "tournament/rounds/round.html",
        {
            "tournament": tournament,
            "section": "rounds",
            "round_seating": round_seating,
            **round_row(tournament, round_seating.round, timezone.now()),
            "other_running": other_running(tournament, round_seating.round),
            "is_due": next_round is not None and next_round.number == number,
            "own_ways": own_ways(rounds).get(number),
            "undo": actions.to_take_back(tournament) == round_seating.round,
            "asks_who_sits": round_seating.round.is_bonus and round_seating.round.started_at is None,
            "not_seated": unseated(round_seating.round).count() if round_seating.round.is_bonus else 0,
            "preflight": check,
            "warnings": [
                (in_words(warning, tournament), mending_address(tournament, number, warning))
                for warning in (check.warnings if check else ())
            ],
        },
    )


def mending_address(tournament: Tournament, number: int, warning: Phrase) -> str:
    """Where a director mends what a warning before round `number` is about; "" where no one page does."""
    if warning.code not in ("left-and-seated", "left-and-played-on"):
        return ""
    values = warning.values
    return address_of_change(tournament, number, values["number"], values.get("other_number"))


def seating_or_404(tournament: Tournament, number: int) -> tuple[list[RoundSeating], RoundSeating]:
    rounds = seating(tournament)
    for round_seating in rounds:
        if round_seating.round.number == number:
            return rounds, round_seating
    raise Http404(_("There is no such round."))


@require_POST
def who_sits(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Marks a table of a bonus round as seated (`table`), or every table of it; `not_seated` takes a mark away."""
    tournament = get_tournament(request, slug, may="score")
    form = WhoSitsForm(request.POST)
    if not form.is_valid():
        raise refuse("no-such-table", _("Choose a table of this round."), "table")
    table, not_seated = form.cleaned_data["table"], form.cleaned_data["not_seated"]
    mark_seated(
        tournament,
        number=number,
        tables=list(filter(None, [not_seated or table])) or None,
        is_seated=not_seated is None,
        by=request.user,
        stamp=stamp_of(request.POST),
    )
    return redirect(f"{reverse('round', args=[slug, number])}#who-sits")


@require_POST
def publish(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    round_ = actions.publish_round(tournament, number=number, by=request.user, stamp=stamp_of(request.POST))
    return redirect("round", slug, round_.number)


@require_POST
def take_back(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = ReasonForm(request.POST, is_needed=False)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    round_ = actions.take_back_publication(
        tournament, number=number, reason=reason, by=request.user, stamp=stamp_of(request.POST)
    )
    message = _("%(round)s is no longer published. Players see what they saw before it.")
    messages.success(request, capfirst(message % {"round": round_.in_words}))
    return redirect("round", slug, number)


@require_safe
@published
def public_seating(request: Request, slug: str, number: int) -> HttpResponse:
    """For everybody who may watch: the seats of a published round, by name and by table; `?find=` filters."""
    tournament = get_tournament(request, slug, may="watch")
    rounds, round_seating = seating_or_404(tournament, number)
    if round_seating.round.published_at is None:
        raise Http404(_("This round is not published yet."))
    find = request.GET.get("find", "").strip()[:LONGEST_FIND]
    taken_seats = round_seating.taken_seats
    matches = matching(find, taken_seats) if find else taken_seats
    return render(
        request,
        "tournament/rounds/seating.html",
        {
            "tournament": tournament,
            "section": "seats",
            "round_seating": round_seating,
            **round_row(tournament, round_seating.round, timezone.now()),
            "find": find,
            "own_ways": own_ways(rounds).get(number),
            "matches": matches,
            "alike": shared_names(seat.entry.public_name for seat in taken_seats),
            "published": list(tournament.rounds.published().values_list("number", flat=True)),
        },
    )


def matching(find: str, taken_seats: list[TakenSeat]) -> list[TakenSeat]:
    """The seats of players whose name or number matches what was typed, the closest name first."""
    matches = [seat for seat in taken_seats if means(find, seat.entry.number, seat.entry.public_name)]
    return sorted(matches, key=lambda seat: closeness(find, seat.entry.public_name))
