"""Prizes in words: {{ row|row_words }}, {{ winner.award|why:outcome }}."""

from typing import Any

from django import template

from rules.awards import Award
from scoring.models import PrizeAward
from scoring.prizes import words
from scoring.prizes.queries import Plan, RowOutcome
from tournament.models import Tournament

register = template.Library()
register.filter("row_words", words.row_words)
register.filter("place_words", words.place_words)
register.filter("row_and_places", words.row_and_places)
register.filter("contest_words", words.contest_words)
register.filter("prize_words", words.prize_words)
register.filter("won_for", words.won_for)


@register.filter
def why(award: Award[int] | PrizeAward, outcome: RowOutcome) -> str:
    return words.why(outcome.row, award, outcome.tie_breaks)


@register.inclusion_tag("scoring/prizes/_moved.html")
def moved_prizes(tournament: Tournament) -> dict[str, Any]:
    """Which fixed prizes would go otherwise by now. For directors: not all of them need be public."""
    return {"tournament": tournament, "moved": Plan(tournament).moved}
