"""Checks the SQLite file before anything opens it: SQLite does not report a lost file.

Opening a missing file creates a new one, and an empty file counts as a new database. Both look like a new
installation, and the data of the old one would be gone without a message.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from django.apps import apps
from django.conf import settings

from record.database_trouble import Trouble, trouble_of

# Every SQLite file begins with this.
HEADER = b"SQLite format 3\0"
TO_GO_BACK = f"To go back to a copy: {settings.COMMAND} go_back lists them."


def problem_of(file: Path) -> str:
    """Why this file cannot be served, with the way out; empty where it can, or for a new installation."""
    copies = any((file.parent / "copies").glob("*.sqlite3"))
    anew = f"To begin anew, move the folder copies in {file.parent} to another place."
    if not file.exists():
        missing = f"The database file {file} is missing, but there are copies of it."
        return f"{missing}\n{TO_GO_BACK}\n{anew}" if copies else ""
    try:
        with open(file, "rb") as opened:
            begins = opened.read(len(HEADER))
    except OSError as error:
        return f"The database file {file} cannot be read: {error.strerror}."
    empty = f"The database file {file} is empty: what was in it is lost."
    way_out = TO_GO_BACK if copies else "To begin anew, delete it."
    if not begins:
        return f"{empty}\n{way_out}"
    if begins != HEADER:
        return f"The database file {file} is damaged, or no database at all.\n{TO_GO_BACK}"
    return problem_inside(file, f"{empty}\n{way_out}")


def problem_inside(file: Path, empty: str) -> str:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=20)) as database:
            integrity = database.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            migrated = "django_migrations" in tables
            made_by = (
                {app for (app,) in database.execute("SELECT app FROM django_migrations")}
                if migrated
                else set()
            )
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        trouble = trouble_of(error)
        if trouble in (Trouble.DAMAGED, None):
            return f"The database file {file} is damaged ({error}).\n{TO_GO_BACK}"
        return f"The database file {file} cannot be used: {trouble.sentence}"
    if integrity != ("ok",):
        return f"The database file {file} is damaged ({integrity[0]}).\n{TO_GO_BACK}"
    if not tables:
        return empty
    # A first start that was cut short has not come to our own tables yet.
    own_apps = {application.label for application in apps.get_app_configs()}
    if not migrated or ("tournament" not in made_by and made_by - own_apps):
        return (
            f"The database file {file} is not one of Charleston's: another program made it. Nothing in it was"
            " changed.\nMove it to another folder, or name another one with CHARLESTON_VAR or --data."
        )
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        return f"The database file {file} cannot be used: {Trouble.READ_ONLY.sentence}"
    return ""
