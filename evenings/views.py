"""Starting an evening, its one page, and what is tapped there."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import NEEDED, StaffRequest, get_club
from club.models import Club, Role
from evenings import actions
from evenings.forms import CameForm, StartForm
from evenings.queries import Evening, people_of
from record.answering import posted, refusals_in, status_of
from record.refused import refuse
from record.stamps import stamp_of
from scoring.finishing.evenings import end_evening
from scoring.standings.queries import standings_for
from tournament.access import get_tournament
from tournament.clock.queries import other_running
from tournament.models import Tournament
from tournament.settings.actions import change_settings
from tournament.settings.forms import HOUSE
from ui.texts import number_or_0

AS_LAST_TIME = ("place", "time_zone", "rounds_planned", "minutes", "evening_draw", "one_sits_out")


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    initial = as_last_time(club)
    form = StartForm(posted(request), initial=initial, club=club)
    if form.is_valid():
        actions.end_those_over(club)
        with refusals_in(form):
            evening = actions.start_evening(club, by=request.user, **form.cleaned_data)
            return redirect("evening", evening.slug)
    usual, others = people_of(club)
    now = timezone.now()
    open_now = club.tournaments.filter(is_evening=True, finished_at=None)
    context = {
        "club": club,
        "today": initial["today"],
        "form": form,
        "usual": usual,
        "others": others,
        "chosen": set(form.data.getlist("people")) if form.is_bound else set(),  # type: ignore[attr-defined]
        "open_now": [evening for evening in open_now if not evening.is_over_by(now)],
        "system_now": form.system_now,
    }
    return render(request, "evenings/start.html", context, status=status_of(form))


def as_last_time(club: Club) -> dict[str, Any]:
    """What the last evening had, or without one the club's last tournament as far as it says it."""
    events = club.tournaments.select_related("house_profile").order_by("-is_evening", "-date", "-pk")
    last = events.first()
    today = timezone.localdate(timezone=ZoneInfo(last.time_zone) if last else None)
    initial: dict[str, Any] = {
        "name": _("Evening of %(day)s") % {"day": date_format(today, "MONTH_DAY_FORMAT")},
        "rounds_planned": 3,
        "is_public": False,
        "today": today,
    }
    if last is None:
        return initial
    house = last.house_profile
    initial["system"] = last.system if house is None or house.withdrawn_at else f"{HOUSE}{house.pk}"
    names = (
        (*AS_LAST_TIME, "ranks_by_average", "is_public")
        if last.is_evening
        else ("place", "time_zone", "minutes")
    )
    return initial | {name: getattr(last, name) for name in names}


@require_safe
@vary_on_headers("HX-Request")
def evening_page(request: StaffRequest, slug: str) -> HttpResponse:
    """Seats, standings and what comes next. Who only types cards is led to the tables, the door to the standings."""
    tournament = get_tournament(request, slug, may="belong")
    if request.role not in NEEDED["score"]:
        return redirect("desk" if request.role == Role.ENTERING else "standings", slug)
    return shown(request, tournament, CameForm(club=tournament.club))


def shown(request: StaffRequest, tournament: Tournament, form: CameForm) -> HttpResponse:
    evening = Evening(tournament)
    context = {
        "tournament": tournament,
        "section": "evening",
        "evening": evening,
        "other_running": other_running(tournament, evening.round) if evening.round else None,
        "standings": standings_for(request.role, tournament),
        "form": form,
    }
    return render(request, "evenings/evening.html", context, status=status_of(form))


def get_evening(request: StaffRequest, slug: str) -> Tournament:
    """For a director. Raises Refused where it was made a tournament of, whose plan is not drawn round by round."""
    tournament = get_tournament(request, slug, may="direct")
    if not tournament.is_evening:
        raise refuse("no-evening", _("This is a tournament now. Its rounds are under Rounds."))
    return tournament


@require_POST
def next_round(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_evening(request, slug)
    again = "again" in request.POST
    actions.next_round(tournament, by=request.user, again=again, stamp=stamp_of(request.POST))
    return redirect("evening", slug)


@require_POST
def came(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_evening(request, slug)
    stamp, form = stamp_of(request.POST), CameForm(request.POST, club=tournament.club)
    if form.is_valid():
        with refusals_in(form):
            entry, has_seat = actions.somebody_came(
                tournament,
                **form.cleaned_data,
                begun=number_or_0(request.POST.get("begun", "")),
                by=request.user,
                stamp=stamp,
            )
            words = (
                _("%(name)s is here. The seat is below.")
                if has_seat
                else _("%(name)s is here, and plays from the next round on.")
            )
            messages.success(request, words % {"name": entry.name})
            return redirect("evening", slug)
    return shown(request, tournament, form)


@require_POST
def leaves(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_evening(request, slug)
    stamp = stamp_of(request.POST)
    entry = get_object_or_404(
        tournament.entries.with_people(), number=number_or_0(request.POST.get("number", ""))
    )
    also = actions.leaves_now(
        entry, begun=number_or_0(request.POST.get("begun", "")), by=request.user, stamp=stamp
    )
    messages.success(request, " ".join([_("%(name)s is done playing.") % {"name": entry.name}, also]).strip())
    return redirect("evening", slug)


@require_POST
def end(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_evening(request, slug)
    end_evening(tournament, by=request.user, stamp=stamp_of(request.POST))
    return redirect("evening", slug)


@require_POST
def turn(request: StaffRequest, slug: str) -> HttpResponse:
    """Makes a tournament of an evening, or an evening of a tournament. Nothing else changes."""
    tournament = get_tournament(request, slug, may="direct")
    new = {"is_evening": request.POST.get("to") == "evening"}
    turned = change_settings(tournament, by=request.user, new=new, stamp=stamp_of(request.POST))
    return redirect(turned.get_work_url())
