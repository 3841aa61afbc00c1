"""Which rounds are complete, so that no table of theirs is waited for."""

from collections import defaultdict

from tournament.models import Table, Tournament
from tournament.seams import above


def waited_for(tournament: Tournament) -> dict[int, list[int]]:
    """The tables that are seated and still waited for, by the number of each round that has any.

    Includes planned rounds. One query.
    """
    tables = Table.objects.filter(round__tournament=tournament)
    rows = tables.filter(seats__isnull=False).distinct().exclude(pk__in=above.settled(tables).values("pk"))
    by_round: dict[int, list[int]] = defaultdict(list)
    for round_, number in rows.order_by("round__number", "number").values_list("round__number", "number"):
        by_round[round_].append(number)
    return dict(by_round)


def complete_rounds(tournament: Tournament) -> set[int]:
    """The numbers of the published rounds without a table that is waited for. Two queries."""
    return set(tournament.rounds.published().values_list("number", flat=True)) - waited_for(tournament).keys()
