"""The director's first page, in three moods: getting ready, the day, afterwards."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import StaffRequest
from club.models import Role
from record import backups
from record.answering import posted, refusals_in, status_of
from record.archive import files
from record.archive.files import last_archive
from scoring.today.afterwards import afterwards, copy_for_next_year
from scoring.today.forms import CopyForm
from scoring.today.getting_ready import getting_ready
from scoring.today.queries import today
from scoring.today.whereabouts import whereabouts
from tournament.access import get_tournament
from tournament.archive import rehearsal
from tournament.models import Tournament
from tournament.players.queries import matching
from tournament.rounds.actions import may_take_back

LONGEST_FIND = 80
MOST_FOUND = 12


@require_safe
@vary_on_headers("HX-Request")
def manage(request: StaffRequest, slug: str, mood: str = "") -> HttpResponse:
    """The director's first page, in this mood or that of the hour. Scorekeepers are redirected to the score desk, the
    door to check-in.
    """
    tournament = get_tournament(request, slug, may="direct" if mood else "belong")
    if request.role != Role.DIRECTOR:
        return redirect("check-in" if request.role == Role.DOOR else "desk", tournament.slug)
    mood = mood or mood_of(tournament)
    context = {
        "tournament": tournament,
        "section": mood,
        "copy_failure": backups.last_failure(),
        "archive_failure": files.last_failure(tournament),
        **CONTEXTS[mood](tournament),
    }
    folder = "scoring/today"
    template = f"{folder}/_today.html" if mood == "the-day" and request.htmx else f"{folder}/{mood}.html"
    return render(request, template, context)


def mood_of(tournament: Tournament) -> str:
    if tournament.finished_at:
        return "afterwards"
    is_ahead = tournament.date > timezone.localdate() and not tournament.rounds.published().exists()
    return "getting-ready" if is_ahead else "the-day"


def of_the_day(tournament: Tournament) -> dict[str, Any]:
    of_today = today(tournament, timezone.now())
    published = of_today.board.round if of_today.board and of_today.next.prints else None
    return {
        "today": of_today,
        "undo": published if published and may_take_back(published) else None,
        "last_archive": last_archive(tournament),
        "rehearsal": rehearsal.last_of(tournament),
    }


CONTEXTS: dict[str, Callable[[Tournament], dict[str, Any]]] = {
    "getting-ready": lambda tournament: {"ready": getting_ready(tournament, timezone.now())},
    "the-day": of_the_day,
    "afterwards": lambda tournament: {"after": afterwards(tournament)},
}


@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = CopyForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            copied, roster = copy_for_next_year(tournament, by=request.user, **form.cleaned_data)
            words = _("The next %(name)s has the settings, rules and prizes of this one. Now its players.")
            messages.success(request, words % {"name": copied.name})
            return (
                redirect("roster-preview", copied.slug, roster)
                if roster
                else redirect("entries", copied.slug)
            )
        form.ask_again()
    context = {"tournament": tournament, "section": "afterwards", "form": form}
    return render(request, "scoring/today/copy.html", context, status=status_of(form))


@require_safe
def find_player(request: StaffRequest, slug: str) -> HttpResponse:
    """Everybody whose name or number is meant: where they sit now, their points, and for directors the phone."""
    tournament = get_tournament(request, slug, may="score")
    words = request.GET.get("player", "").strip()[:LONGEST_FIND]
    entries = matching(tournament.entries.with_people(), words)[:MOST_FOUND] if words else []
    context = {"tournament": tournament, "section": "", "words": words}
    context["found"] = whereabouts(tournament, request.role, entries)
    return render(request, "scoring/today/find.html", context)
