from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from tournament.seams import above
from tournament.triggers import after_migrating, before_migrating
from ui import navigation, slots

from .triggers import RULES


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "What they scored and what follows"

    def ready(self) -> None:
        """Fills the seams and slots of `tournament` and `ui`, adds its pages to the navigation, and its triggers."""
        from scoring import archived, players_data
        from scoring.navigation import PAGES
        from scoring.outcomes import outcomes
        from scoring.sets.against_record import contradictions
        from scoring.sets.leaving import left_before, played_on
        from scoring.sets.tables import settled, with_cards
        from scoring.sets.words import in_words
        from tournament.archive import format as archive
        from tournament.erasure import holdings

        above.with_cards, above.settled = with_cards, settled
        above.left_before, above.played_on, above.outcomes = left_before, played_on, outcomes
        above.sentence, above.contradictions = in_words, contradictions
        above.public_page, above.work_page = "standings", "manage"
        above.room_page = "room-round"
        archive.register(
            *archived.KINDS, left_out=archived.LEFT_OUT, check=archived.check, outcome=archived.outcome
        )
        holdings.register(*players_data.HOLDINGS, nobodys=players_data.NOBODYS)
        holdings.further.append(players_data.final_places)
        navigation.add(*PAGES)
        slots.fill("kinds-of-change", "scoring/seats/_wrong_seat_link.html")
        slots.fill("seat-by-standing", "scoring/seats/_by_standing.html")
        slots.fill("bonus-rounds", "scoring/bonus/_link.html")
        pre_migrate.connect(before_migrating(RULES), sender=self, weak=False)
        post_migrate.connect(after_migrating(RULES), sender=self, weak=False)
