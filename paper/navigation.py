"""The page of this application that the navigation leads to."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.navigation import DIRECTORS, DOOR, STAFF
from ui.navigation import Group, Page

PAGES = (
    Page(
        "print",
        "print-centre",
        _("Print"),
        tuple(dict.fromkeys((*DIRECTORS, *STAFF, *DOOR))),
        Group.PLAY,
        60,
        guide="publish-print-start",
    ),
)
