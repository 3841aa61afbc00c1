"""The hidden field that every form of a change carries."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.stamps import FIELD, Stamp

register = template.Library()


@register.simple_tag
def stamp(**seen: object) -> SafeString:
    """A new stamp: `{% stamp %}`, or with what the page was made from: `{% stamp state=entry.state %}`."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, Stamp(seen=seen))
