"""What `tournament.seams` asks of this application."""

from scoring.against_record import contradictions
from scoring.finishing.evenings import end_over
from scoring.outcomes import left_before, outcomes, played_on
from scoring.sets.tables import played, settled, with_cards
from scoring.sets.words import in_words as sentence
from scoring.standings.queries import checked_until

__all__ = [
    "checked_until",
    "contradictions",
    "end_over",
    "left_before",
    "outcomes",
    "played",
    "played_on",
    "sentence",
    "settled",
    "with_cards",
]
