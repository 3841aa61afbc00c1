"""What counts: the one definition that every page, file and command with points goes through."""

from django.db.models import Q, QuerySet

from scoring.models import CardSet, PointLine
from tournament.models import Tournament


def counting(tournament: Tournament, card_set: str) -> Q:
    """Which sets count, for a query that reaches them by the lookup `card_set`: the accepted ones.

    A finished tournament's set that is looked at again counts as it was accepted until it is accepted anew, so that
    final standings are corrected once, by what comes out of it, and not by the question.
    """
    accepted = Q(**{f"{card_set}__state": CardSet.State.ACCEPTED})
    if tournament.finished_at is None:
        return accepted
    return accepted | Q(**{f"{card_set}__reopened": True})


def counted_lines(tournament: Tournament) -> QuerySet[PointLine]:
    """The point lines that count for this tournament: those of sets that count, of published rounds.

    Every card of an accepted set has at least one line for each game, a zero too: a player with lines in a round has
    played it.
    """
    return PointLine.objects.filter(
        counting(tournament, "card_set"),
        round__tournament=tournament,
        round__published_at__isnull=False,
    )
