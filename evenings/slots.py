"""What stands on pages of `club` and `tournament` about evenings."""

SLOTS = {
    "club-begin": "evenings/_start.html",
    "settings": "evenings/_turn.html",
}
