from typing import Any

from django import template

from phones.models import PhoneTable
from phones.table.queries import IS_CALLED, TableNow, table_now
from phones.table.waiting import waiting_on_phones
from tournament.models import Round, Tournament

register = template.Library()


@register.simple_tag
def on_phones(round_: Round, tile: Any) -> str:
    """What the phones of a table wait for; "" without any. Read once for all tables of the round's page."""
    words: dict[int, str] | None = getattr(round_, "waiting_on_phones", None)
    if words is None:
        words = waiting_on_phones(round_)
        setattr(round_, "waiting_on_phones", words)  # noqa: B010 (no field, for the type checker)
    return words.get(tile.key, "")


@register.simple_tag
def tables_that_call(tournament: Tournament) -> list[TableNow]:
    """Those whose players ask for the director, the first first."""
    rows = PhoneTable.objects.filter(IS_CALLED, table__round__tournament=tournament)
    return [table_now(row.table) for row in rows.select_related("table__round").order_by("called_at")]


@register.simple_tag
def at_phones(desk_table: Any) -> TableNow | None:
    """The table, where phones were used at it."""
    is_used = PhoneTable.objects.filter(table=desk_table.table).exists()
    return table_now(desk_table.table) if is_used else None
