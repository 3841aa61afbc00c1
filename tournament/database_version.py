"""Checks that this version of Charleston knows the database it is about to migrate."""

from collections.abc import Iterable
from typing import Any

from django.core.management import CommandError
from django.db import connections
from django.db.migrations.loader import MigrationLoader

OURS = ("tournament", "scoring")


def refuse_unknown_database(*, using: str, **_options: Any) -> None:
    """The first receiver of `pre_migrate`. Raises CommandError, before anything is touched, where migrations of
    another version were applied: of one before 0.1.0, whose tables were laid out otherwise, or of a later one.
    """
    unknown = unknown_migrations(MigrationLoader(connections[using]).applied_migrations)
    if not unknown:
        return
    raise CommandError(
        "This database was made by another version of Charleston: one before 0.1.0, or a later one than this"
        f" ({', '.join(unknown)}). Nothing in it was changed.\n"
        "To look at what is in it, start the version that made it. To begin anew with this one, move the file"
        " charleston.sqlite3 and the folder copies to another place, or name an empty folder with CHARLESTON_VAR, or"
        " another database with DATABASE_URL."
    )


def unknown_migrations(applied: Iterable[tuple[str, str]]) -> list[str]:
    """The applied migrations of our own apps that this version does not have."""
    loader = MigrationLoader(None)
    return sorted(
        f"{app}.{name}"
        for app, name in applied
        if app in OURS
        and (app, name) not in loader.disk_migrations
        and (app, name) not in loader.replacements
    )
