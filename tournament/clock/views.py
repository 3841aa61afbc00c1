from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import Request, StaffRequest
from live.published import published
from record.answering import posted, refusals_in, status_of
from record.refused import refuse
from record.stamps import stamp_of
from tournament.access import get_tournament
from tournament.clock import actions
from tournament.clock.bells import bells
from tournament.clock.forms import ClockForm, StartingTimesForm
from tournament.clock.queries import clock_of, milliseconds
from tournament.clock.starting_times import (
    next_start,
    round_numbers,
    rounds_begun,
    set_starting_times,
    starts,
    values_of_form,
)
from tournament.models import Round

TURNS = {
    "pause": actions.pause_clock,
    "resume": actions.resume_clock,
    "end": actions.end_clock,
    "take-back-end": actions.take_back_end,
}


@require_POST
def turn_clock(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), ClockForm(request.POST)
    if not form.is_valid():
        raise refuse(
            "bad-clock", _("Choose what to do with the clock; extra time is 1 to 240 whole minutes.")
        )
    action, minutes = form.cleaned_data["action"], form.cleaned_data["minutes"]
    if action == "start":
        ending = form.cleaned_data["ending"]
        round_ = actions.start_clock(tournament, number=number, ending=ending, by=request.user, stamp=stamp)
    elif action in TURNS:
        round_ = TURNS[action](tournament, number=number, by=request.user, stamp=stamp)
    elif minutes is None:
        raise refuse("minutes-needed", _("Choose how many minutes to add or take back."), "minutes")
    else:
        minutes = minutes if action == "extend" else -minutes
        round_ = actions.extend_clock(
            tournament, number=number, minutes=minutes, by=request.user, stamp=stamp
        )
    messages.success(request, what_follows(round_))
    if request.POST.get("back") == "work":
        return redirect(tournament.get_work_url())
    back = {"round": "round", "room": settings.PAGES["room"]}.get(request.POST.get("back", ""))
    if back:
        return redirect(back, slug, number)
    return redirect("rounds", slug)


def what_follows(round_: Round) -> str:
    ends_at = round_.ends_at(timezone.now())
    if round_.ended_at is not None:
        words = _("%(round)s has ended. You can take that back here.")
    elif round_.paused_at is not None:
        words = _("The clock of %(round)s is stopped.")
    elif ends_at is None:
        words = _("%(round)s will take %(minutes)d minutes.")
    else:
        words = _("The clock of %(round)s runs until %(time)s.")
    return capfirst(
        words
        % {
            "round": round_.in_words,
            "minutes": round_.minutes + round_.extra_minutes,
            "time": ends_at and time_format(timezone.localtime(ends_at), "TIME_FORMAT"),
        }
    )


@require_http_methods(["GET", "HEAD", "POST"])
def starting_times(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    rows, has_begun = starts(tournament), rounds_begun(tournament)
    numbers = round_numbers(tournament)
    form = StartingTimesForm(
        posted(request),
        tournament=tournament,
        numbers=[number for number in numbers if number not in has_begun],
        starting_times=rows,
        seen=values_of_form(rows, has_begun),
    )
    if form.is_valid():
        with refusals_in(form):
            set_starting_times(tournament, form.times, by=request.user, stamp=form.cleaned_data["stamp"])
            messages.success(request, _("The starting times are set; everybody sees them."))
            return redirect("starting-times", slug)
    context = {
        "tournament": tournament,
        "section": "rounds",
        "form": form,
        "rows": [
            {
                "number": number,
                "start": rows.get(number),
                "day": form[f"day_{number}"] if number in form.numbers else None,
                "time": form[f"time_{number}"] if number in form.numbers else None,
            }
            for number in numbers
        ],
    }
    return render(request, "tournament/clock/starting_times.html", context, status=status_of(form))


@require_safe
@vary_on_headers("HX-Request")
@published
def clock_page(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="watch")
    now = timezone.now()
    clock = clock_of(tournament, now)
    context = {
        "tournament": tournament,
        "section": "clock",
        "round": tournament.rounds.get(number=clock.round) if clock else None,
        "starts": starts(tournament),
        "begun": rounds_begun(tournament),
    }
    template = "tournament/clock/_page.html" if request.htmx else "tournament/clock/page.html"
    return render(request, template, context)


@require_safe
@published
def clock_now(request: Request, slug: str) -> HttpResponse:
    """The clock as JSON for everybody who may watch; `{"clock": null}` before the first round.

    `at` is the time of `seconds_left`; a browser counts from there to the time the answer was sent. `bells` ring, or
    rang, that many seconds after `at`; `next` is the start of the next round, `messages` what the hall is told.
    """
    tournament = get_tournament(request, slug, may="watch")
    now = timezone.now()
    clock = clock_of(tournament, now)
    start = next_start(tournament)
    answer = JsonResponse(
        {
            "clock": clock.to_data(now) if clock else None,
            "bells": [bell.to_data() for bell in bells(tournament, clock.round, now)] if clock else [],
            "next": {"round": start.round, "seconds": start.seconds(now)} if start else None,
            "messages": list(tournament.hall_messages.standing().values_list("words", flat=True)),
            "at": milliseconds(now),
        }
    )
    answer["Cache-Control"] = "no-store"
    return answer
