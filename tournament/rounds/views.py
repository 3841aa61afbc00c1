"""The rounds of the day: what is published and what is next, one round, publishing, the public seating."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.game import Phrase
from rules.seating import RankedWeights
from tournament.access import Request, StaffRequest, directs, get_tournament
from tournament.clock.queries import clock_of, clock_of_round, other_running, unseated
from tournament.clock.tables import mark_not_seated, mark_seated
from tournament.complete import complete_rounds
from tournament.live.published import published
from tournament.models import Round, Tournament
from tournament.names import closeness, means, shared_names
from tournament.refused import refuse
from tournament.rounds import actions
from tournament.rounds.forms import WhoSitsForm
from tournament.rounds.gaps import address_of_change
from tournament.rounds.preflight import preflight
from tournament.seating.announcing import announced, exceptions
from tournament.seating.file import round_lists
from tournament.seating.queries import RoundSeating, TakenSeat, seating
from tournament.spreadsheet import Columns, Worksheet, page_or_file, worksheet
from tournament.stamps import stamp_of
from tournament.words import in_words

LONGEST_FIND = 80


@require_safe
def rounds(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors and scorekeepers: every round with its clock, the next action first."""
    tournament = get_tournament(request, slug, may="score")
    rows = list(tournament.rounds.all())
    now = timezone.now()
    due = None if tournament.finished_at else tournament.rounds.planned().first()
    listed, complete = [round_row(tournament, round_, now) for round_ in rows], complete_rounds(tournament)
    return page_or_file(
        request,
        "tournament/rounds/rounds.html",
        {
            "tournament": tournament,
            "section": "rounds",
            "rounds": listed,
            "complete": complete,
            "unplanned": range(len(rows) + 1, tournament.last_round + 1) if rows else (),
            "due": due,
            "clock_round": clock_round(tournament, rows, now),
            "weights": RankedWeights(),
        },
        round_list(listed, complete),
        file_name=f"{slug}-rounds",
    )


def round_list(rows: list[dict[str, Any]], complete: Collection[int]) -> Worksheet | None:
    """The drawn rounds as a file."""
    columns: Columns = [
        (_("Round"), lambda row: row["round"].number),
        (_("Announced before it"), lambda row: row["announcement"]),
        (_("Published"), lambda row: row["round"].published_at),
        (_("Began"), lambda row: row["round"].started_at),
        (_("Ended"), lambda row: row["round"].ended_at),
        (_("Complete"), lambda row: _("yes") if row["round"].number in complete else _("no")),
        (_("Revision"), lambda row: row["round"].seating_version),
    ]
    return worksheet("rounds", _("Rounds"), rows, columns)


def round_row(tournament: Tournament, round_: Round, now: datetime) -> dict[str, Any]:
    return {
        "round": round_,
        "clock": clock_of_round(round_, now, warning_minutes=tournament.warning_minutes),
        "announcement": announced(round_),
    }


def clock_round(tournament: Tournament, rounds: list[Round], now: datetime) -> dict[str, Any] | None:
    """The round whose clock the hall shows, with that clock."""
    clock = clock_of(tournament, now)
    if clock is None:
        return None
    round_ = next(round_ for round_ in rounds if round_.number == clock.round)
    return {"clock": clock, "round": round_, "other_running": other_running(tournament, round_)}


