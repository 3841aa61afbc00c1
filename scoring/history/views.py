"""Standings as they were: for everybody who may watch, without what is withheld."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.history.file import history_lists
from scoring.history.forms import HistoryForm
from scoring.history.queries import changes_between, standings_at
from scoring.standings.counted import shown_until
from scoring.standings.queries import standings_for, standings_of
from tournament.access import Request, directs, get_tournament
from tournament.live.published import published
from tournament.spreadsheet import page_or_file


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
    return history_page(request, context, file_name=f"{slug}-history", status=status)


@require_safe
@published
def history_round(request: Request, slug: str, number: int) -> HttpResponse:
    """The standings after a round, as what counts today makes them, and what that round changed."""
    tournament = get_tournament(request, slug, may="watch")
    current = standings_for(request.role, tournament)
    if number not in [round_.number for round_ in current.rounds]:
        raise Http404(_("There are no standings after this round here."))
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
    return history_page(request, context, file_name=f"{slug}-after-round-{number}")


def history_page(
    request: Request, context: dict[str, Any], *, file_name: str, status: int = 200
) -> HttpResponse:
    standings, sheets = context.get("then"), []
    if standings is not None:
        names_people = directs(request)
        sheets = history_lists(
            context["tournament"], standings, context.get("changes"), names_people=names_people
        )
    template = "scoring/history/history.html"
    return page_or_file(request, template, context, *sheets, file_name=file_name, status=status)
