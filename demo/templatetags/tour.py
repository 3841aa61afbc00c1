"""The line of the tour above the pages of the demonstration tournament, and its sign-ins."""

from typing import Any

from django import template
from django.template import Context

from club.front_page.who_may import is_at_the_machine
from club.models import Role
from demo.demonstration import sign_ins
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


@register.simple_tag(takes_context=True)
def demonstration_sign_ins(context: Context) -> list[dict[str, Any]]:
    """The demonstration's accounts, on the machine itself only; their roles in words."""
    request = context.get("request")
    if request is None or not is_at_the_machine(request):
        return []
    return [{**account, "role": Role(account["role"]).label} for account in sign_ins()]
