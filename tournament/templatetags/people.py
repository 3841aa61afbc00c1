"""Names in printed and public lists."""

from __future__ import annotations

from collections.abc import Collection

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.models import Entry, Tournament

register = template.Library()


@register.simple_tag
def listed_name(entry: Entry, alike: Collection[str] = ()) -> SafeString:
    """The public name with its family name, which the list is ordered by, in bold.

    The town is added to names in `alike`, which several people have; never to initials.
    """
    if entry.shows_initials:
        return format_html('<bdi class="listed-name"><b>{}</b></bdi>', entry.public_name)
    full_name = full_listed_name(entry)
    if not entry.person.town or entry.public_name not in alike:
        return full_name
    return format_html('{} <span class="quiet small"><bdi>{}</bdi></span>', full_name, entry.person.town)


@register.simple_tag
def name_apart(tournament: Tournament, name: str, number: int) -> SafeString:
    """A name, with the player's number where several players of the tournament have that name."""
    if name not in tournament.names_alike:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<bdi>{}</bdi> <span class="player-number">{}</span>', name, number)


@register.simple_tag
def full_listed_name(entry: Entry) -> SafeString:
    """`listed_name` with the whole name, for the club's own people."""
    name = entry.divided_name
    before, gap = name.before and f"{name.before} ", " " if name.after and name.after[0] != "," else ""
    return format_html('<bdi class="listed-name">{}<b>{}</b>{}{}</bdi>', before, name.family, gap, name.after)
