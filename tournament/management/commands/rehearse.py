import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from club.models import Club
from machine.limits import give_way
from record.archive.reading import parse
from record.archive.writing import archive
from record.refused import Refused
from tournament.archive import rehearsal
from tournament.archive.actions import restore


class Command(BaseCommand):
    help = (
        "Restores an archive in the empty SQLite database of CHARLESTON_VAR, archives it again and compares both; the"
        " standings of the live event are read from the standard input. For the rehearsal in the pages."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists():
            raise CommandError(
                "An archive is rehearsed in a database of its own: name an empty CHARLESTON_VAR."
            )
        give_way(19)  # whoever works at the desk goes first
        expected = json.load(sys.stdin)
        call_command("migrate", interactive=False, verbosity=0)
        club = Club.objects.create(name="Rehearsal", slug="rehearsal")
        content = file.read_bytes()
        try:
            restored = restore(parse(content), club, by=None)
        except Refused as refused:
            compared = rehearsal.Comparison(error=str(refused))
        else:
            again = archive(restored.tournament, contacts=parse(content).head.contacts)
            compared = rehearsal.Comparison(
                same_bytes=again == content,
                same_standings=rehearsal.outcome(restored.tournament) == expected,
                doubts=len(restored.doubts),
            )
        self.stdout.write(msgspec.json.encode(compared).decode())
