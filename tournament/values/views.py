from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.access import Request, StaffRequest, directs
from club.profiles.rule import change_rule
from live.published import published
from tournament.access import get_tournament
from tournament.values.actions import change_values
from tournament.values.sheet import OF_SETTINGS, changes_of_rules, sheet_of


@require_safe
@published
def rules_page(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="watch")
    is_directors = directs(request)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "rules",
        "sheet": sheet_of(tournament, whole=is_directors),
    }
    if is_directors:
        context["changes"] = changes_of_rules(tournament)
    return render(request, "tournament/values/rules.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: StaffRequest, slug: str, rule: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    if rule in OF_SETTINGS:
        raise Http404(_("There is no such rule."))
    back, save = reverse("rules", args=[slug]), partial(change_values, tournament)
    return change_rule(
        request, tournament, rule, save=save, back=back, tournament=tournament, section="rules"
    )
