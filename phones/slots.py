"""What `scoring` asks of phones, and what stands on its pages about them."""

from phones.table.queries import table_now
from scoring.sets.queries import DeskTable

SLOTS = {
    "floor-news": "phones/table/_called.html",
    "floor-table": "phones/table/_floor.html",
    "today-first": "phones/table/_calls.html",
    "desk-table": "phones/table/_desk.html",
}


def plays_on(desk_table: DeskTable) -> bool:
    return desk_table.is_by_players and table_now(desk_table.table).plays_on
