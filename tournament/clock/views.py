"""The round clock: its buttons, and the time for pages that show it."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Request, StaffRequest, get_tournament
from tournament.clock import actions
from tournament.clock.forms import ClockForm
from tournament.clock.queries import clock_of, milliseconds
from tournament.live.published import published
from tournament.refused import refuse
from tournament.stamps import stamp_of

TURNS = {
    "start": actions.start_clock,
    "pause": actions.pause_clock,
    "resume": actions.resume_clock,
    "end": actions.end_clock,
}


@require_POST
def turn_clock(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Starts, pauses, resumes, extends or ends the clock of a published round."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), ClockForm(request.POST)
    if not form.is_valid():
        raise refuse(
            "bad-clock", _("Choose what to do with the clock; extra time is 1 to 240 whole minutes.")
        )
    action, minutes = form.cleaned_data["action"], form.cleaned_data["minutes"]
    if action != "extend":
        TURNS[action](tournament, number=number, by=request.user, stamp=stamp)
    elif minutes is None:
        raise refuse("minutes-needed", _("Say by how many minutes the round is extended."), "minutes")
    else:
        actions.extend_clock(tournament, number=number, minutes=minutes, by=request.user, stamp=stamp)
    if request.POST.get("back") == "round":
        return redirect("round", slug, number)
    return redirect("rounds", slug)


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
