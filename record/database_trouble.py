"""Database failures in plain words, for the start, pages, copies and commands.

Covers failures of the file, the disk and the server only; anything else that a database refuses is a bug and raises.
"""

import errno
import sqlite3
from enum import Enum
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _
from psycopg import Error as PostgresError
from psycopg import OperationalError as PostgresAway


class Trouble(Enum):
    FULL = "full"
    READ_ONLY = "read-only"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    GONE = "gone"
    FAILING = "failing"
    BUSY = "busy"
    AWAY = "away"

    @property
    def sentence(self) -> Any:
        return SENTENCES[self] % {"command": settings.COMMAND}


SENTENCES = {
    Trouble.FULL: _("The disk is full. Make room on it, then try again."),
    Trouble.READ_ONLY: _(
        "The database can be read but not written. Check whether the disk is locked, or whether its folder and its "
        "file belong to somebody else."
    ),
    Trouble.DAMAGED: _(
        "The database file is damaged. Stop Charleston and go back to a copy: %(command)s go_back lists them, and"
        " keeps the damaged file."
    ),
    Trouble.FOREIGN: _("The database file is not one of Charleston’s: something else was put in its place."),
    Trouble.GONE: _(
        "The database file cannot be opened. Check whether its folder, or its disk, is still there."
    ),
    Trouble.FAILING: _(
        "The disk does not read or write as it should. Copy the folder of the database to another disk before"
        " anything else."
    ),
    Trouble.BUSY: _("The database has been busy for too long. Wait a moment and try again."),
    Trouble.AWAY: _(
        "The database server does not answer. Charleston goes on by itself as soon as the server is back."
    ),
}

SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Trouble.GONE,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
}
POSTGRES = {
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
SYSTEM = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.ENOENT: Trouble.GONE,
    errno.ENOTDIR: Trouble.GONE,
    errno.EIO: Trouble.FAILING,
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """The failure behind an error; None for any other kind of error."""
    if isinstance(error, DatabaseError):
        return trouble_of(error.__cause__)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None) or 0
        if "no such table" in str(error):
            return Trouble.FOREIGN  # every table was there when we started
        return SQLITE.get(code & 0xFF)
    if isinstance(error, PostgresError):
        trouble = POSTGRES.get(error.sqlstate or "")
        return trouble or (Trouble.AWAY if isinstance(error, PostgresAway) else None)
    if isinstance(error, OSError):
        return SYSTEM.get(error.errno or 0)
    return None
