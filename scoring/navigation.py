from django.utils.translation import gettext_lazy as _

from tournament.navigation import DIRECTORS, READERS, STAFF, TYPISTS
from ui.navigation import Noun, Page

EVERYBODY = (*STAFF, *READERS)
IN_EVENINGS = frozenset({"desk", "desk-held", "standings"})
PAGES = (
    Page("manage", "manage", None, DIRECTORS, Noun.TODAY, guide="when-people-arrive"),
    Page(
        "getting-ready",
        "getting-ready",
        _("Getting ready"),
        DIRECTORS,
        Noun.TODAY,
        10,
        guide="create-the-tournament",
    ),
    Page("the-day", "the-day", _("Tournament day"), DIRECTORS, Noun.TODAY, 20, guide="when-people-arrive"),
    Page("afterwards", "afterwards", _("Afterwards"), DIRECTORS, Noun.TODAY, 30, guide="the-end"),
    Page("room", "room", _("Floor"), STAFF, Noun.ROUNDS, 30, guide="publish-print-start"),
    Page("desk", "desk", _("Score desk"), TYPISTS, Noun.SCORES, 10, guide="the-cards-come-in"),
    Page("desk-held", "desk-held", _("To settle"), STAFF, Noun.SCORES, 20, guide="the-cards-come-in"),
    Page("adjustments", "adjustments", _("Penalties"), DIRECTORS, Noun.SCORES, 30, guide="what-you-decide"),
    Page("standings", "standings", _("Standings"), EVERYBODY, Noun.RESULTS, 10, guide="what-the-players-see"),
    Page("prizes", "prizes", _("Prizes"), DIRECTORS, Noun.RESULTS, 25, guide="prizes"),
    Page("finish", "finish", _("Finish"), DIRECTORS, Noun.RESULTS, 30, guide="the-end"),
    Page("ceremony", "ceremony", _("Ceremony"), DIRECTORS, Noun.RESULTS, 35, guide="ceremony"),
    Page("results", "results", _("Winners"), (*DIRECTORS, *READERS), Noun.RESULTS, 40, guide="winners"),
    Page("adjustments", "adjustments", _("Penalties"), DIRECTORS, Noun.MORE, 40, guide="what-you-decide"),
    Page("raffles", "raffles", _("Raffle"), DIRECTORS, Noun.MORE, 50, guide="raffle"),
)
