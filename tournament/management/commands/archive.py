from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from record.archive.files import write_whole
from record.archive.writing import archive
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Writes a tournament into an archive, which `restore` reads on any installation: docs/archive-format.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's short address")
        parser.add_argument("file", type=Path, help="the file to write; one that is there is replaced")
        parser.add_argument(
            "--contacts", action="store_true", help="with telephone numbers, e-mail addresses and notes"
        )

    def handle(self, *args: Any, slug: str, file: Path, contacts: bool, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        content = archive(tournament, contacts=contacts)
        try:
            write_whole(file, content)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{tournament.name}: {len(content):,} bytes in {file}.")
