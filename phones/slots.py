"""What stands on pages of `scoring` about phones."""

SLOTS = {
    "floor-news": "phones/table/_called.html",
    "floor-table": "phones/table/_floor.html",
    "today-first": "phones/table/_calls.html",
    "desk-table": "phones/table/_desk.html",
}
