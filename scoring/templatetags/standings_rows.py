"""Rows of the standings: {% standings_row tournament place cells apart %}, {% screen_row place apart alike %}."""

from collections.abc import Collection

from django import template
from django.utils.safestring import SafeString

from scoring.standings import rows
from scoring.standings.queries import Cells, Standing
from tournament.models import Tournament

register = template.Library()


@register.simple_tag
def standings_row(
    tournament: Tournament,
    place: Standing,
    cells: Cells,
    apart: rows.Apart,
    me: int | None = None,
    notes: object = None,
) -> SafeString:
    """`me`: the number of whoever looks; `notes`: whether a wrong number can be noted from here."""
    is_you = place.number == me
    return rows.table_row(tournament.slug, place, cells, apart, is_you=is_you, notes=bool(notes))


@register.simple_tag
def screen_row(place: Standing, apart: rows.Apart, alike: Collection[str]) -> SafeString:
    return rows.screen_row(place, apart, is_alike=place.name in alike)
