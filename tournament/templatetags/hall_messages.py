"""What a director says to the hall, on the pages that the hall reads."""

from __future__ import annotations

from typing import Any

from django import template

from tournament.models import Tournament

register = template.Library()


@register.inclusion_tag("tournament/hall_messages/_up.html")
def hall_messages(tournament: Tournament) -> dict[str, Any]:
    """The messages that are up, the newest first: `{% hall_messages tournament %}`."""
    return {"hall_messages": tournament.hall_messages.standing()}
