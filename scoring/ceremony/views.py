"""The ceremony: the presenter's key, the speaker's list, and the screen that the hall sees."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRefresh

from club.access import Request, StaffRequest
from club.forms import has_digits
from live.published import published
from record.answering import refusals_in, status_of
from record.refused import Conflict, Refused
from record.stamps import stamp_of
from scoring.ceremony import actions
from scoring.ceremony.queries import current, slides, slides_shown
from scoring.models import Ceremony, PrizeAward
from scoring.prizes.queries import in_plan_order, still_to_present
from tournament.access import get_tournament
from tournament.models import Tournament
from ui.addresses import for_phones

MOST_BELOW = 3
"""Slides that stay below the one that is on, and names on each of them."""


@require_safe
@vary_on_headers("HX-Request")
def ceremony(request: StaffRequest, slug: str) -> HttpResponse:
    """The presenter's page: one big key, what is on and what comes next. `?view=list` is the speaker's."""
    tournament = get_tournament(request, slug, may="direct")
    return ceremony_page(request, tournament)


def ceremony_page(
    request: StaffRequest, tournament: Tournament, refused: Refused | None = None
) -> HttpResponse:
    on = current(tournament)
    slide_list = slides(on) if on and on.ended_at is None else []
    if request.htmx and not slide_list:  # it is over, so the whole page changes
        return HttpResponseClientRefresh()
    is_list = request.GET.get("view") == "list"
    address = reverse("ceremony", args=[tournament.slug])
    awards = in_plan_order(PrizeAward.objects.filter(row__tournament=tournament))
    waiting = {award.row for award in awards if award.presented_at is None}
    public_rows = {award.row for award in awards if award.presented_at is not None}
    rows_to_present = list(still_to_present(tournament).select_related("category"))
    for row in rows_to_present:
        row.tournament = tournament
    on_slides = {slide.row.pk for slide in slide_list}
    context = {
        "tournament": tournament,
        "section": "ceremony",
        "refused": refused,
        "ceremony": on if slide_list else None,
        "last": on,
        "slides": slide_list,
        "slide": slide_list[on.slide] if slide_list and on and on.slide is not None else None,
        "next": next((slide for slide in slide_list if on and slide.announced_at > on.step), None),
        "is_list": is_list,
        "address": f"{address}?view=list" if is_list else address,
        "left": [row for row in rows_to_present if row.pk not in on_slides],
        "not_fixed": [row for row in rows_to_present if row.fixed_at is None],
        "waiting": sorted(waiting, key=lambda row: (row.position, row.pk)),
        "known": sorted(public_rows, key=lambda row: (row.position, row.pk)),
    }
    template = "scoring/ceremony/_ceremony.html" if request.htmx else "scoring/ceremony/ceremony.html"
    return render(request, template, context, status=status_of(refused))


def chosen(request: StaffRequest) -> list[int]:
    keys = request.POST.getlist("row")[:60]
    return [int(key) for key in keys if has_digits(key, 9)]


@require_POST
def ceremony_begin(request: StaffRequest, slug: str) -> HttpResponse:
    """Begins a ceremony, or makes the chosen prizes public without one (`do=present`), or not any more."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, do = stamp_of(request.POST), request.POST.get("do", "")
    with refusals_in() as trouble:
        if do in ("present", "withdraw"):
            rows = list(tournament.prize_rows.filter(pk__in=chosen(request)))
            actions.present(tournament, rows=rows, public=do == "present", by=request.user, stamp=stamp)
        else:
            actions.begin(tournament, rows=chosen(request), by=request.user, stamp=stamp)
        return redirect("ceremony", slug)
    return ceremony_page(request, tournament, trouble.refused)


@require_POST
def ceremony_step(request: StaffRequest, slug: str) -> HttpResponse:
    """One step on, back, or the end. A step that another device took meanwhile is not taken twice."""
    tournament = get_tournament(request, slug, may="direct")
    stamp, do, on = stamp_of(request.POST), request.POST.get("do", ""), running(tournament)
    if do == "end":
        shows = request.POST.get("show_results") == "on"
        actions.end(tournament, on, show_results=shows, by=request.user, stamp=stamp)
        return redirect("ceremony", slug)
    try:
        actions.go(tournament, on, forward=do != "back", by=request.user, stamp=stamp)
    except Conflict as refused:
        if request.htmx:
            return ceremony_page(request, tournament, refused)
        messages.warning(request, _("Another device took a step meanwhile. This is where it stands."))
    return redirect("ceremony", slug)


def running(tournament: Tournament) -> Ceremony:
    on = current(tournament)
    if on is None or on.ended_at is not None:
        raise Http404
    return on


@require_safe
@vary_on_headers("HX-Request")
@published
def ceremony_screen(request: Request, slug: str) -> HttpResponse:
    """For the hall: the slide that is on, with its names only from their step on; nothing of any other slide."""
    tournament = get_tournament(request, slug, may="watch")
    on = current(tournament)
    is_on = on is not None and on.ended_at is None
    shown = slides_shown(on) if on and is_on else []
    context = {
        "tournament": tournament,
        "ceremony": on,
        "is_on": is_on,
        "slide": shown[-1] if shown else None,
        "earlier": [slide for slide in shown[:-1] if len(slide.awards) <= MOST_BELOW][-MOST_BELOW:],
        "follow": for_phones(request, reverse("results", args=[slug])),
        "more_to_come": not is_on and still_to_present(tournament).exists(),
        "goes_on": bool(
            on and on.ended_at and tournament.rounds.filter(published_at__gt=on.ended_at).exists()
        ),
    }
    template = "scoring/ceremony/_screen.html" if request.htmx else "scoring/ceremony/screen.html"
    return render(request, template, context)
