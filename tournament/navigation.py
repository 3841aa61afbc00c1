"""The pages of this application that the navigation leads to."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.models import Role
from ui.navigation import Group, Page

DIRECTORS = (Role.DIRECTOR.value,)
STAFF = (Role.DIRECTOR.value, Role.SCOREKEEPER.value)
READERS = (None, Role.DOOR.value)
DOOR = (Role.DIRECTOR.value, Role.DOOR.value)

PAGES = (
    Page("entries", "entries", _("Players"), DIRECTORS, Group.BEFORE, 10, guide="enter-the-players"),
    Page("check-in", "check-in", _("Check-in"), DOOR, Group.BEFORE, 20, guide="check-in"),
    Page("fees", "fees", _("Fees"), DOOR, Group.BEFORE, 25, guide="fees"),
    Page("seating", "seating", _("Seating"), DIRECTORS, Group.BEFORE, 30, guide="look-at-the-seating"),
    Page("rounds", "rounds", _("Rounds"), STAFF, Group.PLAY, 20, guide="publish-print-start"),
    Page(
        "hall-messages",
        "hall-messages",
        _("Messages"),
        DIRECTORS,
        Group.PLAY,
        50,
        guide="what-you-decide",
    ),
    Page(
        "seats",
        "round-seating",
        _("Seats"),
        READERS,
        Group.RESULTS,
        20,
        takes_round=True,
        guide="what-the-players-see",
    ),
    Page("rules", "rules", _("Rules"), (None,), Group.RESULTS, 50, guide="what-the-players-see"),
    Page("journal", "journal", _("Journal"), DIRECTORS, Group.CLUB, 10, guide="if-something-goes-wrong"),
    Page(
        "settings",
        "tournament-settings",
        _("Settings"),
        DIRECTORS,
        Group.BEFORE,
        40,
        guide="make-the-tournament",
    ),
)
