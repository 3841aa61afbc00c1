"""Databases and archives of earlier versions come along: a database is started with a later version, copied first,
whole afterwards, archived, and gone back to with the earlier one; an archive is restored.

What this version itself writes is brought up to date as well, by a migration that a later version might have.
"""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
from pathlib import Path

import pytest
from django.core.management import call_command

from record.archive.reading import parse
from record.archive.writing import archive
from tests import builders
from tests.versions import RELEASED, ROOT, run, start, written
from tournament.archive.actions import restore

THIS = "this version"

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


@pytest.fixture(scope="module")
def of_this_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    written(folder / "data", folder / "this.sql")
    return folder / "this.sql"


@pytest.fixture(params=[*RELEASED, THIS], ids=lambda dump: getattr(dump, "stem", dump))
def dump(request: pytest.FixtureRequest, of_this_version: Path) -> Path:
    return of_this_version if request.param == THIS else Path(request.param)


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
def test_a_database_of_an_earlier_version_is_copied_brought_up_to_date_and_whole(
    tmp_path: Path, dump: Path
) -> None:
    told = json.loads(dump.with_suffix(".json").read_text())
    assert all(told["standings"].values())
    assert told["missing"] == []
    file = tmp_path / "charleston.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript(dump.read_text(encoding="utf-8"))
    before = tournament_migrations(file)
    add_a_later_migration(tmp_path)
    answer = start(tmp_path, settings="later_settings")
    assert answer == {**told, "copies": ["before bringing up to date"]}
    [copy] = (tmp_path / "copies").glob("*.sqlite3")
    assert tournament_migrations(copy) == before
    assert "9999_later" in tournament_migrations(file)
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT DISTINCT cushion FROM tournament_seat").fetchall() == [("red",)]
    # The earlier version, started again, says the way back.
    way_back = run(tmp_path, "-m", "start.serve", status=1).splitlines()[-1]
    assert way_back == "charleston go_back 1"
    run(tmp_path, "manage.py", *way_back.split()[1:])
    own = {path.stem for path in (ROOT / "tournament/migrations").glob("0*.py")}
    assert tournament_migrations(file) == own
    assert start(tmp_path)["standings"] == told["standings"]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.both_databases
def test_an_archive_of_an_earlier_version_opens(dump: Path) -> None:
    """Whatever an archive has is there afterwards, and its points follow from its cards."""
    content = dump.with_suffix(".jsonl").read_bytes()
    assert 0 not in json.loads(content.splitlines()[0])["counts"].values()
    restored = restore(parse(content), builders.cast().club, by=None, slug="again").tournament
    call_command("recompute", restored.slug, stdout=io.StringIO())
    now = [json.loads(line) for line in archive(restored, contacts=True).splitlines()]
    by_line = {(line["type"], line.get("of"), line.get("id")): line for line in now}
    for line in content.splitlines()[1:]:
        was = json.loads(line)
        there = by_line[was["type"], was.get("of"), was.get("id")]
        assert {**was, "slug": "again"}.items() <= {**there, "slug": "again"}.items()
