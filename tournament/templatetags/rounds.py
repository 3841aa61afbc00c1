"""The clock of a round for templates that hold a round."""

from __future__ import annotations

from django import template
from django.utils import timezone

from tournament.clock.queries import Clock, clock_of_round
from tournament.models import Round, Tournament

register = template.Library()


@register.simple_tag
def clock_at_now(round_: Round, tournament: Tournament) -> Clock:
    """The clock of `round_` as it stands: `{% clock_at_now round tournament as clock %}`."""
    return clock_of_round(round_, timezone.now(), warning_minutes=tournament.warning_minutes)
