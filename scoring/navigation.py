"""The pages of this application that the navigation leads to."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.navigation import DIRECTORS, READERS, STAFF
from ui.navigation import Group, Page

PAGES = (
    Page("manage", "manage", _("Today"), DIRECTORS, guide="when-people-arrive"),
    Page("room", "room", _("Room"), STAFF, Group.PLAY, 15, guide="publish-print-start"),
    Page("desk", "desk", _("Score desk"), STAFF, Group.PLAY, 10, guide="the-cards-come-in"),
    Page(
        "adjustments",
        "adjustments",
        _("Penalties"),
        DIRECTORS,
        Group.PLAY,
        30,
        guide="what-you-decide",
    ),
    Page(
        "standings",
        "standings",
        _("Standings"),
        (*STAFF, *READERS),
        Group.RESULTS,
        10,
        guide="what-the-players-see",
    ),
    Page("prizes", "prizes", _("Prizes"), DIRECTORS, Group.RESULTS, 25, guide="prizes"),
    Page("raffles", "raffles", _("Raffle"), DIRECTORS, Group.RESULTS, 27, guide="raffle"),
    Page("results", "results", _("Winners"), (*DIRECTORS, *READERS), Group.RESULTS, 40, guide="winners"),
    Page("ceremony", "ceremony", _("Ceremony"), DIRECTORS, Group.RESULTS, 35, guide="ceremony"),
    Page("finish", "finish", _("Finish"), DIRECTORS, Group.RESULTS, 30, guide="the-end"),
)
