"""The rounds of the day: what is published and what comes next, one round, publishing, the public seating."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.seating import RankedWeights
from tournament.access import Request, StaffRequest, get_tournament
from tournament.clock.queries import clock_of, clock_of_round
from tournament.models import Round, Tournament
from tournament.names import closeness, means
from tournament.rounds import actions
from tournament.rounds.preflight import preflight
from tournament.rounds.queries import complete_rounds
from tournament.seating.announcing import announced, exceptions
from tournament.seating.queries import Place, RoundSeating, seating
from tournament.stamps import stamp_of

LONGEST_FIND = 80


@require_safe
def rounds(request: StaffRequest, slug: str) -> HttpResponse:
    """For directors and scorekeepers: every round with its clock; the next thing to do stands first."""
    tournament = get_tournament(request, slug, may="score")
    stored = list(tournament.rounds.all())
    now = timezone.now()
    last, due = tournament.rounds.published().last(), tournament.rounds.planned().first()
    return render(
        request,
        "tournament/rounds/rounds.html",
        {
            "tournament": tournament,
            "section": "rounds",
            "rounds": [round_row(tournament, round_, now) for round_ in stored],
            "complete": complete_rounds(tournament),
            "unplanned": range(len(stored) + 1, tournament.rounds_planned + 1) if stored else (),
            "last": last,
            "due": due,
            "clock_round": clock_round(tournament, stored, now),
            "weights": RankedWeights(),
        },
    )


def round_row(tournament: Tournament, round_: Round, now: datetime) -> dict[str, Any]:
    return {
        "round": round_,
        "clock": clock_of_round(round_, now, warning_minutes=tournament.warning_minutes),
        "announcement": announced(round_),
    }


def clock_round(tournament: Tournament, stored: list[Round], now: datetime) -> dict[str, Any] | None:
    """The round whose clock the hall looks at, with that clock."""
    clock = clock_of(tournament, now)
    if clock is None:
        return None
    return {"clock": clock, "round": next(round_ for round_ in stored if round_.number == clock.round)}


@require_safe
def round_page(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """For directors and scorekeepers: who sits where, the clock, and before publication the check."""
    tournament = get_tournament(request, slug, may="score")
    seated = seated_round(tournament, number)
    due = tournament.rounds.planned().first()
    is_due = due is not None and due.number == number
    return render(
        request,
        "tournament/rounds/round.html",
        {
            "tournament": tournament,
            "section": "rounds",
            "round_seating": seated,
            **round_row(tournament, seated.round, timezone.now()),
            "is_due": is_due,
            "exceptions": exceptions(tournament, seated),
            "preflight": preflight(tournament, number) if seated.round.published_at is None else None,
        },
    )


def seated_round(tournament: Tournament, number: int) -> RoundSeating:
    seated = seating(tournament, [number])
    if not seated:
        raise Http404(_("There is no such round."))
    return seated[0]


@require_POST
def publish(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Publishes the round that comes next."""
    tournament = get_tournament(request, slug, may="direct")
    actions.publish_round(tournament, number=number, by=request.user, stamp=stamp_of(request.POST))
    message = _("Round %d is published. Print it, or let players look it up on their phones.") % number
    messages.success(request, message)
    return redirect("round", slug, number)


@require_safe
def round_seating(request: Request, slug: str, number: int) -> HttpResponse:
    """For everybody who may watch: the seats of a published round, by name and by table; `?find=` filters."""
    tournament = get_tournament(request, slug, may="watch")
    seated = seated_round(tournament, number)
    if seated.round.published_at is None:
        raise Http404(_("This round is not published yet."))
    find = request.GET.get("find", "").strip()[:LONGEST_FIND]
    me = request.GET.get("me", "")
    published = tournament.rounds.published().values_list("number", flat=True)
    return render(
        request,
        "tournament/rounds/seating.html",
        {
            "tournament": tournament,
            "section": "seats",
            "round_seating": seated,
            **round_row(tournament, seated.round, timezone.now()),
            "find": find,
            "exceptions": exceptions(tournament, seated),
            "matches": found_places(find, seated.places) if find else seated.places,
            "mine": next((place for place in seated.places if me == str(place.entry.number)), None),
            "published": list(published),
        },
    )


def found_places(find: str, places: list[Place]) -> list[Place]:
    """Those whom a typed name or number means, the closest first."""
    meant = [place for place in places if means(find, place.entry.number, place.entry.public_name)]
    return sorted(meant, key=lambda place: closeness(find, place.entry.public_name))
