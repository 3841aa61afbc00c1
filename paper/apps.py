from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tournament.seams import above
from ui import navigation, slots


class PaperConfig(AppConfig):
    name = "paper"
    verbose_name = "Paper"

    def ready(self) -> None:
        """Adds the print centre to the navigation, and links to it on the pages of `tournament`."""
        from paper.models import CertificateBackground, ClubLogo, Pack, Printed
        from paper.navigation import PAGES
        from tournament.archive.format import LEFT_OUT
        from tournament.erasure import holdings

        holdings.register(
            holdings.Holding(Pack, _("Files to be printed"), club="tournament__club", removed=True),
            nobodys={
                CertificateBackground: "a picture of the club's",
                ClubLogo: "a picture of the club's",
                Printed: "which sheet was printed when, and a digest of it",
            },
        )
        LEFT_OUT[Pack] = "files of the last hour, made again from the rest"
        LEFT_OUT[Printed] = "what hangs on the walls of one hall"
        LEFT_OUT[CertificateBackground] = "the club's, not the tournament's"
        LEFT_OUT[ClubLogo] = "the club's, not the tournament's"
        navigation.add(*PAGES)
        above.print_page = "print-centre"
        slots.fill("club", "paper/_club_logo.html")
        slots.fill("results-head", "paper/_results_head.html")
        slots.fill("results-picture", "paper/_results_picture.html")
        slots.fill("today", "paper/_today.html")
        for slot in ("sign-in", "badges", "itineraries", "round"):
            slots.fill(f"print-{slot}", f"paper/_print_{slot.replace('-', '_')}.html")
