"""A club's house profiles: the list, a form for each, and two side by side."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.systems.profile import Profile
from rules.systems.registry import SYSTEMS, load_profile
from tournament.access import StaffRequest, get_club
from tournament.forms import place_faults
from tournament.models import Club, HouseProfile, System, Tournament
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file
from tournament.stamps import FIELD, Stamp, stamp_of
from tournament.values import actions
from tournament.values.file import difference_list
from tournament.values.forms import HouseProfileForm
from tournament.values.queries import compare_profiles, house_profiles
from tournament.values.views import examples_of, examples_part, is_preview


@require_safe
def house_list(request: StaffRequest, slug: str) -> HttpResponse:
    """The five systems to start from, the club's own profiles, and those no longer offered."""
    club = get_club(request, slug)
    houses = list(house_profiles(club))
    context = {
        "club": club,
        "systems": System.choices,
        "houses": [house for house in houses if house.withdrawn_at is None],
        "withdrawn": [house for house in houses if house.withdrawn_at is not None],
        "choices": comparable(club),
    }
    return render(request, "tournament/values/house_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def house_new(request: StaffRequest, slug: str, system: str) -> HttpResponse:
    """Starts from a system, or from the numbers of a tournament of the club (`?tournament=`)."""
    club = get_club(request, slug)
    if system not in SYSTEMS:
        raise Http404(_("There is no such scoring system."))
    base = starting_profile(club, system, request.GET.get("tournament", ""))
    form = HouseProfileForm(request.POST if request.method == "POST" else None, profile=base)
    if is_preview(request):
        return examples_part(request, form) if request.htmx else house_page(request, club, form)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            house = actions.make_house_profile(
                club,
                name=form.cleaned_data["name"],
                system=system,
                values=form.values(),
                by=request.user,
                stamp=form.cleaned_data["stamp"],
            )
        except Refused as refused:
            place_faults(form, refused)
            status = refused.status
        else:
            messages.success(
                request, _("%(name)s is kept for the club's tournaments.") % {"name": house.name}
            )
            return redirect("house-profiles", slug)
    return house_page(request, club, form, status=status)


def starting_profile(club: Club, system: str, tournament: str) -> Profile:
    chosen = Tournament.objects.filter(club=club, slug=tournament, system=system).first()
    return chosen.profile if chosen else load_profile(system)


@require_http_methods(["GET", "HEAD", "POST"])
def house_profile(request: StaffRequest, slug: str, house: int) -> HttpResponse:
    """One profile: its numbers in the form, and the tournaments that took it."""
    club = get_club(request, slug)
    row = get_object_or_404(club.house_profiles, pk=house)
    data = request.POST if request.method == "POST" else None
    form = HouseProfileForm(data, profile=row.profile, house_name=row.name)
    if is_preview(request):
        return examples_part(request, form) if request.htmx else house_page(request, club, form, row)
    if not (form.is_bound and form.is_valid()):
        return house_page(request, club, form, row, status=422 if form.is_bound else 200)
    try:
        changed = actions.change_house_profile(
            row,
            name=form.cleaned_data["name"],
            values=form.values(),
            by=request.user,
            stamp=form.cleaned_data["stamp"],
        )
    except Refused as refused:
        row.refresh_from_db()
        form.data = request.POST.copy()
        form.data[FIELD] = str(Stamp(seen={"name": row.name, **row.profile.to_data()}))
        place_faults(form, refused)
        return house_page(request, club, form, row, status=refused.status)
    messages.success(
        request,
        _("%(name)s is saved. Tournaments that took it before keep their numbers.") % {"name": changed.name},
    )
    return redirect("house-profiles", slug)


def house_page(
    request: StaffRequest,
    club: Club,
    form: HouseProfileForm,
    house: HouseProfile | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "house": house,
        "system": System(form.profile.system),
        "tournaments": house.tournaments.order_by("-date", "name") if house else [],
        **examples_of(form),
    }
    return render(request, "tournament/values/house.html", context, status=status)


@require_POST
def house_withdraw(request: StaffRequest, slug: str, house: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(club.house_profiles, pk=house)
    actions.withdraw_house_profile(row, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("%(name)s is no longer offered to new tournaments.") % {"name": row.name})
    return redirect("house-profiles", slug)


@require_POST
def house_bring_back(request: StaffRequest, slug: str, house: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(club.house_profiles, pk=house)
    actions.bring_back_house_profile(row, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("%(name)s is offered to new tournaments again.") % {"name": row.name})
    return redirect("house-profiles", slug)


@require_safe
def house_compare(request: StaffRequest, slug: str) -> HttpResponse:
    """Two profiles side by side, systems or the club's own: the numbers that differ, and how many are the same."""
    club = get_club(request, slug)
    choices = comparable(club)
    chosen = [request.GET.get(side, "") for side in ("left", "right")]
    sides = [choice for choice in chosen if choice in choices]
    context: dict[str, Any] = {"club": club, "choices": choices, "left": chosen[0], "right": chosen[1]}
    listed = None
    if len(sides) == 2:
        names = [choices[choice][0] for choice in chosen]
        rows = compare_profiles(choices[chosen[0]][1], choices[chosen[1]][1])
        context |= {
            "names": names,
            "rows": [row for row in rows if not row.same],
            "same": sum(row.same for row in rows),
        }
        listed = difference_list(names[0], names[1], context["rows"])
    template, name = "tournament/values/house_compare.html", f"{slug}-profiles"
    return page_or_file(request, template, context, listed, file_name=name)


def comparable(club: Club) -> dict[str, tuple[str, Profile]]:
    """Every profile that the club can look at, with its name, by what the address calls it."""
    own = {str(house.pk): (house.name, house.profile) for house in house_profiles(club)}
    return {system: (str(System(system).label), load_profile(system)) for system in SYSTEMS} | own
