"""What counts. Every page, file and command that shows points uses this definition."""

from django.db.models import Q, QuerySet

from scoring.models import CardSet, PointLine
from tournament.models import Tournament


def counting(tournament: Tournament, card_set: str) -> Q:
    """The condition that a set counts, for a query that reaches it by the lookup `card_set`, or is of sets itself ("").

    It counts when it is accepted. After the finish a reopened set counts as it was accepted until it is accepted again,
    so that final standings are corrected once, by the outcome of a dispute and not by its beginning.
    """
    before = f"{card_set}__" if card_set else ""
    accepted = Q(**{f"{before}state": CardSet.State.ACCEPTED})
    if tournament.finished_at is None:
        return accepted
    return accepted | Q(**{f"{before}reopened": True})


def counted_lines(tournament: Tournament) -> QuerySet[PointLine]:
    """The point lines that count: those of sets that count, in published rounds.

    Every card of an accepted set has at least one line for each game, even for 0 points, so whoever has lines in a
    round has played it.
    """
    return PointLine.objects.filter(
        counting(tournament, "card_set"),
        round__tournament=tournament,
        round__published_at__isnull=False,
    )
