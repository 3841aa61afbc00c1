from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.accounts.forgotten import address_for
from record.refused import Refused


class Command(BaseCommand):
    help = (
        "Prints the address of a page that opens once, within the hour, for choosing a new password."
        " It ends the account's sessions and keeps its second step, unless --without-second-step says that the phone"
        " is lost too. Recorded in the journal of every club the account works for."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person types to sign in")
        parser.add_argument(
            "--at", default="http://localhost:8000", help="how Charleston is reached (%(default)s)"
        )
        parser.add_argument("--without-second-step", action="store_true", help="turn the second step off too")

    def handle(self, *args: Any, username: str, at: str, without_second_step: bool, **options: Any) -> None:
        try:
            path = address_for(username, without_second_step=without_second_step)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"Open this page within the hour; it opens once:\n{at.rstrip('/')}{path}")
