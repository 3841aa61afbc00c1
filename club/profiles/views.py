from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest, get_club
from club.models import systems
from club.profiles import actions
from club.profiles.actions import changes_of
from club.profiles.forms import HouseNameForm
from club.profiles.queries import house_profiles, rules_in_groups
from club.profiles.rule import change_rule
from record.answering import posted, refusals_in, status_of
from record.stamps import Stamp, stamp_of
from rules.systems.registry import SYSTEMS, definition


@require_safe
def house_list(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    houses = list(house_profiles(club))
    context = {
        "club": club,
        "systems": systems(),
        "houses": [house for house in houses if house.withdrawn_at is None],
        "withdrawn": [house for house in houses if house.withdrawn_at is not None],
    }
    return render(request, "club/profiles/house_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def house_new(request: StaffRequest, slug: str, system: str) -> HttpResponse:
    """Starts from a system, or from the numbers of a tournament of the club (`?tournament=`)."""
    club = get_club(request, slug)
    if system not in SYSTEMS:
        raise Http404(_("There is no such scoring system."))
    chosen = club.tournaments.filter(slug=request.GET.get("tournament", ""), system=system).first()
    form = HouseNameForm(posted(request))
    if form.is_valid():
        with refusals_in(form):
            house = actions.make_house_profile(
                club,
                name=form.cleaned_data["name"],
                system=system,
                values=changes_of(chosen.profile) if chosen else {},
                by=request.user,
                stamp=form.cleaned_data["stamp"],
            )
            message = _("%(name)s is saved for the club's tournaments.")
            messages.success(request, message % {"name": house.name})
            return redirect("house-profile", slug, house.pk)
    context = {"club": club, "form": form, "base": chosen.name if chosen else _(definition(system).title)}
    return render(request, "club/profiles/house.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def house_profile(request: StaffRequest, slug: str, house: int) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(club.house_profiles, pk=house)

    def stamp_now() -> Stamp:
        row.refresh_from_db()
        return Stamp(seen={"name": row.name})

    form = HouseNameForm(posted(request), house_name=row.name)
    if form.is_valid():
        with refusals_in(form, stamp=stamp_now):
            name, stamp = form.cleaned_data["name"], form.cleaned_data["stamp"]
            changed = actions.change_house_profile(row, name=name, by=request.user, stamp=stamp)
            messages.success(request, _("It is called %(name)s now.") % {"name": changed.name})
            return redirect("house-profile", slug, house)
    context = {
        "club": club,
        "form": form,
        "house": row,
        "groups": rules_in_groups(row.profile),
        "changes": {
            name: reverse("house-rule", args=[slug, house, name]) for name in definition(row.system).names
        },
        "tournaments": row.tournaments.order_by("-date", "name"),
    }
    return render(request, "club/profiles/house.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def house_rule(request: StaffRequest, slug: str, house: int, rule: str) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(club.house_profiles, pk=house)
    back, save = reverse("house-profile", args=[slug, house]), partial(actions.change_house_profile, row)
    return change_rule(request, row, rule, save=save, back=back, club=club, house=row)


@require_POST
def house_offer(request: StaffRequest, slug: str, house: int, *, is_offered: bool) -> HttpResponse:
    club = get_club(request, slug)
    row = get_object_or_404(club.house_profiles, pk=house)
    actions.offer_house_profile(row, is_offered=is_offered, by=request.user, stamp=stamp_of(request.POST))
    message = (
        _("%(name)s is offered to new tournaments again.")
        if is_offered
        else _("%(name)s is no longer offered to new tournaments.")
    )
    messages.success(request, message % {"name": row.name})
    return redirect("house-profiles", slug)
