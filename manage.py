#!/usr/bin/env python
"""Runs Charleston's management commands."""

import os
import sys
from collections.abc import Sequence

OF_DJANGO = {
    "--version",
    "--verbosity",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
}


def main(arguments: Sequence[str]) -> int:
    """Runs a command, whose name may have hyphens; the options that all of Django's have are not in its help."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import BaseCommand, ManagementUtility

    from config.sqlite.base import DatabaseWrapper
    from machine.processes import print_any_letter

    class Commands(ManagementUtility):
        def fetch_command(self, subcommand: str) -> BaseCommand:
            command = super().fetch_command(subcommand.replace("-", "_"))
            command.suppressed_base_arguments = OF_DJANGO
            return command

    print_any_letter()
    # By any other, an empty file would be left, which a start takes for a database that was lost.
    DatabaseWrapper.makes_files = arguments[1:2] in (["migrate"], ["makemigrations"], ["rehearse"])
    try:
        Commands(list(arguments)).execute()
    except Exception as error:
        if why := why_no_database(error):
            print(why, file=sys.stderr)
            return 1
        raise
    return 0


def why_no_database(error: Exception) -> str:
    """Why a command found no table: a sentence where no database was made yet, "" where it is something else."""
    from django.db import DatabaseError

    if not isinstance(error, DatabaseError):
        return ""
    from django.conf import settings

    from record.database_version import was_never_made

    return (
        f"There is no database here yet. Start Charleston once, or have it made: {settings.COMMAND} migrate"
        if was_never_made()
        else ""
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv))
