"""Querysets of tables by their sets, for `tournament.seams`, and the tables of a tournament still waited for."""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.models import PLAYING, CardSet, WrittenOff
from tournament.models import Seat, Table, Tournament
from ui.declared import declared

# Whether a table is written off, in a query of tables; in another one, whether the `table` of its rows is.
IS_WRITTEN_OFF = Exists(WrittenOff.objects.standing().filter(table=OuterRef("pk")))
TABLE_IS_WRITTEN_OFF = Exists(WrittenOff.objects.standing().filter(table=OuterRef("table")))


def with_cards(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.filter(card_set__isnull=False)


def played(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those with cards, or with games that are entered and not on cards yet."""
    return tables.filter(reduce(or_, declared("kept", "IS_PLAYED"), Q(card_set__isnull=False)))


def settled(tables: QuerySet[Table]) -> QuerySet[Table]:
    accepted = Q(card_set__state=CardSet.State.ACCEPTED)
    return tables.filter(accepted | Q(IS_WRITTEN_OFF))


def seated(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables with players; empty tables hand in no cards."""
    return tables.filter(Exists(Seat.objects.filter(table=OuterRef("pk"))))


@dataclass(frozen=True)
class OpenTable:
    """A table of a published round that is still waited for; `state` is that of its set, PLAYING without one."""

    round: int
    number: int
    state: str
    held_reason: str = ""


def waited_for(tournament: Tournament, *, before: int | None = None) -> list[OpenTable]:
    """The tables still waited for, by round and number; only of rounds `before` that number, where given. One query."""
    tables = seated(Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False))
    if before is not None:
        tables = tables.filter(round__number__lt=before)
    waiting = tables.exclude(pk__in=settled(Table.objects.filter(round__tournament=tournament)).values("pk"))
    rows = waiting.order_by("round__number", "number").values_list(
        "round__number", "number", "card_set__state", "card_set__held_reason"
    )
    return [
        OpenTable(round_, number, state or PLAYING, held_reason or "")
        for round_, number, state, held_reason in rows
    ]


def written_off(tournament: Tournament) -> list[WrittenOff]:
    rows = WrittenOff.objects.standing().filter(table__round__tournament=tournament)
    return list(rows.select_related("table__round", "by").order_by("table__round__number", "table__number"))
