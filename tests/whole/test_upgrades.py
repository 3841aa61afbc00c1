"""Databases of earlier versions come along: started with a later one, copied first, whole afterwards, and archived;
and back again with the earlier one.

`tests/versions/VERSION.sql` is a database that a released version wrote, and VERSION.json what it said of it: `written`
makes both, and is how each release leaves its own. What this version itself writes is brought up to date as well, by a
migration that a later version might have.
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

import pytest

ROOT = Path(__file__).resolve().parents[2]
RELEASED = sorted((ROOT / "tests/versions").glob("*.sql"))
THIS = "this version"

LOOK = """
import json, sys
from start.serve import prepare
with prepare(demo=False):
    from django.core.management import call_command
    from django.db import connection
    from scoring.standings.queries import standings_of
    from record import backups
    from record.archive.writing import archive
    from record.models import JournalEntry
    from tournament.models import Tournament
    from record.triggers import existing_triggers, rules_of_applications
    triggers = existing_triggers(connection)
    if not Tournament.objects.exists():
        from demo.simulation import play_rounds
        from tests import builders
        cast = builders.cast()
        event = builders.running_tournament(cast.club, players=9, rounds=3)
        list(play_rounds(event, 2, seed=3, by=cast.director))
    tournament = Tournament.objects.get()
    call_command("verify_journal", tournament.slug, verbosity=0, stdout=sys.stderr)
    call_command("recompute", verbosity=0, stdout=sys.stderr)
    print(json.dumps({
        "standings": [[row.number, row.total] for row in standings_of(tournament).places],
        "entries": JournalEntry.objects.count(),
        "missing": [rule.name for rule in rules_of_applications() if rule.name not in triggers],
        "archived": len(archive(tournament).splitlines()),
        "copies": [copy.reason for copy in backups.copies()],
    }))
"""

# SQLite makes a table anew to alter a column: triggers that read or guard it have to be away meanwhile.
LATER = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("tournament", {newest!r})]
    operations = [
        migrations.AddField("seat", "cushion", models.IntegerField(null=True)),
        migrations.AlterField("seat", "cushion", models.CharField(max_length=20, null=True)),
        migrations.AddField("round", "bell", models.CharField(max_length=20, null=True)),
        migrations.AlterField("round", "bell", models.TextField(null=True)),
        migrations.RunSQL("UPDATE tournament_seat SET cushion = 'red'"),
    ]
"""
SETTINGS = """
from config.settings import *
MIGRATION_MODULES = {"tournament": "later"}
"""


def start(folder: Path, settings: str = "config.settings") -> dict[str, Any]:
    """What a start with the database in this folder says of it. One without an event gets one first."""
    answer: dict[str, Any] = json.loads(run(folder, "-c", LOOK, settings=settings).splitlines()[-1])
    return answer


def run(folder: Path, *arguments: str, settings: str = "config.settings") -> str:
    environment = {
        **os.environ,
        "CHARLESTON_VAR": str(folder),
        "DATABASE_URL": "",
        "CHARLESTON_JOURNAL_KEY": "the key of every database here, so that its record can be verified",
        "CHARLESTON_DEBUG": "1",  # no files to compress
        "DJANGO_SETTINGS_MODULE": settings,
        "PYTHONPATH": str(folder),
    }
    process = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def written(folder: Path) -> Path:
    """A database of this version as SQL, with what it says of it beside it: a club, and an event half played."""
    folder.mkdir()
    said = start(folder)
    dump = folder / "dump.sql"
    with contextlib.closing(sqlite3.connect(folder / "charleston.sqlite3")) as database:
        dump.write_text("\n".join(database.iterdump()))
    dump.with_suffix(".json").write_text(json.dumps(said))
    return dump


def add_a_later_migration(folder: Path) -> None:
    modules = folder / "later"
    modules.mkdir()
    (modules / "__init__.py").write_text(
        "import tournament.migrations\n__path__ += tournament.migrations.__path__\n"
    )
    newest = max(path.stem for path in (ROOT / "tournament/migrations").glob("0*.py"))
    (modules / "9999_later.py").write_text(LATER.format(newest=newest))
    (folder / "later_settings.py").write_text(SETTINGS)


def tournament_migrations(file: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT name FROM django_migrations WHERE app = 'tournament'").fetchall()
    return {name for (name,) in rows}


@pytest.mark.slow
@pytest.mark.parametrize("dump", [*RELEASED, THIS], ids=lambda dump: getattr(dump, "stem", dump))
def test_a_database_of_an_earlier_version_is_copied_brought_up_to_date_and_whole(
    tmp_path: Path, dump: Path | str
) -> None:
    path = dump if isinstance(dump, Path) else written(tmp_path / "written")
    said = json.loads(path.with_suffix(".json").read_text())
    assert said["standings"]
    assert said["missing"] == []
    file = tmp_path / "charleston.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript(path.read_text())
    before = tournament_migrations(file)
    add_a_later_migration(tmp_path)
    answer = start(tmp_path, settings="later_settings")
    assert answer == {**said, "copies": ["before bringing up to date"]}
    [copy] = (tmp_path / "copies").glob("*.sqlite3")
    assert tournament_migrations(copy) == before
    assert "9999_later" in tournament_migrations(file)
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT DISTINCT cushion FROM tournament_seat").fetchall() == [("red",)]
    # The earlier version, started again, says this way back.
    run(tmp_path, "manage.py", "go_back", "1")
    assert tournament_migrations(file) == before
    again = start(tmp_path)
    assert (again["standings"], len(again["copies"])) == (said["standings"], 2)
