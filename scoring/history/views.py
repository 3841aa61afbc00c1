"""Standings as they were: for everybody who may watch, without what is withheld."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club.access import Request
from live.published import published
from scoring.history.forms import HistoryForm
from scoring.history.queries import changes_between, standings_at
from scoring.standings.counted import shown_until
from scoring.standings.queries import standings_for, standings_of
from tournament.access import get_tournament


@require_safe
def history(request: Request, slug: str) -> HttpResponse:
    """`?at=` a minute: the standings then; with `?since=` an earlier one, what changed from that one on."""
    tournament = get_tournament(request, slug, may="watch")
    until = shown_until(tournament, request.role)
    form = HistoryForm(request.GET if request.GET.keys() & {"at", "since"} else None)
    context = {
        "tournament": tournament,
        "section": "standings",
        "form": form,
        "current": standings_for(request.role, tournament),
    }
    if form.is_bound and form.is_valid():
        at, since = form.cleaned_data["at"], form.cleaned_data["since"]
        standings = standings_at(
            tournament, at or timezone.now().replace(second=0, microsecond=0), until=until
        )
        context |= {"then": standings, "at": at, "since": since}
        if since:
            context["changes"] = changes_between(standings_at(tournament, since, until=until), standings)
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "scoring/history/history.html", context, status=status)


@require_safe
@published
def history_round(request: Request, slug: str, number: int) -> HttpResponse:
    """The standings after a round, as what counts today makes them, and what that round changed."""
    tournament = get_tournament(request, slug, may="watch")
    current = standings_for(request.role, tournament)
    if number not in [round_.number for round_ in current.rounds]:
        raise Http404
    standings = standings_of(tournament, until=number)
    context = {
        "tournament": tournament,
        "section": "standings",
        "form": HistoryForm(),
        "current": current,
        "then": standings,
        "number": number,
        "changes": changes_between(standings_of(tournament, until=number - 1), standings),
    }
    return render(request, "scoring/history/history.html", context)
