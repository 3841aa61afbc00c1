"""The round clock: its buttons, and the time for pages that show it."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Request, StaffRequest, get_tournament
from tournament.clock import actions
from tournament.clock.forms import ClockForm
from tournament.clock.queries import clock_of
from tournament.forms import refuse_half_sent
from tournament.refused import refuse

TURNS = {
    "start": actions.start_clock,
    "pause": actions.pause_clock,
    "resume": actions.resume_clock,
    "end": actions.end_clock,
}


@require_POST
def clock(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Starts, pauses, resumes, extends or ends the clock of a published round."""
    tournament = get_tournament(request, slug, may="direct")
    form = ClockForm(request.POST)
    refuse_half_sent(form)
    if not form.is_valid():
        raise refuse(
            "bad-clock", _("Choose what to do with the clock; extra time is 1 to 240 whole minutes.")
        )
    action = form.cleaned_data["action"]
    if action == "extend":
        minutes, shown = form.cleaned_data["minutes"], form.cleaned_data["expected_extra"]
        if minutes is None or shown is None:
            raise refuse("minutes-needed", _("Say by how many minutes the round is extended."), "minutes")
        actions.extend_clock(
            tournament, number=number, minutes=minutes, expected_extra=shown, by=request.user
        )
    else:
        TURNS[action](tournament, number=number, by=request.user, as_of=form.cleaned_data["as_of"])
    if request.POST.get("back") == "round":
        return redirect("round", slug, number)
    return redirect("rounds", slug)


@require_safe
@never_cache
def clock_now(request: Request, slug: str) -> HttpResponse:
    """For everybody who may watch: the clock as JSON, `{"clock": null}` before the first round."""
    tournament = get_tournament(request, slug, may="watch")
    shown = clock_of(tournament, timezone.now())
    return JsonResponse({"clock": shown.to_data() if shown else None})
