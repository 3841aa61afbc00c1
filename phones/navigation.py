from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.navigation import DIRECTORS
from ui.navigation import Noun, Page

PAGES = (Page("phones", "phones", _("Phones"), DIRECTORS, Noun.PLAYERS, 40, guide="phones-at-the-table"),)
