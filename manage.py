#!/usr/bin/env python
"""Runs Charleston's management commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.sqlite.base import DatabaseWrapper

    # By any other, an empty file would be left, which a start takes for a database that was lost.
    DatabaseWrapper.makes_files = sys.argv[1:2] in (["migrate"], ["makemigrations"], ["rehearse"])
    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        if why := why_no_database(error):
            sys.exit(why)
        raise


def why_no_database(error: Exception) -> str:
    """Why a command found no table: a sentence where no database was made yet, "" where it is something else."""
    from django.db import DatabaseError

    if not isinstance(error, DatabaseError):
        return ""
    from record.database_version import was_never_made

    return (
        "There is no database here yet. Start Charleston once (make run), or have it made: manage.py migrate"
        if was_never_made()
        else ""
    )


if __name__ == "__main__":
    main()
