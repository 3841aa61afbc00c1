"""Where the standings of a season come in."""

from tournament.models import Tournament


def season_order(_tournament: Tournament) -> list[int] | None:
    """The keys of people (`Person.main_id`) in a season, the leader first; None: this evening is in none."""
    return None
