"""The pages of this application that the navigation leads to."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.navigation import DIRECTORS, READERS, STAFF
from ui.navigation import Group, Page

PAGES = (
    Page("manage", "manage", _("Today"), DIRECTORS, guide="when-people-arrive"),
    Page("desk", "desk", _("Score desk"), STAFF, Group.PLAY, 10, guide="the-cards-come-in"),
    Page(
        "standings",
        "standings",
        _("Standings"),
        (*STAFF, *READERS),
        Group.RESULTS,
        10,
        guide="what-the-players-see",
    ),
    Page("finish", "finish", _("Finish"), DIRECTORS, Group.RESULTS, 30, guide="the-end"),
)
