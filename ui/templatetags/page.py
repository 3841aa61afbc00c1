"""What every page is put together of: its navigation, the address of the guide, and slots, `{% slot "name" %}`, which
applications above fill by `SLOTS` in their module `slots`.
"""

from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from ui.declared import declared
from ui.navigation import entries, guide_of

register = template.Library()


@cache
def filled() -> dict[str, list[str]]:
    templates: dict[str, list[str]] = {}
    for slots in declared("slots", "SLOTS"):
        for name, path in slots.items():
            templates.setdefault(name, []).append(path)
    return templates


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str, **values: Any) -> SafeString:
    assert context.template is not None  # noqa: S101 (for the type checker)
    engine = context.template.engine
    with context.push(**values):
        parts = [engine.get_template(name).render(context) for name in filled().get(name, [])]
    return mark_safe("".join(parts))  # noqa: S308 (each part is a rendered template)


@register.simple_tag
def command() -> str:
    """What a command begins with, as it is typed where Charleston runs."""
    return str(settings.COMMAND)


@register.inclusion_tag("ui/navigation.html", takes_context=True)
def navigation(context: Context) -> dict[str, Any]:
    tournament, round_ = context["tournament"], context.get("round")
    number = getattr(round_, "number", None)
    return {"entries": entries(tournament, context.get("role"), str(context.get("section")), number)}


@register.simple_tag(takes_context=True)
def guide(context: Context) -> str:
    return guide_of(str(context.get("section", "")))
