"""Filters of tables by their sets, for `tournament.seams`."""

from __future__ import annotations

from django.db.models import QuerySet

from scoring.models import CardSet
from tournament.models import Table


def with_cards(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables that have a set."""
    return tables.filter(card_set__isnull=False)


def accepted(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables whose set is accepted."""
    return tables.filter(card_set__state=CardSet.State.ACCEPTED)
