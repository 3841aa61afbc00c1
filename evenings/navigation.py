from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.navigation import STAFF
from ui.navigation import Noun, Page

GUIDE = "a-club-evening"
PAGES = (Page("evening", "evening", _("This evening"), STAFF, Noun.TODAY, guide=GUIDE, only_evenings=True),)
IN_EVENINGS = frozenset({"evening"})
