"""Sets an account's password on the machine itself, for a director who lost theirs."""

import getpass
from argparse import ArgumentParser
from typing import Any

from axes.utils import reset
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from tournament.clubs.actions import generated_password, set_password
from tournament.models import User


class Command(BaseCommand):
    help = (
        "Sets the password of an account and lets it sign in again at once. Asks for the new password twice, or"
        " makes one with --generate. Recorded in the journal of every club the account works for."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person types to sign in")
        parser.add_argument("--generate", action="store_true", help="make a password and print it once")

    def handle(self, *args: Any, username: str, generate: bool, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            usernames = ", ".join(User.objects.order_by("username").values_list("username", flat=True)[:20])
            raise CommandError(f"There is no account {username!r}. Known: {usernames or 'none'}.")
        password = generated_password() if generate else password_typed_twice(user)
        set_password(user, password)
        reset(username=username)
        if generate:
            self.stdout.write(f"New password of {username}: {password}")
        else:
            self.stdout.write(f"The password of {username} is set.")


def password_typed_twice(user: User) -> str:
    password = getpass.getpass("New password: ")
    if getpass.getpass("Again: ") != password:
        raise CommandError("The two were not the same. Nothing was changed.")
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise CommandError(" ".join(error.messages) + " Nothing was changed.") from None
    return password
