"""What released versions wrote, for later ones to be tried on: VERSION.sql is a database, VERSION.json what that
version said of it, VERSION.jsonl an archive of one of its tournaments. `python -m tests.versions` makes this one's.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RELEASED = sorted(HERE.glob("*.sql"))
EVENTS = """
from club.models import Bar, HouseProfile, Invitation, Person, Role
from record.archive.writing import archive
from scoring.models import Ceremony
from tests import builders
from tests.tournament.archive.events import AT, event_of_facts, finished_event, whole_event
cast = builders.cast()
whole = whole_event(cast)
with open("{archive}", "wb") as file:
    file.write(archive(whole, contacts=True))
for event in (finished_event, event_of_facts):
    event(cast)
barred = Person.objects.create(club=cast.club, name="Barbara Barred")
Bar.objects.create(person=barred, decided_in="Spring Classic", reason="Left in anger.", by=cast.director, at=AT)
HouseProfile.objects.create(club=cast.club, name="Fridays", system="sanctioned", changes={{"wall": 35}})
Invitation.objects.create(club=cast.club, role=Role.DOOR, digest="d16e57", made_at=AT, expires_at=AT)
Ceremony.objects.create(tournament=whole, slides=[], begun_at=AT, ended_at=AT, by=cast.director)
"""
LOOK = """
import io, json
from start.serve import prepare
with prepare(demo=False):
    from django.core.management import call_command
    from django.db import connection
    from record import backups
    from record.archive.writing import archive
    from record.models import JournalEntry
    from record.triggers import existing_triggers, rules_of_applications
    from scoring.standings.queries import standings_of
    from tournament.models import Tournament
    triggers = existing_triggers(connection)
    {events}
    tournaments = Tournament.objects.order_by("slug")
    for tournament in tournaments:
        call_command("verify_journal", tournament.slug, verbosity=0, stdout=io.StringIO())
    call_command("recompute", verbosity=0, stdout=io.StringIO())
    print(json.dumps({{
        "standings": {{
            tournament.slug: [[row.number, row.total] for row in standings_of(tournament).places]
            for tournament in tournaments
        }},
        "entries": JournalEntry.objects.count(),
        "missing": [rule.name for rule in rules_of_applications() if rule.name not in triggers],
        "archived": {{tournament.slug: len(archive(tournament).splitlines()) for tournament in tournaments}},
        "copies": [copy.reason for copy in backups.copies()],
    }}))
"""


def start(folder: Path, settings: str = "config.settings", *, events: str = "") -> dict[str, Any]:
    """What a start with the database in this folder says of it, once these lines have made something there."""
    look = LOOK.format(events=events.replace("\n", "\n    "))
    answer: dict[str, Any] = json.loads(run(folder, "-c", look, settings=settings).splitlines()[-1])
    return answer


def run(folder: Path, *arguments: str, settings: str = "config.settings", status: int = 0) -> str:
    environment = {
        **os.environ,
        "CHARLESTON_VAR": str(folder),
        "DATABASE_URL": "",
        "CHARLESTON_JOURNAL_KEY": "the key of every database here, so that its record can be verified",
        "CHARLESTON_COMMAND": "charleston",
        "CHARLESTON_DEBUG": "1",  # no files to compress
        "DJANGO_SETTINGS_MODULE": settings,
        "PYTHONPATH": str(folder),
    }
    process = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert process.returncode == status, process.stderr
    return process.stdout or process.stderr


def written(data: Path, to: Path) -> None:
    """Has this version make a database in a new folder, and leaves it at `to`, with what else it says and archives."""
    data.mkdir()
    said = start(data, events=EVENTS.format(archive=to.with_suffix(".jsonl")))
    with contextlib.closing(sqlite3.connect(data / "charleston.sqlite3")) as database:
        to.with_suffix(".sql").write_text("\n".join(database.iterdump()) + "\n", encoding="utf-8")
    to.with_suffix(".json").write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
