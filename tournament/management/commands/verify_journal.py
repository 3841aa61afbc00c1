"""Checks that no entry of the journal was changed, removed or inserted."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament import journal
from tournament.models import Club, Tournament


class Command(BaseCommand):
    help = "Verifies the journal's hash chains; exit 1 when one does not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="a tournament's short address; without it everything")

    def handle(self, *args: Any, slug: str | None = None, **options: Any) -> None:
        tournaments = Tournament.everything.filter(slug=slug) if slug else Tournament.everything.all()
        chains: list[Tournament | Club] = [*tournaments]
        if slug and not chains:
            raise CommandError(f"There is no tournament {slug}.")
        if not slug:
            chains += Club.objects.all()
        broken = 0
        for where in chains:
            breaks = list(journal.verify(where))
            broken += len(breaks)
            for place in breaks:
                self.stdout.write(f"{where}: entry {place.sequence}: {place.message}")
            last = journal.chain(where).order_by("-sequence").first()
            if last and not breaks:
                self.stdout.write(f"{where}: {last.sequence} entries, whole; the last hash is {last.hash}")
        if broken:
            raise CommandError(f"The journal does not hold in {broken} place(s).")
