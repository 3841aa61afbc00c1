from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.text import slugify

from club.accounts.actions import found_club, generated_password
from club.accounts.forms import MemberForm
from club.models import Role, User
from club.names import tidy
from record.refused import Refused


class Command(BaseCommand):
    help = "Makes a club and its first director; prints a password once when the account is new."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help='the club\'s name, such as "Jade Garden Club"')
        parser.add_argument("--director", required=True, help="user name of its director; made if unknown")
        parser.add_argument("--called", default="", help="the name of that person, as reports have it")
        parser.add_argument("--slug", default="", help="short address; made of the name if left out")

    @transaction.atomic
    def handle(self, *args: Any, name: str, director: str, called: str, slug: str, **options: Any) -> None:
        name = tidy(name)
        slug = slugify(slug or name)[:60].strip("-")
        if not name or not slug:
            raise CommandError("Give a name, and --slug in Latin letters if the name has none.")
        if len(name) > 120:
            raise CommandError("A club's name has at most 120 characters.")
        password = generated_password()
        user = User.objects.filter(username=director).first()
        is_new = user is None
        if user is None:
            user = new_director(director, tidy(called) or director, password)
        try:
            club = found_club(name, slug, by=user)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{club.name} is founded, at /clubs/{club.slug}/.")
        if is_new:
            self.stdout.write(f"Sign in as {director} with the password {password}, and change it.")


def new_director(username: str, name: str, password: str) -> User:
    form = MemberForm({"name": name, "username": username, "role": Role.DIRECTOR})
    for field, option, value in (("username", "--director", username), ("name", "--called", name)):
        if field in form.errors:
            raise CommandError(f"{option} {value[:60]!r}: {' '.join(map(str, form.errors[field]))}")
    return User.objects.create_user(
        form.cleaned_data["username"], password=password, name=form.cleaned_data["name"]
    )
