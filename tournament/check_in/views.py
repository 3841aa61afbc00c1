"""The check-in page: find a player, check in, undo, the missing, walk-ins."""

from collections.abc import Mapping
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
from tournament.fees.queries import owed_by
from tournament.models import Entry, Role, Tournament
from tournament.players.forms import WalkInForm
from tournament.players.queries import counts, matching, namesakes
from tournament.players.views import MOST_TYPED, refuse_renumbered, register_from_form, stamped_entry
from tournament.refused import Refused
from tournament.stamps import Stamp, stamp_of

SHOWS = ("all", "missing", "here")
MOST_OTHERS = 8


@require_safe
@vary_on_headers("HX-Request")
def check_in(request: StaffRequest, slug: str) -> HttpResponse:
    """Registered players by name; `?find=` while typing, `?show=` all, missing or here.

    For htmx only the list; `?part=counts` for the counts alone.
    """
    tournament = get_tournament(request, slug, may="admit")
    context = {"tournament": tournament, "section": "check-in", "counts": counts(tournament)}
    if request.GET.get("part") == "counts":
        return render(request, "tournament/check_in/_counts.html", context)
    context |= matching_players(request.GET, tournament)
    if request.htmx:
        return render(request, "tournament/check_in/_list.html", context)
    if request.role == Role.DIRECTOR:
        context["waiting"] = tournament.entries.with_people().waiting()
    return render(request, "tournament/check_in/check_in.html", context)


@require_POST
def check_in_found(request: StaffRequest, slug: str) -> HttpResponse:
    """Checks in the one registered player who matches the search. Players already present stay so; with several
    matches nobody is chosen.
    """
    tournament = get_tournament(request, slug, may="admit")
    stamp = stamp_of(request.POST)
    entry = the_only_match(tournament, request.POST.get("find", "")[:MOST_TYPED])
    if entry is not None:
        try:
            actions.check_in(entry, by=request.user, stamp=stamp)
        except Refused as refused:
            if not request.htmx:
                raise
            context = {
                "tournament": tournament,
                "fault": str(refused),
                **matching_players(request.POST, tournament),
            }
            return render(request, "tournament/check_in/_list.html", context, status=refused.status)
    if request.htmx:
        context = {"tournament": tournament, "counts": counts(tournament), "tapped": True}
        context |= matching_players(request.POST, tournament, newcomer=entry)
        return render(request, "tournament/check_in/_list.html", context)
    return to_the_list(request, slug)


def the_only_match(tournament: Tournament, find: str) -> Entry | None:
    """The registered player that the text means, if exactly one; a whole number means the player with that number."""
    if not find.strip():
        return None
    entries = matching(tournament.entries.with_people().registered(), find)
    exact = [entry for entry in entries if str(entry.number) == find.strip().removeprefix("#")]
    matches = exact or entries
    return matches[0] if len(matches) == 1 else None


def to_the_list(request: StaffRequest, slug: str, anchor: str = "") -> HttpResponse:
    query = {name: request.POST.get(name, "")[:MOST_TYPED] for name in ("find", "show")}
    return redirect(f"{reverse('check-in', args=[slug])}?{urlencode(query)}{anchor}")


def matching_players(
    query: Mapping[str, str], tournament: Tournament, newcomer: Entry | None = None
) -> dict[str, Any]:
    """The players that match `find` and `show`, and `also`, the one just checked in; `others` are further entries
    that match `find`.
    """
    find, show = query.get("find", "").strip()[:MOST_TYPED], query.get("show", "all")
    entries = tournament.entries.with_people().select_related("person", "category")
    chosen = {"missing": entries.missing(), "here": entries.here()}.get(show, entries.registered())
    if newcomer is not None:
        chosen |= entries.filter(pk=newcomer.pk)
    fitting = matching(chosen, find)
    others = matching(entries.exclude(pk__in=[entry.pk for entry in fitting]), find) if find else []
    return {
        "entries": fitting,
        "owed": owed_by(tournament, fitting),
        "namesakes": namesakes(tournament),
        "others": others[:MOST_OTHERS],
        "find": find,
        "show": show if show in SHOWS else "all",
        "stamp": Stamp(),
    }


@require_POST
def check_in_player(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    return answer_tap(request, slug, number, here=True)


@require_POST
def check_in_undo(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    return answer_tap(request, slug, number, here=False)


def answer_tap(request: StaffRequest, slug: str, number: int, *, here: bool) -> HttpResponse:
    """For htmx the player's row and the counts; otherwise a redirect to the list as it was."""
    tournament = get_tournament(request, slug, may="admit")
    entry, stamp = stamped_entry(request, tournament, number)
    act = actions.check_in if here else actions.undo_check_in
    try:
        refuse_renumbered(entry, number)
        entry = act(entry, by=request.user, stamp=stamp)
    except Refused as refused:
        if not request.htmx:
            raise
        context = {
            "tournament": tournament,
            "entry": entry,
            "owed": owed_by(tournament, [entry]),
            "namesakes": namesakes(tournament),
            "fault": str(refused),
        }
        return render(request, "tournament/check_in/_row.html", context, status=refused.status)
    if request.htmx:
        context = {
            "tournament": tournament,
            "entry": entry,
            "owed": owed_by(tournament, [entry]),
            "namesakes": namesakes(tournament),
            "counts": counts(tournament),
            "tapped": True,
        }
        return render(request, "tournament/check_in/_row.html", context)
    return to_the_list(request, slug, f"#entry-{number}")


@require_http_methods(["GET", "HEAD", "POST"])
def walk_in(request: StaffRequest, slug: str) -> HttpResponse:
    """Registers and checks in somebody who is not on the list."""
    tournament = get_tournament(request, slug, may="direct")
    form = WalkInForm(request.POST if request.method == "POST" else None, tournament=tournament)
    entry = register_from_form(request, tournament, form, checked_in=True)
    if entry is None:
        context = {"tournament": tournament, "section": "check-in", "form": form}
        return render(
            request, "tournament/check_in/walk_in.html", context, status=422 if form.is_bound else 200
        )
    values = {"name": entry.person.name, "number": entry.number}
    if entry.checked_in_at:
        messages.success(request, _("%(name)s is here, under number %(number)s.") % values)
    else:  # the same form once more, after the check-in was undone
        messages.warning(request, _("%(name)s is entered already, under number %(number)s.") % values)
    return redirect("check-in", slug)
