from collections.abc import Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from record.stamps import FIELD, Stamp

register = template.Library()


@register.simple_tag
def stamp(values: Mapping[str, object] | None = None, **seen: object) -> SafeString:
    """A new stamp: `{% stamp %}`, or with what the page was made from: `{% stamp state=entry.state %}`.

    Several values may come as one mapping: `{% stamp looked_at %}`.
    """
    return format_html(
        '<input type="hidden" name="{}" value="{}">', FIELD, Stamp(seen={**(values or {}), **seen})
    )
