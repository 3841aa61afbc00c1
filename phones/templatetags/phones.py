from typing import Any

from django import template

from phones.models import PhoneTable
from phones.table.queries import IS_CALLED, TableNow, letters_on_paper, table_now
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
def is_from_phones(desk_table: Any) -> bool:
    """Whether the set as it is stored came from the table's phones."""
    card_set = desk_table.card_set
    return (
        card_set is not None
        and card_set.entered_by_id is None
        and PhoneTable.objects.filter(table=desk_table.table).exists()
    )


@register.simple_tag
def calling(desk_table: Any) -> TableNow | None:
    """The table, where its players wait for the director."""
    rows = PhoneTable.objects.filter(IS_CALLED, table=desk_table.table)
    return table_now(desk_table.table) if rows.exists() else None


@register.simple_tag
def names_on_paper(desk_table: Any) -> str:
    """Who of a table did not confirm what its phones entered; "" where all did, or nobody says so."""
    letters = letters_on_paper(desk_table)
    return (
        ""
        if len(letters) == len(desk_table.entries)
        else ", ".join(desk_table.entries[letter].name for letter in letters)
    )


@register.simple_tag
def is_verified(desk_table: Any) -> bool:
    return all(card.verified_by for card in desk_table.written_set.cards.values())
