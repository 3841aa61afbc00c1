"""The tag for slots that applications above fill; see `ui.slots`."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from ui.slots import templates_of

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str, **values: Any) -> SafeString:
    """The templates of this slot, rendered with the page's context and `values`."""
    assert context.template is not None  # noqa: S101 (for the type checker)
    engine = context.template.engine
    with context.push(**values):
        parts = [engine.get_template(name).render(context) for name in templates_of(name)]
    return mark_safe("".join(parts))  # noqa: S308 (each part is a rendered template)
