"""What stands on pages of `tournament` about points."""

SLOTS = {
    "whereabouts": "scoring/today/_whereabouts_link.html",
    "find-player": "scoring/today/_find.html",
    "kinds-of-change": "scoring/seats/_wrong_seat_link.html",
    "seat-by-standing": "scoring/seats/_by_standing.html",
    "bonus-rounds": "scoring/bonus/_link.html",
}
