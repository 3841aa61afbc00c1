from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from demo import demonstration


class Command(BaseCommand):
    help = "Loads the demonstration club once; what is there already stays as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--sign-ins", action="store_true", help="only print the accounts of the demonstration"
        )

    def handle(self, *args: Any, sign_ins: bool = False, **options: Any) -> None:
        if not sign_ins and demonstration.load(timezone.localdate()):
            self.stdout.write("The demonstration club is loaded.")
        elif not sign_ins and (in_the_way := demonstration.in_the_way()):
            # No error: an installation with such a name of its own starts all the same.
            self.stderr.write(f"The demonstration club is left out: {in_the_way}.")
        if sign_ins:
            for account in demonstration.sign_ins():
                opens = account["password"] or "(the password was changed)"
                self.stdout.write(f"  {account['role']:<12} {account['username']:<12} {opens}")
