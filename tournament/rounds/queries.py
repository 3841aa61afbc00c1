"""Which rounds are complete: whose cards are all accepted."""

from django.db.models import QuerySet

from tournament.models import Round, Table, Tournament
from tournament.seams import above


def tables_not_accepted(round_: Round) -> int:
    """How many tables of a round have no accepted card set yet."""
    return _not_accepted(Table.objects.filter(round=round_)).count()


def complete_rounds(tournament: Tournament) -> set[int]:
    """The numbers of the published rounds in which every table's card set is accepted. Two queries."""
    published = tournament.rounds.published().values_list("number", flat=True)
    waiting = _not_accepted(Table.objects.filter(round__tournament=tournament))
    return set(published) - set(waiting.values_list("round__number", flat=True))


def _not_accepted(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those where somebody sits and no card set is accepted yet."""
    return tables.filter(seats__isnull=False).distinct().exclude(pk__in=above.accepted(tables).values("pk"))
