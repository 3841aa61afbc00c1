"""The state of prints, for pages outside the print centre."""

from django import template

from paper.prints import SheetState, fallback_state
from tournament.models import Tournament

register = template.Library()


@register.simple_tag
def fallback_of(tournament: Tournament) -> SheetState | None:
    """The state of the file for a day without power, while it is of use: from the draw to the finish."""
    if tournament.drawn_at is None or tournament.finished_at is not None:
        return None
    return fallback_state(tournament)
