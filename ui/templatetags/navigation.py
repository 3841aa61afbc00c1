"""The navigation of a tournament; see `ui.navigation`."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from ui.navigation import entries, guide_of

register = template.Library()


@register.inclusion_tag("ui/navigation.html", takes_context=True)
def navigation(context: Context) -> dict[str, Any]:
    tournament, round_ = context["tournament"], context.get("round")
    number = getattr(round_, "number", None)
    return {"entries": entries(tournament, context.get("role"), str(context.get("section")), number)}


@register.simple_tag(takes_context=True)
def guide(context: Context) -> str:
    """The address of the guide at the place for this page."""
    return guide_of(str(context.get("section", "")))
