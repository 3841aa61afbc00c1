"""Goes back to a copy of the database."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, transaction
from django.utils import timezone

from tournament import backups
from tournament.change import change
from tournament.models import Tournament
from tournament.refused import Refused
from tournament.verbs import Verb


class Command(BaseCommand):
    help = "Lists the copies of the database, or goes back to one. Stop the program first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("copy", nargs="?", help="number in the list, or a file; without it: the list")

    def handle(self, *args: Any, copy: str | None = None, **options: Any) -> None:
        copies = backups.copies()
        if copy is None:
            self.list_copies(copies)
            return
        paths = {str(number): listed.path for number, listed in enumerate(copies, start=1)}
        path = paths.get(copy, Path(copy))
        try:
            with backups.alone():
                self.go_back(path)
        except Refused as refused:
            raise CommandError(str(refused)) from refused

    def go_back(self, path: Path) -> None:
        previous = backups.restore(path)
        call_command("migrate", interactive=False, verbosity=0)
        with transaction.atomic():
            for tournament in Tournament.objects.all():
                with change(tournament, Verb.WENT_BACK, by=None, after_finish=True) as act:
                    act.record(path.name, reason="copy restored", standings=True)
        before = (
            f"What was there before is kept as {previous.name}."
            if previous
            else "There was no database before."
        )
        self.stdout.write(f"This is the state of {path.name}. {before}")

    def list_copies(self, copies: list[backups.Copy]) -> None:
        try:
            names = dict(Tournament.objects.values_list("slug", "name"))
        except DatabaseError:  # what is broken is what somebody wants to go back from
            names = {}
        for number, copy in enumerate(copies, start=1):
            reason = f"{copy.reason}, {names.get(copy.tournament, copy.tournament)}".removesuffix(", ")
            self.stdout.write(f"{number:3}  {timezone.localtime(copy.at):%Y-%m-%d %H:%M:%S}  {reason}")
        if not copies:
            self.stdout.write(
                "There is no copy yet. One is made after every complete round and before risky acts."
            )
