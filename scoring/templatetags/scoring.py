"""What the pages of this application say with tags.

Codes about a set as sentences, {{ reading.description|in_words }}; the rows of the standings,
{% standings_rows tournament standings %}, {% screen_rows standings alike %}; prizes in words, {{ row|row_words }},
{{ award|why }}.
"""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

from scoring.desk.answers import Question
from scoring.prizes import words
from scoring.prizes.queries import PrizePlan
from scoring.sets.words import in_words, infraction_in_words
from scoring.standings import rows
from scoring.standings.standing import Standings
from tournament.models import Tournament

register = template.Library()
register.filter("in_words", in_words)
register.filter("infraction_words", infraction_in_words)
register.simple_tag(rows.screen_rows)
register.filter("row_words", words.row_words)
register.filter("place_words", words.place_words)
register.filter("row_and_places", words.row_and_places)
register.filter("contest_words", words.contest_words)
register.filter("prize_words", words.prize_words)
register.filter("won_for", words.won_for)
register.filter("why", words.why)
register.simple_tag(words.place_won)


@register.simple_tag
def clash(question: Question | None, letter: str, game: int) -> str:
    """The class of a number that is in question, on the cards of a table that is settled."""
    return " clash" if question and (letter, game) in question.clash else ""


@register.simple_tag
def standings_rows(
    tournament: Tournament, standings: Standings, seats: Mapping[int, str] | None = None, notes: object = None
) -> SafeString:
    return rows.table_rows(tournament.slug, standings, seats=seats or {}, notes=bool(notes))


@register.inclusion_tag("scoring/prizes/_moved.html")
def moved_prizes(tournament: Tournament) -> dict[str, Any]:
    """Which fixed prizes would now go to somebody else. For directors: not all of them need be public."""
    return {"tournament": tournament, "moved": PrizePlan(tournament).moved}
