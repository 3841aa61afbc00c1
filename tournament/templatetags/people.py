"""Names in lists that people look themselves or others up in."""

from __future__ import annotations

from collections.abc import Collection

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.models import Entry

register = template.Library()


@register.simple_tag
def listed_name(entry: Entry, alike: Collection[str] = ()) -> SafeString:
    """The name as everybody may read it, its family name, which the list goes by, in bold.

    The town stands beside names in `alike`, those of two people or more; never beside initials.
    """
    if entry.shows_initials:
        return format_html('<bdi class="listed-name"><b>{}</b></bdi>', entry.public_name)
    written = full_listed_name(entry)
    if not entry.person.town or entry.public_name not in alike:
        return written
    return format_html('{} <span class="quiet small"><bdi>{}</bdi></span>', written, entry.person.town)


@register.simple_tag
def full_listed_name(entry: Entry) -> SafeString:
    """The same of the whole name, for the club's own people."""
    name = entry.divided_name
    before, gap = name.before and f"{name.before} ", " " if name.after and name.after[0] != "," else ""
    return format_html('<bdi class="listed-name">{}<b>{}</b>{}{}</bdi>', before, name.family, gap, name.after)
