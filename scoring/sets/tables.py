"""Tables by their cards."""

from __future__ import annotations

from django.db.models import QuerySet

from scoring.models import CardSet
from tournament.models import Table


def with_cards(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those for which something was typed."""
    return tables.filter(card_set__isnull=False)


def accepted(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those whose set is accepted."""
    return tables.filter(card_set__state=CardSet.State.ACCEPTED)
