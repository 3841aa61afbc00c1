"""The door: find a player, one tap, undo, who is missing, walk-ins."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.access import StaffRequest, get_tournament
from tournament.check_in import actions
from tournament.models import Tournament
from tournament.players.forms import WalkInForm
from tournament.players.queries import counts, matching
from tournament.players.views import MOST_TYPED, refuse_renumbered, registered, stamped_entry
from tournament.refused import Refused

SHOWS = ("all", "missing", "here")


@require_safe
@vary_on_headers("HX-Request")
def check_in(request: StaffRequest, slug: str) -> HttpResponse:
    """Registered players by name; `?find=` as it is typed, `?show=` all, missing or here.

    To htmx only the list is answered; `?part=counts` answers the counts alone.
    """
    tournament = get_tournament(request, slug, may="direct")
    context = {"tournament": tournament, "section": "check-in", "counts": counts(tournament)}
    if request.GET.get("part") == "counts":
        return render(request, "tournament/check_in/_counts.html", context)
    context |= listed(request, tournament)
    if request.htmx:
        return render(request, "tournament/check_in/_list.html", context)
    context["waiting"] = tournament.entries.with_people().waiting()
    return render(request, "tournament/check_in/check_in.html", context)


def listed(request: StaffRequest, tournament: Tournament) -> dict[str, Any]:
    find = request.GET.get("find", "").strip()[:MOST_TYPED]
    show = request.GET.get("show", "all")
    entries = tournament.entries.with_people()
    chosen = {"missing": entries.missing(), "here": entries.here()}.get(show, entries.registered())
    return {"entries": matching(chosen, find), "find": find, "show": show if show in SHOWS else "all"}


@require_POST
def check_in_player(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    return answer_tap(request, slug, number, here=True)


@require_POST
def check_in_undo(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    return answer_tap(request, slug, number, here=False)


def answer_tap(request: StaffRequest, slug: str, number: int, *, here: bool) -> HttpResponse:
    """To htmx the player's own row and the counts; otherwise the page as it was found."""
    tournament = get_tournament(request, slug, may="direct")
    entry, stamp = stamped_entry(request, tournament, number)
    act = actions.check_in if here else actions.undo_check_in
    try:
        refuse_renumbered(entry, number)
        entry = act(entry, by=request.user, stamp=stamp)
    except Refused as refused:
        if not request.htmx:
            raise
        context = {"tournament": tournament, "entry": entry, "fault": str(refused)}
        return render(request, "tournament/check_in/_row.html", context, status=refused.status)
    if request.htmx:
        context = {"tournament": tournament, "entry": entry, "counts": counts(tournament), "tapped": True}
        return render(request, "tournament/check_in/_row.html", context)
    query = {name: request.POST.get(name, "")[:MOST_TYPED] for name in ("find", "show")}
    return redirect(f"{reverse('check-in', args=[slug])}?{urlencode(query)}#entry-{number}")


@require_http_methods(["GET", "HEAD", "POST"])
def walk_in(request: StaffRequest, slug: str) -> HttpResponse:
    """Somebody at the door who is not on the list: registered and checked in at once."""
    tournament = get_tournament(request, slug, may="direct")
    form = WalkInForm(request.POST if request.method == "POST" else None, tournament=tournament)
    entry = registered(request, tournament, form, checked_in=True)
    if entry is None:
        context = {"tournament": tournament, "section": "check-in", "form": form}
        return render(
            request, "tournament/check_in/walk_in.html", context, status=422 if form.is_bound else 200
        )
    facts = {"name": entry.person.name, "number": entry.number}
    if entry.checked_in_at:
        messages.success(request, _("%(name)s is here, under number %(number)s.") % facts)
    else:  # the same form once more, after the check-in was undone
        messages.warning(request, _("%(name)s is entered already, under number %(number)s.") % facts)
    return redirect("check-in", slug)
