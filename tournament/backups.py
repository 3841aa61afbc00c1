"""Copies of the SQLite file: after every complete round, before every risky act, and the way back to one.

A host with PostgreSQL keeps its own backups; there these functions copy nothing.
"""

import contextlib
import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection, connections
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from .models import Tournament
from .refused import refuse

MOST_COPIES = 40
NAME = re.compile(r"(\d{8}-\d{6}-\d{6})-([^.]+)(?:\.([^.]+))?\.sqlite3")


@dataclass(frozen=True)
class Copy:
    """One copy: its file, when it was made, why in a few words, and the slug of the tournament it was made for."""

    path: Path
    at: datetime
    reason: str
    tournament: str = ""


def database_file() -> Path | None:
    """The SQLite file that is used now, None on another database."""
    if connection.vendor != "sqlite":
        return None
    return Path(connection.settings_dict["NAME"])


def folder() -> Path | None:
    file = database_file()
    return file.parent / "copies" if file else None


def copies() -> list[Copy]:
    """Every copy there is, newest first."""
    place = folder()
    found = []
    for path in sorted(place.glob("*.sqlite3"), reverse=True) if place else []:
        match = NAME.fullmatch(path.name)
        if match:
            at = datetime.strptime(match[1], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
            found.append(Copy(path, at, match[2].replace("-", " "), match[3] or ""))
    return found


def copy(reason: str, tournament: Tournament | None = None) -> Path | None:
    """Copies what is committed now and removes the oldest copies over MOST_COPIES. None where nothing is copied.

    Inside a transaction the copy has the state before it, which is what one goes back to after a risky act. Raises
    Refused where it cannot be made: then nothing risky is done.
    """
    file, place = database_file(), folder()
    if file is None or place is None:
        return None
    name = f"{timezone.now().astimezone(UTC):%Y%m%d-%H%M%S-%f}-{slugify(reason)[:60] or 'copy'}"
    name += f".{tournament.slug}.sqlite3" if tournament else ".sqlite3"
    unfinished = place / f"{name}.part"
    try:
        place.mkdir(parents=True, exist_ok=True)
        write_copy(file, unfinished)
        os.replace(unfinished, place / name)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        message = _(
            "The database cannot be copied (%(why)s), so nothing was done. Make room on the disk and try again."
        )
        raise refuse("not-copied", message % {"why": error}) from error
    for old in copies()[MOST_COPIES:]:
        old.path.unlink(missing_ok=True)
    return place / name


def write_copy(file: Path, to: Path) -> None:
    source = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=20)
    target = sqlite3.connect(to)
    with contextlib.closing(source), contextlib.closing(target):
        source.backup(target)


@contextlib.contextmanager
def serving() -> Iterator[None]:
    """Held by a process for as long as it serves the SQLite file; going back to a copy is refused meanwhile.

    Any number may serve. The system lets go of it when the process ends, however it does.
    """
    with held(fcntl.LOCK_SH, "A copy of the database is just being restored. Start again in a moment."):
        yield


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Held while the SQLite file is replaced. Raises Refused while somebody serves it."""
    with held(
        fcntl.LOCK_EX,
        "Charleston is running on this database. Stop it (Ctrl+C where make run was typed), then try again.",
    ):
        yield


@contextlib.contextmanager
def held(kind: int, otherwise: str) -> Iterator[None]:
    file = database_file()
    if file is None:
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file.with_name(f"{file.name}.in-use"), "ab") as mark:
        try:
            fcntl.flock(mark, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise refuse("in-use", otherwise) from error
        except OSError:
            pass  # a file system without locks, such as some network folders: better served than not
        yield


def restore(path: Path) -> Path:
    """Puts a copy in the place of the database, after copying what is there now. Returns that last copy.

    The program must not be running (`alone`): what it took in between that copy and the restored file would be lost.
    """
    file = database_file()
    if file is None:
        raise refuse("not-sqlite", "Copies are of the SQLite file; this installation uses PostgreSQL.")
    problem = unusable(path)
    if problem:
        raise refuse("bad-copy", f"{path.name} cannot be used: {problem}")
    before = copy("before going back to a copy")
    connections.close_all()
    with (
        contextlib.closing(sqlite3.connect(path)) as source,
        contextlib.closing(sqlite3.connect(file, timeout=2)) as target,
    ):
        try:
            source.backup(target)
        except sqlite3.OperationalError as error:
            raise refuse(
                "in-use", "The database is in use. Stop the program first, then try again."
            ) from error
    if before is None:
        raise refuse("not-copied", "The present state could not be copied, so nothing was changed.")
    return before


def unusable(path: Path) -> str:
    """Why a file is no copy of a Charleston database; empty when it is one."""
    if not path.is_file():
        return "there is no such file."
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            (answer,) = database.execute("PRAGMA integrity_check").fetchone()
            database.execute("SELECT 1 FROM tournament_tournament LIMIT 1")
    except sqlite3.DatabaseError:
        return "it is not a copy made by this program."
    return "" if answer == "ok" else "it is damaged."
