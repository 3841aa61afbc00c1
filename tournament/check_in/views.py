from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.access import StaffRequest
from club.models import Movement, Role
from record.answering import posted, refusals_in, status_of
from record.refused import Refused
from record.stamps import Stamp, stamp_of
from tournament.access import get_tournament
from tournament.check_in import actions
from tournament.check_in.seating_late import admit_late, enter_walk_in, gaps_to_come
from tournament.fees.queries import owed_by
from tournament.models import Entry, Tournament
from tournament.players.forms import WalkInForm
from tournament.players.queries import counts, matching, namesakes
from tournament.players.views import MOST_TYPED, refuse_renumbered, stamped_entry
from tournament.seating.forms.draw import plan_again_values

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
    with refusals_in() as trouble:
        if entry is not None:
            actions.check_in(entry, by=request.user, stamp=stamp)
    if not request.htmx:
        return to_the_list(request, slug, refused=trouble.refused)
    done = trouble.refused is None
    context = {
        "tournament": tournament,
        **tapped(tournament, trouble.refused),
        **matching_players(request.POST, tournament, newcomer=entry if done else None),
    }
    return render(request, "tournament/check_in/_list.html", context, status=status_of(trouble.refused))


def tapped(tournament: Tournament, refused: Refused | None) -> dict[str, Any]:
    return {"fault": str(refused)} if refused else {"counts": counts(tournament), "tapped": True}


def the_only_match(tournament: Tournament, find: str) -> Entry | None:
    """The registered player that the text means, if exactly one; a whole number means the player with that number."""
    if not find.strip():
        return None
    entries = matching(tournament.entries.with_people().registered(), find)
    exact = [entry for entry in entries if str(entry.number) == find.strip().removeprefix("#")]
    matches = exact or entries
    return matches[0] if len(matches) == 1 else None


def to_the_list(
    request: StaffRequest, slug: str, anchor: str = "", *, refused: Refused | None
) -> HttpResponse:
    if refused:
        raise refused
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
        **without_seat(tournament),
        "find": find,
        "show": show if show in SHOWS else "all",
        "stamp": Stamp(),
    }


@require_POST
def answer_tap(request: StaffRequest, slug: str, number: int, *, here: bool) -> HttpResponse:
    """For htmx the player's row and the counts; otherwise a redirect to the list as it was."""
    tournament = get_tournament(request, slug, may="admit")
    entry, stamp = stamped_entry(request, tournament, number)
    act = actions.check_in if here else actions.undo_check_in
    with refusals_in() as trouble:
        refuse_renumbered(entry, number)
        entry = act(entry, by=request.user, stamp=stamp)
    if not request.htmx:
        return to_the_list(request, slug, f"#entry-{number}", refused=trouble.refused)
    context = {
        "tournament": tournament,
        "entry": entry,
        "owed": owed_by(tournament, [entry]),
        "namesakes": namesakes(tournament),
        **without_seat(tournament),
        **tapped(tournament, trouble.refused),
    }
    return render(request, "tournament/check_in/_row.html", context, status=status_of(trouble.refused))


@require_http_methods(["GET", "HEAD", "POST"])
def walk_in(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = WalkInForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            seat, stamp = bool(tournament.drawn_at) and "seat" in request.POST, form.cleaned_data["stamp"]
            if form.entered is not None:
                listed = get_object_or_404(tournament.entries.with_people(), number=form.entered)
                entry, seatless = admit_late(tournament, listed, seat=seat, by=request.user, stamp=stamp)
            else:
                player = replace(form.player, checked_in=True)
                entry, seatless = enter_walk_in(tournament, player, seat=seat, by=request.user, stamp=stamp)
            return arrived(request, tournament, entry, seatless, seat=seat)
    gaps = gaps_to_come(tournament)
    context = {
        "tournament": tournament,
        "section": "check-in",
        "form": form,
        "gaps": gaps,
        "is_full": gaps is not None and not gaps.empty,
        "plan_again": plan_again_link(tournament) if gaps else "",
    }
    return render(request, "tournament/check_in/walk_in.html", context, status=status_of(form))


@require_POST
def seat_player(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Somebody on the list who came late: checked in, with a seat where they have none."""
    tournament = get_tournament(request, slug, may="direct")
    entry, stamp = stamped_entry(request, tournament, number)
    refuse_renumbered(entry, number)
    seat = tournament.drawn_at is not None
    entry, seatless = admit_late(tournament, entry, seat=seat, by=request.user, stamp=stamp)
    return arrived(request, tournament, entry, seatless, seat=seat)


def arrived(
    request: StaffRequest, tournament: Tournament, entry: Entry, seatless: Refused | None, *, seat: bool
) -> HttpResponse:
    """To their seats where they were to have one, or to check-in, which says why they have none."""
    values = {"name": entry.person.name, "number": entry.number}
    entry.refresh_from_db(fields=["checked_in_at"])
    if seatless is not None:
        link = plan_again_link(tournament) if seatless.faults[0].code == "no-empty-seat" else ""
        messages.warning(request, format_html("{} {}", seatless, link))
    if entry.checked_in_at is None:  # the same form once more, after the check-in was undone
        messages.warning(request, _("%(name)s is already entered, under number %(number)s.") % values)
    elif seat and seatless is None:
        return redirect("walk-in-seated", tournament.slug, entry.number)
    else:
        messages.success(request, _("%(name)s is here, under number %(number)s.") % values)
    return redirect("check-in", tournament.slug)


def without_seat(tournament: Tournament) -> dict[str, Any]:
    """Who of the players listed has no seat, and what helps."""
    gaps = gaps_to_come(tournament)
    is_full = gaps is not None and gaps.without_seat and not gaps.empty
    return {"gaps": gaps, "plan_again": plan_again_link(tournament) if is_full else ""}


def plan_again_link(tournament: Tournament) -> str:
    """To the preview of a new plan, which seats everybody who is here; "" where no plan is left to be made."""
    values = plan_again_values(tournament)
    if values["from_round"] > tournament.last_round or values["movement"] in ("", Movement.RANKED):
        return ""
    address = f"{reverse('plan-again-look', args=[tournament.slug])}?{urlencode(values)}"
    return format_html('<a href="{}">{}</a>', address, _("Plan the remaining rounds again"))


@require_safe
def walk_in_seated(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    entry = get_object_or_404(tournament.entries.with_people(), number=number)
    context = {
        "tournament": tournament,
        "section": "check-in",
        "entry": entry,
        "seats": entry.seats.select_related("round", "table").order_by("round__number"),
    }
    return render(request, "tournament/check_in/seated.html", context)
