"""Which rounds are complete: nobody waits for a table of theirs."""

from collections import defaultdict

from tournament.models import Table, Tournament
from tournament.seams import above


def waited_for(tournament: Tournament) -> dict[int, list[int]]:
    """By number of each round that has any, the tables where somebody sits and whose cards are still waited for.

    Planned rounds too, where nobody has played yet. One query.
    """
    tables = Table.objects.filter(round__tournament=tournament)
    rows = tables.filter(seats__isnull=False).distinct().exclude(pk__in=above.settled(tables).values("pk"))
    by_round: dict[int, list[int]] = defaultdict(list)
    for round_, number in rows.order_by("round__number", "number").values_list("round__number", "number"):
        by_round[round_].append(number)
    return dict(by_round)


def complete_rounds(tournament: Tournament) -> set[int]:
    """The numbers of the published rounds in which nobody waits for a table. Two queries."""
    return set(tournament.rounds.published().values_list("number", flat=True)) - waited_for(tournament).keys()
