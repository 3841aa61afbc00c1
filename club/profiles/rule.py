from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from club.access import StaffRequest
from club.profiles.actions import changed_profile, changes_of
from club.profiles.examples import worked_games
from club.profiles.forms import RuleForm
from record.answering import posted, refusals_in, status_of
from record.stamps import Stamp
from rules.systems.profile import Profile, definition

SHOW = "show"
"""The button that works the examples out anew and stores nothing."""


def change_rule(
    request: StaffRequest, row: Any, rule: str, *, save: Callable[..., object], back: str, **context: Any
) -> HttpResponse:
    """Shows the fields of a rule of `row`, a tournament or a house profile, and stores them by `save`. `back` is the
    address of all its rules.
    """
    if rule not in definition(row.system).names:
        raise Http404(_("There is no such rule."))
    form = RuleForm(posted(request), profile=row.profile, rule=rule)
    if request.method == "POST" and request.htmx:
        return render(request, "club/profiles/_examples.html", examples_of(form))
    is_tried = SHOW in request.POST

    def stamp_now() -> Stamp:
        row.refresh_from_db()
        return Stamp(seen={rule: row.profile.to_data()[rule]})

    if not is_tried and form.is_valid():
        with refusals_in(form, stamp=stamp_now):
            save(values=form.values(), by=request.user, stamp=form.cleaned_data["stamp"])
            messages.success(request, _("The rule is saved."))
            return redirect(f"{back}#{rule}")
    context |= {"form": form, "back": back, **examples_of(form)}
    return render(request, "club/profiles/rule.html", context, status=200 if is_tried else status_of(form))


def typed_profile(form: RuleForm) -> Profile | None:
    """The profile as it is typed; None while a number cannot be read."""
    if not form.is_bound:
        return form.profile
    if not form.is_valid():
        return None
    with refusals_in():
        return changed_profile(form.profile.system, {**changes_of(form.profile), **form.values()})
    return None


def examples_of(form: RuleForm) -> dict[str, object]:
    profile = typed_profile(form)
    return {"examples": worked_games(profile or form.profile), "is_unread": profile is None}
