from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from club.models import Role
from ui.navigation import Noun, Page

DIRECTORS = (Role.DIRECTOR.value,)
STAFF = (Role.DIRECTOR.value, Role.SCOREKEEPER.value)
READERS = (None, Role.DOOR.value)
DOOR = (Role.DIRECTOR.value, Role.DOOR.value)
CLUB = (*STAFF, Role.DOOR.value)
TYPISTS = (*STAFF, Role.ENTERING.value)
# The sections that a club's evening has too.
IN_EVENINGS = frozenset(
    ["entries", "rounds", "clock", "seat-changes", "seats", "rules", "journal", "settings", "club"]
)

PAGES = (
    Page("entries", "entries", _("All players"), DIRECTORS, Noun.PLAYERS, 10, guide="enter-the-players"),
    Page("check-in", "check-in", _("Check-in"), DOOR, Noun.PLAYERS, 20, guide="check-in"),
    Page("rounds", "rounds", _("All rounds"), STAFF, Noun.ROUNDS, 10, guide="publish-print-start"),
    Page("seating", "seating", _("Seating"), DIRECTORS, Noun.ROUNDS, 20, guide="look-at-the-seating"),
    Page("clock", "clock-page", _("Clock"), STAFF, Noun.ROUNDS, 40, guide="publish-print-start"),
    Page(
        "seat-changes", "seat-changes", _("Seat changes"), DIRECTORS, Noun.ROUNDS, 50, guide="what-you-decide"
    ),
    Page(
        "seats",
        "round-seating",
        _("Seats"),
        READERS,
        Noun.RESULTS,
        20,
        takes_round=True,
        guide="what-the-players-see",
    ),
    Page("rules", "rules", _("Rules"), (None,), Noun.RESULTS, 50, guide="what-the-players-see"),
    Page("rules", "rules", _("Rules"), STAFF, Noun.MORE, 75, guide="create-the-tournament"),
    Page("fees", "fees", _("Fees"), DOOR, Noun.MORE, 20, guide="fees"),
    Page("hall-messages", "hall-messages", _("Messages"), DIRECTORS, Noun.MORE, 30, guide="what-you-decide"),
    Page("journal", "journal", _("Journal"), DIRECTORS, Noun.MORE, 70, guide="if-something-goes-wrong"),
    Page(
        "settings",
        "tournament-settings",
        _("Settings"),
        DIRECTORS,
        Noun.MORE,
        80,
        guide="create-the-tournament",
    ),
    Page("club", "club", _("Club"), CLUB, Noun.MORE, 90, of_club=True, guide="before-the-day"),
)
