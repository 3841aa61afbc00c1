"""The round clock: its buttons, and the time for pages that show it."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Request, StaffRequest, get_tournament
from tournament.clock import actions
from tournament.clock.forms import ClockForm
from tournament.clock.queries import clock_of, milliseconds
from tournament.live.published import published
from tournament.models import Round
from tournament.refused import refuse
from tournament.stamps import stamp_of

TURNS = {
    "pause": actions.pause_clock,
    "resume": actions.resume_clock,
    "end": actions.end_clock,
    "take-back-end": actions.take_back_end,
}
CHANGES_OF_TIME = {"extend": actions.extend_clock, "shorten": actions.take_back_extension}


@require_POST
def turn_clock(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Starts, pauses, resumes, extends or ends the clock of a published round, and takes back the last two."""
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
        raise refuse("minutes-needed", _("Say by how many minutes the time of the round changes."), "minutes")
    else:
        change_time = CHANGES_OF_TIME[action]
        round_ = change_time(tournament, number=number, minutes=minutes, by=request.user, stamp=stamp)
    messages.success(request, what_follows(round_))
    if request.POST.get("back") == "round":
        return redirect("round", slug, number)
    return redirect("rounds", slug)


def what_follows(round_: Round) -> str:
    """The clock as it stands after it was turned."""
    ends_at = round_.ends_at(timezone.now())
    if round_.ended_at is not None:
        return _("Round %d has ended. You can take that back here.") % round_.number
    if round_.paused_at is not None:
        return _("The clock of round %d stands still.") % round_.number
    if ends_at is None:
        minutes = round_.minutes + round_.extra_minutes
        return _("Round %(round)d will take %(minutes)d minutes.") % {
            "round": round_.number,
            "minutes": minutes,
        }
    until = time_format(timezone.localtime(ends_at), "TIME_FORMAT")
    return _("The clock of round %(round)d runs until %(time)s.") % {"round": round_.number, "time": until}


@require_safe
@published
def clock_now(request: Request, slug: str) -> HttpResponse:
    """For everybody who may watch: the clock as JSON, `{"clock": null}` before the first round.

    `at` is the moment of `seconds_left`; a browser counts from there to the moment that the answer was sent at.
    """
    tournament = get_tournament(request, slug, may="watch")
    now = timezone.now()
    clock = clock_of(tournament, now)
    answer = JsonResponse({"clock": clock.to_data() if clock else None, "at": milliseconds(now)})
    answer["Cache-Control"] = "no-store"
    return answer
