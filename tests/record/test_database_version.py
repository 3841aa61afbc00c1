"""A database of another version is recognised, left as it is, and refused with the way out."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from record.database_version import COLUMNS, is_of_another_version
from start import serve

ROOT = Path(serve.__file__).resolve().parent.parent
REFUSED = "This database was made by another version of Charleston: one before 0.2.0"

OTHER_VERSIONS = {
    "before 0.2.0": """
        UPDATE django_migrations SET name = '0001_version_0_1_0' WHERE app IN ('tournament', 'scoring');
        INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '0002_family_names', '2026-11-21');
    """,
    "before 0.2.0, by the same names": "ALTER TABLE paper_printed RENAME COLUMN digest TO digest_of_before;",
    "a column more": "ALTER TABLE club_club ADD COLUMN motto text;",
    "a table that is missing": "DROP TABLE scoring_pot;",
    "later": "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '0099_later', '2030-01-01');",
}
COMMANDS = {
    "migrate": ["manage.py", "migrate", "--no-input", "--verbosity", "0"],
    "start.serve": ["-m", "start.serve"],
    "start.web": ["-m", "start.web"],
}


def run(folder: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "CHARLESTON_VAR": str(folder),
        "DATABASE_URL": "",
        "PORT": "8765",
        "DEMO": "0",
    }
    environment |= {"CHARLESTON_DEBUG": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def digest(file: Path) -> str:
    connection = sqlite3.connect(file)
    content = "\n".join(connection.iterdump())
    connection.close()
    return hashlib.sha256(content.encode()).hexdigest()


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path, migrated: Callable[[Path], None]) -> Path:
    """A database of another version: the one of `OTHER_VERSIONS` that the test names."""
    file = tmp_path / "charleston.sqlite3"
    migrated(file)
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(OTHER_VERSIONS[getattr(request, "param", "before 0.2.0")])
    return file


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHER_VERSIONS, indirect=True)
def test_it_is_recognised(other: Path) -> None:
    with contextlib.closing(sqlite3.connect(other)) as connection:
        applied = connection.execute("SELECT app, name FROM django_migrations").fetchall()
        columns = connection.execute(COLUMNS["sqlite"]).fetchall()
    assert is_of_another_version(applied, columns)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_refused_and_left_as_it_is(tmp_path: Path, other: Path, command: str) -> None:
    before = digest(other)
    answer = run(tmp_path, COMMANDS[command])
    assert answer.returncode == 1
    assert answer.stderr.removeprefix("CommandError: ").startswith(REFUSED)
    assert "Nothing in it was changed" in answer.stderr
    assert "name a new folder with CHARLESTON_VAR" in answer.stderr
    assert digest(other) == before
    assert not (tmp_path / "copies").exists()
