"""What counts: the one definition that every page, file and command with points goes through."""

from django.db.models import QuerySet

from scoring.models import CardSet, PointLine
from tournament.models import Tournament


def counted_lines(tournament: Tournament) -> QuerySet[PointLine]:
    """The point lines that count for this tournament: those of accepted sets of published rounds.

    Every card of an accepted set has at least one line for each game, a zero too: a player with lines in a round has
    played it.
    """
    return PointLine.objects.filter(
        round__tournament=tournament,
        round__published_at__isnull=False,
        card_set__state=CardSet.State.ACCEPTED,
    )
