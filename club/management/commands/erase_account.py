from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.models import User
from club.rights.accounts import erase_account
from record.refused import Refused


class Command(BaseCommand):
    help = (
        "Takes the names of an account out of everything that is stored, for good; what was done by it stays under"
        " another name. A club's only director is refused."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person typed to sign in")
        parser.add_argument(
            "--remove-copies", action="store_true", help="and the copies of the database of before"
        )

    def handle(self, *args: Any, username: str, remove_copies: bool, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account {username!r}.")
        try:
            erased = erase_account(user, by=None, remove_copies=remove_copies)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"Erased. What they did stays under {erased.name}.")
        for sentence in erased.left:
            self.stdout.write(sentence)
