from itertools import groupby

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from club.forms import ReasonForm
from record.answering import refusals_in, status_of
from record.refused import Refused, refuse
from record.stamps import stamp_of
from scoring.finishing import actions as finishing
from scoring.finishing.forms import FinishForm, WindowForm, take_back_form
from scoring.finishing.reports import waiting
from scoring.sets.only_once import repeated_hands
from scoring.sets.tables import waited_for
from scoring.sets.words import repeated_hand_in_words
from scoring.standings import pictures
from scoring.standings.corrections import corrections_of
from scoring.standings.queries import standings_of, window_of
from tournament.access import get_tournament
from tournament.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    if request.method != "POST":
        return finish_page(request, tournament, FinishForm(tournament=tournament))
    stamp, form = stamp_of(request.POST), FinishForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return finish_page(request, tournament, form)
    early, withhold = form.cleaned_data["early"], form.cleaned_data.get("results") == "withhold"
    with refusals_in() as trouble:
        finishing.finish(tournament, by=request.user, early=early, withhold=withhold, stamp=stamp)
        tournament.refresh_from_db()
        if tournament.withheld_from:
            messages.success(request, _("The standings are final. The hall learns them at the ceremony."))
        else:
            messages.success(request, _("The standings are final. Congratulate the winners!"))
        return redirect("finish", tournament.slug)
    return finish_page(request, tournament, form, trouble.refused)


def finish_page(
    request: StaffRequest,
    tournament: Tournament,
    form: FinishForm,
    refused: Refused | None = None,
    refused_form: ReasonForm | None = None,
) -> HttpResponse:
    places, window, now = standings_of(tournament), window_of(tournament), timezone.now()
    context = {
        "tournament": tournament,
        "section": "finish",
        "form": form,
        "take_back_form": refused_form or take_back_form(),
        "refused": refused,
        "open_ends": finishing.open_ends(tournament),
        "contradicted": [
            repeated_hand_in_words(repeated, tournament) for repeated in repeated_hands(tournament)
        ],
        "open_rounds": [
            (number, list(tables))
            for number, tables in groupby(waited_for(tournament), key=lambda table: table.round)
        ],
        "rounds_left": tournament.rounds.planned().count(),
        "standings": places,
        "now": now,
        "window": window,
        "window_runs": window is not None and window.is_running(now),
        "reports": list(waiting(tournament)),
        "window_form": WindowForm(),
        "uncheckable": finishing.uncheckable(tournament),
        "leaders": pictures.leaders(places.in_points) if tournament.finished_at else None,
        "corrections": corrections_of(tournament, places),
    }
    return render(
        request, "scoring/finishing/finish.html", context, status=status_of(refused, form, refused_form)
    )


@require_POST
def take_back(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), take_back_form(request.POST)
    if not form.is_valid():
        return finish_page(request, tournament, FinishForm(tournament=tournament), refused_form=form)
    reason = form.cleaned_data["reason"]
    finishing.take_back_finish(tournament, by=request.user, reason=reason, stamp=stamp)
    if tournament.is_evening:
        return redirect(tournament.get_work_url())
    messages.success(request, _("The tournament is open again."))
    return redirect("finish", tournament.slug)


@require_POST
def window(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stamp, form = stamp_of(request.POST), WindowForm(request.POST)
    with refusals_in() as trouble:
        if request.POST.get("do") == "end":
            finishing.end_window(tournament, by=request.user, stamp=stamp)
        elif form.is_valid():
            minutes = form.cleaned_data["minutes"]
            finishing.open_window(tournament, minutes=minutes, by=request.user, stamp=stamp)
        else:
            raise refuse("minutes", _("Say for how many minutes, up to 240."), "minutes")
        return redirect("finish", tournament.slug)
    return finish_page(request, tournament, FinishForm(tournament=tournament), trouble.refused)
