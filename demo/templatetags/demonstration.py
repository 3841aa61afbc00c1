from typing import Any

from django import template
from django.template import Context

from club.front_page.who_may import is_at_the_machine
from club.models import Role
from demo.demonstration import sign_ins

register = template.Library()


@register.simple_tag(takes_context=True)
def demonstration_sign_ins(context: Context) -> list[dict[str, Any]]:
    """The demonstration's accounts, on the machine itself only; their roles in words."""
    request = context.get("request")
    if request is None or not is_at_the_machine(request):
        return []
    return [{**account, "role": Role(account["role"]).label} for account in sign_ins()]
