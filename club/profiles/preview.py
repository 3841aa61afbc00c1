from django.http import HttpResponse
from django.shortcuts import render

from club.access import StaffRequest
from club.profiles.actions import changed_profile, changes_of
from club.profiles.examples import worked_games
from club.profiles.forms import NumbersForm
from record.answering import refusals_in
from rules.systems.profile import Profile

SHOW = "show"
"""The button that works the examples out anew and stores nothing."""


def is_preview(request: StaffRequest) -> bool:
    return request.method == "POST" and (bool(request.htmx) or SHOW in request.POST)


def typed_profile(form: NumbersForm) -> Profile | None:
    """The profile as it is typed; None while a number cannot be read."""
    if not form.is_bound:
        return form.profile
    if not form.is_valid():
        return None
    with refusals_in():
        return changed_profile(form.profile.system, {**changes_of(form.profile), **form.values()})
    return None


def examples_of(form: NumbersForm) -> dict[str, object]:
    profile = typed_profile(form)
    return {"examples": worked_games(profile or form.profile), "is_unread": profile is None}


def examples_part(request: StaffRequest, form: NumbersForm) -> HttpResponse:
    return render(request, "club/profiles/_examples.html", examples_of(form))
