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
    """Whether a held set is what players entered who go on with their phones; or nothing of them, who are on paper."""
    now = table_now(desk_table.table) if desk_table.is_by_players else None
    return now is not None and (now.goes_on or (now.is_held_by_phones and not now.entered))
