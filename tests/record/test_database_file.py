"""A database file that is not one to serve is recognised before anything opens it, and the way out is said."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from record.database_file import problem_of
from start import serve

ROOT = Path(serve.__file__).resolve().parent.parent
CLUB = """
    CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime);
    CREATE TABLE club_club (id integer PRIMARY KEY, name text);
    CREATE TABLE padding (text text);
"""
BEGUN = """
    CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime);
    INSERT INTO django_migrations (app, name) VALUES ('auth', '0001_initial');
"""
OTHERS = (
    "CREATE TABLE recipes (id integer PRIMARY KEY, name text); INSERT INTO recipes (name) VALUES ('soup');"
)


def made_of(script: str) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database:
            database.executescript(script)
            if "padding" in script:
                database.executemany("INSERT INTO padding VALUES (?)", [("x" * 3000,)] * 20)
            database.commit()

    return make


def damage_pages(file: Path) -> None:
    made_of(CLUB)(file)
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * 30_000 + content[34_096:])


def nothing(_file: Path) -> None:
    pass


def with_copies(make: Callable[[Path], None]) -> Callable[[Path], None]:
    def both(file: Path) -> None:
        (file.parent / "copies").mkdir()
        made_of(CLUB)(file.parent / "copies" / "20261122-150000-000000-round-1-complete.sqlite3")
        make(file)

    return both


CASES = {
    "a new installation": (nothing, ""),
    "a club's database": (made_of(CLUB), ""),
    "and its copies": (with_copies(made_of(CLUB)), ""),
    "missing": (with_copies(nothing), "is missing, but there are copies of it"),
    "empty": (Path.touch, "is empty: what was in it is lost.\nTo begin anew, delete it."),
    "empty, with copies": (
        with_copies(Path.touch),
        "is empty: what was in it is lost.\nTo go back to a copy",
    ),
    "no database": (lambda file: file.write_bytes(b"%PDF-1.7"), "is damaged, or no database at all"),
    "its head alone": (lambda file: file.write_bytes(b"SQLite format 3\0 cut off"), "is damaged"),
    "holes": (damage_pages, "is damaged"),
    "emptied and opened once": (made_of("VACUUM"), "is empty: what was in it is lost."),
    "a first start cut short": (made_of(BEGUN), ""),
    "another Django program's": (made_of(BEGUN.replace("auth", "recipes")), "another program made it."),
    "another program's": (made_of(OTHERS), "another program made it. Nothing in it was changed."),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_no_file_to_serve_is_said(tmp_path: Path, name: str) -> None:
    make, sentence = CASES[name]
    file = tmp_path / "charleston.sqlite3"
    make(file)
    before = file.read_bytes() if file.exists() else None
    problem = problem_of(file)
    assert (sentence in problem, bool(problem)) == (True, bool(sentence))
    assert (file.read_bytes() if file.exists() else None) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["missing", "empty", "holes", "another program's"])
def test_the_start_ends_with_that_sentence_and_without_a_traceback(tmp_path: Path, name: str) -> None:
    make, sentence = CASES[name]
    make(tmp_path / "charleston.sqlite3")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    environment = {
        **os.environ,
        "CHARLESTON_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "PORT": port,
        "DEMO": "0",
    }
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    answer = subprocess.run(
        [sys.executable, "-m", "start.serve"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (answer.returncode, sentence in answer.stderr, "Traceback" in answer.stderr) == (1, True, False)
