from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.models import Club
from record.archive.format import MOST_BYTES
from record.archive.reading import parse
from record.refused import Refused
from tournament.archive.actions import restore
from tournament.archive.people import PeopleMatch, PersonAnswer, match_people


class Command(BaseCommand):
    help = (
        "Makes a tournament of an archive, in a club of this installation. Nothing that is there is changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", required=True, help="the club's short address")
        parser.add_argument("--slug", default="", help="another short address for the tournament")
        parser.add_argument(
            "--alike",
            choices=["same", "other"],
            help="whether people that the club may know are the same, or others; without it you are told who they are",
        )

    def handle(
        self, *args: Any, file: Path, club: str, slug: str, alike: PersonAnswer | None = None, **options: Any
    ) -> None:
        into = Club.objects.filter(slug=club).first()
        if into is None:
            clubs = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)[:20])
            raise CommandError(f"There is no club {club}. Known: {clubs or 'none; found_club makes one'}.")
        try:
            with open(file, "rb") as opened:
                content = opened.read(MOST_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        try:
            archive = parse(content)
            people = match_people(into, archive)
            if people.questions and alike is None:
                raise CommandError(self.questions(people))
            answers: dict[int, PersonAnswer] = {
                question.number: alike or "other" for question in people.questions
            }
            restored = restore(archive, into, by=None, slug=slug, answers=answers)
        except Refused as refused:
            raise CommandError(f"{refused} Nothing was changed.") from refused
        tournament = restored.tournament
        self.stdout.write(f"{tournament.name} is restored, at /t/{tournament.slug}/.")
        for doubt in restored.doubts:
            self.stdout.write(f"To look at: {doubt}")

    def questions(self, people: PeopleMatch) -> str:
        lines = ["The club may know these people:"]
        for question in people.questions:
            why, known = "number" if question.by_number else "name", question.known
            there = ", ".join(filter(None, [question.name, question.member_number, question.town]))
            here = ", ".join(filter(None, [known.name, known.member_number, known.town]))
            lines.append(f"  the same {why}: {there} in the archive, {here} in the club")
        end = "Say --alike same, or --alike other; on the club's page it can be said of each. Nothing was changed."
        return "\n".join([*lines, end])
