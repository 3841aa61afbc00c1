"""Another installation, in a process and an SQLite database of its own: for events that move between two."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings

PLAYERS = 61


def installation(folder: Path, *what: str) -> Any:
    """Carries out one of the functions below in an installation whose data lie in `folder`; returns its answer."""
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CHARLESTON_VAR": str(folder),
        "CHARLESTON_JOURNAL_KEY": settings.JOURNAL_KEYS[0],
    }
    process = subprocess.run(
        [sys.executable, "-m", "tests.tournament.archive.elsewhere", *what],
        cwd=settings.ROOT,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr.decode()
    return json.loads(process.stdout.splitlines()[-1])


def begin(file: str) -> Any:
    """An event of 61 players, archived while its second round is played; answers with its standings."""
    from demo.simulation import play_rounds, play_table
    from tests import builders
    from tournament.archive.rehearsal import outcome
    from tournament.rounds.actions import publish_round

    cast = builders.cast()
    event = builders.running_tournament(cast.club, players=PLAYERS, rounds=3, slug="on-the-move")
    list(play_rounds(event, 1, seed=1, by=cast.director))
    event.refresh_from_db()
    second = publish_round(event, number=2, by=cast.director)
    for table in second.tables.order_by("number")[:7]:
        play_table(event, table, dice=random.Random(2), by=cast.director)
    return write(event, file) and outcome(event)


def end(file: str, again: str) -> Any:
    """The event restored and archived again; answers with its standings and what in its record does not hold."""
    from pathlib import Path

    from django.core.management import call_command

    from club.models import Club
    from record.archive.reading import parse
    from tournament.archive.actions import restore
    from tournament.archive.rehearsal import outcome

    club = Club.objects.create(name="At home again", slug="home")
    restored = restore(parse(Path(file).read_bytes()), club, by=None)
    call_command("recompute", restored.tournament.slug, stdout=io.StringIO())
    return write(restored.tournament, again) and [outcome(restored.tournament), restored.doubts]


def write(event: Any, file: str) -> bool:
    from record.archive.writing import archive

    return Path(file).write_bytes(archive(event, contacts=True)) > 0


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps({"begin": begin, "end": end}[sys.argv[1]](*sys.argv[2:])))
