from django.utils.translation import gettext_lazy as _

from tournament.navigation import DOOR, STAFF
from ui.navigation import Noun, Page

PAGES = tuple(
    Page("print", "print-centre", _("Print"), roles, noun, order, guide="publish-print-start")
    for roles, noun, order in ((STAFF, Noun.ROUNDS, 60), (DOOR, Noun.MORE, 10))
)
