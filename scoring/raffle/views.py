from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import Request, StaffRequest
from club.forms import TidyField
from live.published import published
from record.answering import posted, refusals_in, status_of
from record.stamps import Stamp, StampField, stamp_of
from scoring.models.raffle import MOST_WINNERS
from scoring.raffle import actions
from scoring.raffle.queries import left_out_of_draws, may_be_drawn, with_players
from scoring.standings.counted import disqualified
from tournament.access import get_tournament

MOST_SHOWN = 60


class RaffleForm(forms.Form):
    stamp = StampField(initial=Stamp)
    prize = TidyField(label=gettext_lazy("What can be won"), max_length=120)
    winners = forms.IntegerField(
        label=gettext_lazy("How many win"), min_value=1, max_value=MOST_WINNERS, initial=1
    )
    without_winners = forms.BooleanField(
        label=gettext_lazy("Leave out those who won a raffle today"), required=False, initial=True
    )


@require_http_methods(["GET", "HEAD", "POST"])
def raffles(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = RaffleForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            actions.make_ready(tournament, by=request.user, **form.cleaned_data)
            message = _(
                "It is ready: the list and the seed’s hash are on record. Draw when the hall is watching."
            )
            messages.success(request, message)
            return redirect("raffles", slug)
    context = {
        "tournament": tournament,
        "section": "raffles",
        "form": form,
        "raffles": with_players(tournament, list(tournament.raffles.all()), with_drawn_from=True),
        "here": may_be_drawn(tournament).count(),
        "left_out": left_out_of_draws(tournament),
        "disqualified": disqualified(tournament),
    }
    return render(request, "scoring/raffle/raffles.html", context, status=status_of(form))


@require_POST
def raffle_draw(request: StaffRequest, slug: str, raffle: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stored, stamp = get_object_or_404(tournament.raffles, pk=raffle), stamp_of(request.POST)
    actions.draw(tournament, stored, by=request.user, stamp=stamp)
    return redirect("raffles", slug)


@require_POST
def raffle_remove(request: StaffRequest, slug: str, raffle: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    stored, stamp = get_object_or_404(tournament.raffles, pk=raffle), stamp_of(request.POST)
    actions.remove(tournament, stored, by=request.user, stamp=stamp)
    return redirect("raffles", slug)


@require_safe
@vary_on_headers("HX-Request")
@published
def raffle_screen(request: Request, slug: str) -> HttpResponse:
    """For the hall: the raffle made ready last, and who won it once it is drawn, with the seed whose hash was shown
    before, and how many were taken out undrawn. It names nobody before that.
    """
    tournament = get_tournament(request, slug, may="watch")
    stands = tournament.raffles.filter(taken_out_at__isnull=True)
    newest = with_players(tournament, list(stands[:1]), with_drawn_from=False)
    names: list[str] = []
    if newest:
        drawn_from = newest[0].raffle.drawn_from
        entries = tournament.entries.with_people().filter(number__in=drawn_from)
        names = sorted(entry.public_name for entry in entries)[:MOST_SHOWN]
    context: dict[str, Any] = {
        "tournament": tournament,
        "drawn": newest[0] if newest else None,
        "names": names,
    }
    context["taken_out"] = tournament.raffles.filter(taken_out_at__isnull=False).order_by("taken_out_at")
    template = "scoring/raffle/_screen.html" if request.htmx else "scoring/raffle/screen.html"
    return render(request, template, context)