@require_safe
def round_page(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """For directors and scorekeepers: the seats, the clock, and before publication the check."""
    tournament = get_tournament(request, slug, may="score")
    round_seating = seating_or_404(tournament, number)
    next_round = tournament.rounds.planned().first()
    check = preflight(tournament, number) if round_seating.round.published_at is None else None
    return page_or_file(
        request,
        "tournament/rounds/round.html",
        {
            "tournament": tournament,
            "section": "rounds",
            "round_seating": round_seating,
            **round_row(tournament, round_seating.round, timezone.now()),
            "other_running": other_running(tournament, round_seating.round),
            "is_due": next_round is not None and next_round.number == number,
            "exceptions": exceptions(tournament, round_seating),
            "asks_who_sits": round_seating.round.is_bonus and round_seating.round.started_at is None,
            "not_seated": unseated(round_seating.round).count() if round_seating.round.is_bonus else 0,
            "preflight": check,
            "warnings": [
                (in_words(warning, tournament), mending_address(tournament, number, warning))
                for warning in (check.warnings if check else ())
            ],
        },
        *round_lists(round_seating, round_seating.taken_seats, names_people=directs(request)),
        file_name=f"{slug}-round-{number}",
    )


def mending_address(tournament: Tournament, number: int, warning: Phrase) -> str:
    """Where a director mends what a warning before round `number` is about; "" where no one page does."""
    if warning.code not in ("left-and-seated", "left-and-played-on"):
        return ""
    values = warning.values
    return address_of_change(tournament, number, values["number"], values.get("other_number"))


def seating_or_404(tournament: Tournament, number: int) -> RoundSeating:
    rounds = seating(tournament, [number])
    if not rounds:
        raise Http404(_("There is no such round."))
    return rounds[0]


@require_POST
def who_sits(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Marks a table of a bonus round as seated (`table`), or every table of it; `not_seated` takes a mark away."""
    tournament = get_tournament(request, slug, may="score")
    form = WhoSitsForm(request.POST)
    if not form.is_valid():
        raise refuse("no-such-table", _("Choose a table of this round."), "table")
    table, not_seated = form.cleaned_data["table"], form.cleaned_data["not_seated"]
    common: dict[str, Any] = {"number": number, "by": request.user, "stamp": stamp_of(request.POST)}
    if not_seated is not None:
        mark_not_seated(tournament, tables=[not_seated], **common)
    else:
        mark_seated(tournament, tables=None if table is None else [table], **common)
    return redirect(f"{reverse('round', args=[slug, number])}#who-sits")


@require_POST
def publish(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    round_ = actions.publish_round(tournament, number=number, by=request.user, stamp=stamp_of(request.POST))
    message = _("%(round)s is published. Print it, or let players look it up on their phones.")
    messages.success(request, capfirst(message % {"round": round_.in_words}))
    return redirect("round", slug, number)


@require_safe
@published
def public_seating(request: Request, slug: str, number: int) -> HttpResponse:
    """For everybody who may watch: the seats of a published round, by name and by table; `?find=` filters."""
    tournament = get_tournament(request, slug, may="watch")
    round_seating = seating_or_404(tournament, number)
    if round_seating.round.published_at is None:
        raise Http404(_("This round is not published yet."))
    find = request.GET.get("find", "").strip()[:LONGEST_FIND]
    me = request.GET.get("me", "")
    taken_seats = round_seating.taken_seats
    matches = matching(find, taken_seats) if find else taken_seats
    return page_or_file(
        request,
        "tournament/rounds/seating.html",
        {
            "tournament": tournament,
            "section": "seats",
            "round_seating": round_seating,
            **round_row(tournament, round_seating.round, timezone.now()),
            "find": find,
            "exceptions": exceptions(tournament, round_seating),
            "matches": matches,
            "alike": shared_names(seat.entry.public_name for seat in taken_seats),
            "own_seat": next((seat for seat in taken_seats if me == str(seat.entry.number)), None),
            "published": list(tournament.rounds.published().values_list("number", flat=True)),
        },
        *round_lists(round_seating, matches, names_people=directs(request)),
        file_name=f"{slug}-seats-{number}",
    )


def matching(find: str, taken_seats: list[TakenSeat]) -> list[TakenSeat]:
    """The seats of players whose name or number matches what was typed, the closest name first."""
    matches = [seat for seat in taken_seats if means(find, seat.entry.number, seat.entry.public_name)]
    return sorted(matches, key=lambda seat: closeness(find, seat.entry.public_name))
