from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from club.models import Club
from record import journal
from tournament.journal.queries import contradictions
from tournament.models import Tournament


class Command(BaseCommand):
    help = (
        "Verifies the journal's hash chains, and compares cards, point lines, the history of sets and what directors"
        " decided with it and with each other; exit 1 when something does not hold."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="a tournament's short address; without it everything")
        parser.add_argument(
            "--mark",
            help="the mark of an entry that was kept on paper: says which entry it was, or that none has it",
        )

    def handle(self, *args: Any, slug: str | None = None, mark: str | None = None, **options: Any) -> None:
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
            for break_ in breaks:
                self.stdout.write(f"{where}: entry {break_.sequence}: {break_.message}")
            last = where.chain().order_by("-sequence").first()
            differing = list(contradictions(where))
            broken += len(differing)
            for sentence in differing:
                self.stdout.write(f"{where}: {sentence}")
            if last and not breaks and not differing:
                self.stdout.write(f"{where}: {last.sequence} entries, whole; the last hash is {last.hash}")
        if mark:
            self.look_for(mark, chains)
        if broken:
            raise CommandError(f"The record does not hold in {broken} place(s).")

    def look_for(self, mark: str, chains: list[Tournament | Club]) -> None:
        begins = mark.replace(" ", "").lower()
        if len(begins) < 16 or not set(begins) <= set("0123456789abcdef"):
            raise CommandError("A mark has at least sixteen signs, 0 to 9 and a to f, as it stands on paper.")
        for where in chains:
            entry = where.chain().filter(hash__startswith=begins).first()
            if entry:
                at = f"{entry.sequence}, of {entry.at:%Y-%m-%d %H:%M} UTC"
                self.stdout.write(f"{where}: the mark {mark} is that of entry {at}.")
                return
        raise CommandError(f"No entry has the mark {mark}: what it was taken from was changed since.")
