"""The line of the tour above the pages of the demonstration tournament."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from demo.tour import CLOSED, is_demonstration, stop

register = template.Library()


@register.inclusion_tag("demo/_tour.html", takes_context=True)
def tour(context: Context) -> dict[str, Any]:
    """The tour's step of this page, for the demonstration club's users until they close the tour."""
    tournament, role, request = context.get("tournament"), context.get("role"), context.get("request")
    if not tournament or not role or request is None or request.session.get(CLOSED):
        return {}
    if not is_demonstration(tournament):
        return {}
    return {
        "stop": stop(tournament, request.path, role),
        "path": request.path,
        "csrf_token": context.get("csrf_token"),
    }
