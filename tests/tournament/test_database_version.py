"""A database of another version is recognised, left as it is, and refused with the way out."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from start import serve

ROOT = Path(serve.__file__).resolve().parent.parent

# What a database before 0.1.0 says of itself; its tables are not looked at.
OLD = """
    CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime);
    INSERT INTO django_migrations (app, name, applied) VALUES ({rows}, '2026-11-21 10:00:00');
    CREATE TABLE tournament_club (id integer PRIMARY KEY, name text);
    INSERT INTO tournament_club (name) VALUES ('Jade Garden Club');
"""


def migrate(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CHARLESTON_VAR": str(folder), "DATABASE_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.slow
@pytest.mark.parametrize("applied", [("tournament", "0001_initial"), ("scoring", "0099_of_a_later_version")])
def test_it_is_refused_and_left_as_it_is(tmp_path: Path, applied: tuple[str, str]) -> None:
    file = tmp_path / "charleston.sqlite3"
    with sqlite3.connect(file) as connection:
        connection.executescript(OLD.format(rows=", ".join(f"'{word}'" for word in applied)))
    connection.close()
    with sqlite3.connect(file) as connection:
        before = hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest()
    answer = migrate(tmp_path)
    assert answer.returncode == 1
    assert f"({'.'.join(applied)}). Nothing in it was changed." in answer.stderr
    assert "name an empty folder with CHARLESTON_VAR" in answer.stderr
    with sqlite3.connect(file) as connection:
        assert hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest() == before
