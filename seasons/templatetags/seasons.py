"""{% season_rows now %}, {{ place|season_place }}, {{ points|season_points }}, {{ moved|moved_words }}."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from club.models import Club
from rules.seasons.rule import to_hundredths
from seasons.models import Season
from seasons.published import Moved, moved_words
from seasons.rows import table_rows
from seasons.words import place_words, points_text, rule_words, shown_text, title_of
from ui.templatetags.charleston import bdi

register = template.Library()
register.filter("season_place", place_words)
register.filter("season_points", points_text)
register.filter("season_number", to_hundredths)
register.filter("shown_text", shown_text)
register.filter("rule_words", rule_words)
register.filter("rule_title", title_of)
register.simple_tag(table_rows, name="season_rows")


@register.filter("moved_words")
def moved_in_html(moved: Moved) -> SafeString:
    return mark_safe(moved_words(moved, bdi))  # noqa: S308 (names are escaped, the rest is ours)


@register.simple_tag
def public_seasons(club: Club | None = None) -> list[Season]:
    """Of one club, or of all of them."""
    rows = Season.objects.filter(is_public=True).select_related("club").order_by("-pk")
    return list(rows.filter(club=club) if club else rows)
