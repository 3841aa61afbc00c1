from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.navigation import STAFF
from ui.navigation import Noun, Page

PAGES = (
    Page(
        "evening",
        "evening",
        _("This evening"),
        STAFF,
        Noun.TODAY,
        guide="a-club-evening",
        in_tournaments=False,
        in_evenings=True,
    ),
)
