"""What `scoring.today` asks of this application: what was printed already, or is to be printed at all."""

from django.db.models import Q
from django.utils import timezone

from club.models import User
from paper.models import Printed
from paper.prints import NO_PAPER, keep_print
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from tournament.models import Round, Tournament

NEEDED = {"morning": ("sign-in", "badges", "table-signs"), "end": ("certificates",)}
"""The sheets of a pack without which it is not printed."""


def still_to_print(tournament: Tournament, pack: str) -> list[str]:
    printed = set(Printed.objects.filter(tournament=tournament).values_list("sheet", flat=True))
    return [str(BY_NAME[name].title) for name in NEEDED[pack] if name not in printed]


def is_round_printed(round_: Round) -> bool:
    of_round = Q(sheet="round-by-name", round_number=round_.number, revision=round_.seating_version)
    return Printed.objects.filter(of_round | Q(sheet=NO_PAPER), tournament=round_.tournament_id).exists()


def do_without_paper(job: PrintJob, *, by: User) -> None:
    """From now on, until a sheet of a round is printed all the same."""
    keep_print(job, sheet=NO_PAPER, version=job.tournament.version, pages=0, at=timezone.now(), by=by)
