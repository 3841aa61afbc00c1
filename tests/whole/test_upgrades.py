"""Databases of earlier versions come along: started with this one, copied first, whole afterwards, and archived.

`tests/versions/VERSION.sql` is what that version wrote: a club, eight players, two rounds, and one accepted set.
"""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = sorted((ROOT / "tests/versions").glob("*.sql"))
STANDINGS = {"0.1.0": [[3, 105], [1, 55], [4, 10]]}

LOOK = """
import json, os, sys
from start.serve import prepare
with prepare(demo=False):
    from django.core.management import call_command
    from scoring.standings.queries import standings_of
    from tournament import backups
    from tournament.archive.writing import archive
    from tournament.models import JournalEntry, Tournament
    tournament = Tournament.objects.get()
    call_command("verify_journal", tournament.slug, verbosity=0, stdout=sys.stderr)
    call_command("recompute", verbosity=0, stdout=sys.stderr)
    print(json.dumps({
        "standings": [[row.number, row.total] for row in standings_of(tournament).places[:3]],
        "entries": JournalEntry.objects.count(),
        "copies": [copy.reason for copy in backups.copies()],
        "archived": len(archive(tournament).splitlines()) > 20,
    }))
"""


def start(folder: Path) -> dict[str, object]:
    environment = {
        **os.environ,
        "CHARLESTON_VAR": str(folder),
        "DATABASE_URL": "",
        "CHARLESTON_DEBUG": "1",  # no files to compress
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    run = subprocess.run(
        [sys.executable, "-c", LOOK], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, object] = json.loads(run.stdout.splitlines()[-1])
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("dump", VERSIONS, ids=lambda path: path.stem)
def test_a_database_of_an_earlier_version_is_copied_brought_up_to_date_and_whole(
    tmp_path: Path, dump: Path
) -> None:
    file = tmp_path / "charleston.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript(dump.read_text())
        before = database.execute("SELECT count(*) FROM tournament_journalentry").fetchone()[0]
    answer = start(tmp_path)
    assert answer == {
        "standings": STANDINGS[dump.stem],
        "entries": before,
        "copies": ["before bringing up to date"],
        "archived": True,
    }
    [copy] = (tmp_path / "copies").glob("*.sqlite3")
    with contextlib.closing(sqlite3.connect(copy)) as database:
        newest = database.execute(
            "SELECT max(name) FROM django_migrations WHERE app = 'tournament'"
        ).fetchone()
    assert newest == ("0001_version_0_1_0",)
