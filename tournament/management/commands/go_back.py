"""Goes back to an archive of one tournament, or to a copy of the whole database."""

from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, transaction
from django.utils import timezone

from club.models import Person, User
from club.rights.accounts import erase_account
from club.rights.actions import erase
from record import backups
from record.archive import files
from record.archive.reading import parse
from record.change import change
from record.database_file import problem_of
from record.refused import Refused
from record.verbs import Verb
from tournament.archive import actions
from tournament.models import Tournament


class Command(BaseCommand):
    help = (
        "Lists what one can go back to, or goes back. With --tournament: that tournament alone, by one of its archives;"
        " the program may go on. Without: every tournament of every club, by a copy of the database; stop the program"
        " first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("copy", nargs="?", help="number in the list, or a file; without it: the list")
        parser.add_argument(
            "--tournament", metavar="SLUG", help="the tournament that goes back, and no other"
        )
        parser.add_argument("--reason", default="by command", help="why, for the tournament's journal")

    def handle(
        self,
        *args: Any,
        copy: str | None = None,
        tournament: str | None = None,
        reason: str = "by command",
        **options: Any,
    ) -> None:
        if tournament is not None:
            self.one_tournament(tournament, copy, reason)
            return
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

    def one_tournament(self, slug: str, archive: str | None, reason: str) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        archives = files.archive_files(tournament)
        if archive is None:
            self.list_all("archive", [(item.at, item.reason) for item in archives])
            return
        paths = {str(number): item.path for number, item in enumerate(archives, start=1)}
        path = paths.get(archive, Path(archive))
        try:
            restored = actions.go_back(tournament, parse(path.read_bytes()), by=None, reason=reason)
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except Refused as refused:
            raise CommandError(f"{refused} Nothing was changed.") from refused
        before = files.archive_files(tournament)[0].path.name
        self.stdout.write(
            f"{restored.tournament} is as in {path.name}. What was there before is kept as {before}."
        )
        for doubt in restored.doubts:
            self.stdout.write(f"To look at: {doubt}")

    def go_back(self, path: Path) -> None:
        erased, erased_accounts = self.erased(Person), self.erased(User)
        previous = backups.restore(path)
        call_command("migrate", interactive=False, verbosity=0)
        for person in Person.objects.filter(mark__in=erased, erased_at=None):
            erase(person, instead=erased[person.mark], by=None)
            self.stdout.write(f"{erased[person.mark]} was erased since then, and is again.")
        for user in User.objects.filter(mark__in=erased_accounts, erased_at=None):
            try:
                erase_account(user, instead=erased_accounts[user.mark], by=None)
            except Refused as refused:
                self.stdout.write(f"{user} was erased since then. {refused}")
            else:
                self.stdout.write(f"{erased_accounts[user.mark]} was erased since then, and is again.")
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

    def erased(self, model: type[Person] | type[User]) -> dict[UUID, str]:
        """The people and accounts that the present database says are erased: an earlier copy still has their names."""
        file = backups.database_file()
        if file is not None and (not file.exists() or problem_of(file)):
            return {}
        try:
            return dict(model._base_manager.filter(erased_at__isnull=False).values_list("mark", "name"))
        except DatabaseError:
            return {}

    def list_copies(self, copies: list[backups.Copy]) -> None:
        try:
            names = dict(Tournament.objects.values_list("slug", "name"))
        except DatabaseError:  # what is broken is what somebody wants to go back from
            names = {}
        of_tournament = [names.get(copy.tournament, copy.tournament) for copy in copies]
        self.list_all(
            "copy",
            [
                (copy.at, f"{copy.reason}, {name}".removesuffix(", "))
                for copy, name in zip(copies, of_tournament, strict=True)
            ],
        )

    def list_all(self, what: str, rows: list[tuple[datetime, str]]) -> None:
        for number, (at, reason) in enumerate(rows, start=1):
            self.stdout.write(f"{number:3}  {timezone.localtime(at):%Y-%m-%d %H:%M:%S}  {reason}")
        if not rows:
            self.stdout.write(
                f"There is no {what} yet. One is made after every complete round and before risky acts."
            )
