"""Raffles: the director's page, and the screen that shows the draw."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.models import Raffle
from scoring.raffle import actions
from scoring.raffle.file import drawn_from_list, winner_list
from scoring.raffle.forms import RaffleForm
from scoring.standings.counted import disqualified, left_out_of_draws, may_be_drawn
from tournament.access import Request, StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.live.published import published
from tournament.models import Entry, Tournament
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file
from tournament.stamps import stamp_of

MOST_SHOWN = 60


@dataclass(frozen=True)
class RaffleWithPlayers:
    """A raffle with those who won, and on the director's page those it was drawn from, by number."""

    raffle: Raffle
    winners: list[Entry]
    drawn_from: list[Entry] = field(default_factory=list)


def with_players(
    tournament: Tournament, raffles: list[Raffle], *, with_drawn_from: bool
) -> list[RaffleWithPlayers]:
    """Raffles with the players who won, and those they were drawn from if asked. One query more, if any."""
    numbers = {
        number for raffle in raffles for number in (raffle.drawn_from if with_drawn_from else raffle.winning)
    }
    entries = (
        {entry.number: entry for entry in tournament.entries.with_people().filter(number__in=numbers)}
        if numbers
        else {}
    )

    def of(numbers_drawn: list[int]) -> list[Entry]:
        return [entries[number] for number in numbers_drawn if number in entries]

    return [
        RaffleWithPlayers(raffle, of(raffle.winning), of(raffle.drawn_from) if with_drawn_from else [])
        for raffle in raffles
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def raffles(request: StaffRequest, slug: str) -> HttpResponse:
    """Every raffle of the day; a POST makes one ready."""
    tournament = get_tournament(request, slug, may="direct")
    form = RaffleForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            actions.make_ready(tournament, by=request.user, **form.cleaned_data)
        except Refused as refused:
            place_faults(form, refused)
            status = refused.status
        else:
            messages.success(
                request, _("It is ready: seed and list are on record. Draw when the hall looks.")
            )
            return redirect("raffles", slug)
    listed = with_players(tournament, list(tournament.raffles.all()), with_drawn_from=True)
    context = {
        "tournament": tournament,
        "section": "raffles",
        "form": form,
        "raffles": listed,
        "here": may_be_drawn(tournament).count(),
        "left_out": left_out_of_draws(tournament),
        "disqualified": disqualified(tournament),
    }
    return page_or_file(
        request,
        "scoring/raffle/raffles.html",
        context,
        winner_list([(drawn.raffle, entry) for drawn in listed for entry in drawn.winners]),
        drawn_from_list([(drawn.raffle, entry) for drawn in listed for entry in drawn.drawn_from]),
        file_name=f"{slug}-raffles",
        status=status,
    )


def get_raffle(tournament: Tournament, raffle: int) -> Raffle:
    row = tournament.raffles.filter(pk=raffle).first()
    if row is None:
        raise Http404(_("There is no such raffle."))
    return row


@require_POST
def raffle_draw(request: StaffRequest, slug: str, raffle: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    actions.draw(tournament, get_raffle(tournament, raffle), by=request.user, stamp=stamp_of(request.POST))
    return redirect("raffles", slug)


@require_POST
def raffle_remove(request: StaffRequest, slug: str, raffle: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    raffle_now, stamp = get_raffle(tournament, raffle), stamp_of(request.POST)
    actions.remove(tournament, raffle_now, by=request.user, stamp=stamp)
    return redirect("raffles", slug)


@require_safe
@vary_on_headers("HX-Request")
@published
def raffle_screen(request: Request, slug: str) -> HttpResponse:
    """For the hall: the raffle made ready last, and who won it once it is drawn. It names nobody before that."""
    tournament = get_tournament(request, slug, may="watch")
    newest = with_players(tournament, list(tournament.raffles.all()[:1]), with_drawn_from=False)
    names: list[str] = []
    if newest:
        drawn_from = newest[0].raffle.drawn_from
        entries = tournament.entries.with_people().filter(number__in=drawn_from)
        names = sorted(entry.public_name for entry in entries)[:MOST_SHOWN]
    context = {"tournament": tournament, "drawn": newest[0] if newest else None, "names": names}
    template = "scoring/raffle/_screen.html" if request.htmx else "scoring/raffle/screen.html"
    return render(request, template, context)
