from collections.abc import Callable
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
from record.change import change
from record.database_file import problem_of
from record.refused import Refused
from record.verbs import Verb
from tournament.models import Tournament
from ui.declared import declared


def is_readable() -> bool:
    file = backups.database_file()
    return file is None or (file.exists() and not problem_of(file))


class Command(BaseCommand):
    help = (
        "Lists the copies of the database, or goes back to one, with every tournament of every club; stop the program"
        " first. One tournament alone goes back on its page of archives."
    )

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
        erased, erased_accounts = self.erased(Person), self.erased(User)
        staying = self.staying()
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
                for put_back in staying.get(tournament.slug, ()):
                    put_back(tournament)
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
        if not is_readable():
            return {}
        try:
            return dict(model._base_manager.filter(erased_at__isnull=False).values_list("mark", "name"))
        except DatabaseError:
            return {}

    def staying(self) -> dict[str, list[Callable[[Tournament], None]]]:
        """By tournament, what puts back what no copy takes back, as when one of them goes back to its archive."""
        if not is_readable():
            return {}
        try:
            every = Tournament.objects.all()
            return {one.slug: [keep(one) for keep in declared("kept", "staying")] for one in every}
        except DatabaseError:
            return {}

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
