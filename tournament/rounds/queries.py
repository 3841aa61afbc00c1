"""Which rounds are complete: nobody waits for a table of theirs."""

from django.db.models import QuerySet

from tournament.models import Round, Table, Tournament
from tournament.seams import above


def waited_for(round_: Round) -> list[int]:
    """The numbers of the tables of a round whose cards are still waited for."""
    tables = _open(Table.objects.filter(round=round_))
    return list(tables.order_by("number").values_list("number", flat=True))


def complete_rounds(tournament: Tournament) -> set[int]:
    """The numbers of the published rounds in which nobody waits for a table. Two queries."""
    published = tournament.rounds.published().values_list("number", flat=True)
    waiting = _open(Table.objects.filter(round__tournament=tournament))
    return set(published) - set(waiting.values_list("round__number", flat=True))


def _open(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those where somebody sits and whose cards are still waited for."""
    return tables.filter(seats__isnull=False).distinct().exclude(pk__in=above.settled(tables).values("pk"))
