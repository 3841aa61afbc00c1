"""The rows of the standings: {% standings_rows tournament standings %}, {% screen_rows standings alike %}."""

from django import template
from django.utils.safestring import SafeString

from scoring.standings import rows
from scoring.standings.standing import Standings
from tournament.models import Tournament

register = template.Library()
register.simple_tag(rows.screen_rows)


@register.simple_tag
def standings_rows(
    tournament: Tournament, standings: Standings, me: int | None = None, notes: object = None
) -> SafeString:
    return rows.table_rows(tournament.slug, standings, me=me, notes=bool(notes))
