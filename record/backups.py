"""Copies of the SQLite file: after every complete round and before every risky action; and restoring one.

On PostgreSQL these functions copy nothing: a host makes its own backups.
"""

import contextlib
import logging
import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from django.db import connection, connections
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from machine.files import remove
from machine.locks import locked
from record.database_file import problem_of
from record.database_trouble import Trouble, trouble_of
from record.database_version import COLUMNS, is_of_another_version
from record.models import Chained
from record.refused import Refused, refuse

logger = logging.getLogger(__name__)

MOST_COPIES = 40
KEPT_FOR = timedelta(days=30)
"""How long a deleted tournament can be restored, and copies that name somebody who was erased stay."""
FAILURE_BYTES = 1024
# Copies are numbered, so that no clock decides which is the newest.
NAME = re.compile(r"n(\d{6,})-(\d{8}-\d{6}-\d{6})-([^.]+)(?:\.([^.]+))?\.(?:sqlite3|jsonl)")


@dataclass(frozen=True)
class Copy:
    """One copy or archive: its file, when and why it was made, and the slug of the tournament it was made for.

    `number` counts those of a folder in the order they were made; `at` is the time by the system's clock.
    """

    path: Path
    at: datetime
    reason: str
    tournament: str
    number: int

    @property
    def size(self) -> int:
        return self.path.stat().st_size


class Failure(msgspec.Struct, frozen=True):
    at: datetime
    trouble: Trouble | None
    text: str = ""

    @property
    def sentence(self) -> str:
        return str(self.trouble.sentence) if self.trouble else self.text


# Where the file that tells every process of it cannot be written either.
_failure: Failure | None = None


def last_failure() -> Failure | None:
    """Why this process could not make its latest copy; None after a successful one."""
    file = failure_file()
    if file is None:
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Failure | None)
    except (OSError, msgspec.DecodeError):
        return _failure


def failure_file() -> Path | None:
    file = database_file()
    return file.with_name(f"{file.name}.no-copy") if file else None


def keep_place_for_failure() -> None:
    file = failure_file()
    if file is not None and not file.exists():
        with contextlib.suppress(OSError):
            file.write_bytes(b"null".ljust(FAILURE_BYTES))


def store_failure(failure: Failure | None) -> None:
    """Stores why the latest copy failed (None: it succeeded), in a file reserved for it, even on a full disk."""
    global _failure
    _failure = failure
    file = failure_file()
    if file is None or (failure is None and not file.exists()):
        return
    text = msgspec.json.encode(failure).ljust(FAILURE_BYTES)
    with contextlib.suppress(OSError), open(file, "r+b" if file.exists() else "wb") as report:
        report.write(text)


def database_file() -> Path | None:
    if connection.vendor != "sqlite":
        return None
    return Path(connection.settings_dict["NAME"])


def folder() -> Path | None:
    file = database_file()
    return file.parent / "copies" if file else None


def copies() -> list[Copy]:
    copies_folder = folder()
    return files_of(copies_folder, "sqlite3") if copies_folder else []


def files_of(within: Path, ending: str) -> list[Copy]:
    """The copies or the archives in a folder, newest first."""
    found = []
    for match in filter(None, (NAME.fullmatch(path.name) for path in within.glob(f"*.{ending}"))):
        at = datetime.strptime(match[2], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
        reason, slug = match[3].replace("-", " "), match[4] or ""
        found.append(Copy(within / match[0], at, reason, slug, int(match[1])))
    return sorted(found, key=lambda copy: (copy.number, copy.at), reverse=True)


def next_name(before: list[Copy], reason: str, tournament: Chained | None, ending: str) -> str:
    number = max((copy.number for copy in before), default=0) + 1
    name = f"n{number:06d}-{timezone.now().astimezone(UTC):%Y%m%d-%H%M%S-%f}-{slugify(reason)[:60] or 'copy'}"
    return f"{name}.{tournament.slug}.{ending}" if tournament else f"{name}.{ending}"


def copy(reason: str, tournament: Chained | None = None, *, keep: Path | None = None) -> Path | None:
    """Copies what is committed now and removes the oldest copies over MOST_COPIES, `keep` apart. None where nothing
    is copied.

    Inside a transaction the copy has the state before it, which is what one goes back to after a risky act. Raises
    Refused where it cannot be made: then nothing risky is done.
    """
    file, copies_folder = database_file(), folder()
    if file is None or copies_folder is None:
        return None
    name = next_name(copies(), reason, tournament, "sqlite3")
    unfinished = copies_folder / f"{name}.part"
    try:
        copies_folder.mkdir(parents=True, exist_ok=True)
        write_copy(file, unfinished)
        os.replace(unfinished, copies_folder / name)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        trouble = trouble_of(error)
        cause = trouble.sentence if trouble else error
        store_failure(Failure(timezone.now(), trouble, "" if trouble else str(error)[:300]))
        message = _("The database cannot be copied, so nothing was done. %(why)s")
        raise refuse("not-copied", message % {"why": cause}) from error
    store_failure(None)
    for old in copies()[MOST_COPIES:]:
        if old.path != keep:
            remove(old.path)
    return copies_folder / name


def remove_others(remaining_copy: Path) -> None:
    for other in copies():
        if other.path != remaining_copy:
            other.path.unlink(missing_ok=True)


def remove_made_before(moment: datetime) -> None:
    for old in copies()[1:]:
        if old.at < moment:
            old.path.unlink(missing_ok=True)


def write_copy(file: Path, to: Path) -> None:
    source = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=20)
    target = sqlite3.connect(to)
    with contextlib.closing(source), contextlib.closing(target):
        source.backup(target)


def empty_log() -> None:
    """Moves what the write-ahead log has into the SQLite file, and empties it: what was erased may be in it for days.

    Where somebody reads or writes meanwhile, or in a transaction, it stays until the next time.
    """
    file = database_file()
    if file is None or not file.exists() or connection.in_atomic_block:
        return
    with contextlib.closing(sqlite3.connect(file, timeout=5)) as database, contextlib.suppress(sqlite3.Error):
        database.execute("PRAGMA secure_delete=ON")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextlib.contextmanager
def serving() -> Iterator[None]:
    """Held by a process while it serves the SQLite file; restoring a copy is refused meanwhile.

    Any number of processes may serve. The operating system releases the lock when a process ends for any reason.
    """
    with held("A copy of the database is just being restored. Start again in a moment.", shared=True):
        yield


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Held while the SQLite file is replaced. Raises Refused while a process serves it."""
    with held(
        "Charleston is running on this database. Stop it (Ctrl+C in its window), then try again.",
        shared=False,
    ):
        yield


@contextlib.contextmanager
def held(otherwise: str, *, shared: bool) -> Iterator[None]:
    file = database_file()
    if file is None:
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    if last_failure() is None:
        keep_place_for_failure()
    with locked(file.with_name(f"{file.name}.in-use"), shared=shared) as is_ours:
        if not is_ours:
            raise refuse("in-use", otherwise)
        yield


def restore(path: Path) -> Path | None:
    """Puts a copy in the place of the database, and keeps what is there now: as a copy, or, where it is damaged or
    there is no room to copy it, as it is in a folder of its own. Returns where it is kept, None where nothing was.

    The program must not be running (`alone`): what it took in between that copy and the restored file would be lost.
    """
    file = database_file()
    if file is None:
        raise refuse("not-sqlite", "Copies are of the SQLite file; this installation uses PostgreSQL.")
    problem = unusable(path)
    if problem:
        raise refuse("bad-copy", f"{path.name} cannot be used: {problem}")
    connections.close_all()
    unfinished = file.with_name(f"{file.name}.part")
    try:
        write_copy(path, unfinished)
        previous = keep_present(file, path)
        os.replace(unfinished, file)
    except (OSError, sqlite3.Error) as error:
        trouble = trouble_of(error)
        cause = trouble.sentence if trouble else error
        raise refuse("not-restored", f"{path.name} cannot be restored. {cause}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return previous


def keep_present(file: Path, restored: Path) -> Path | None:
    """Copies the present database, or sets its files aside; no write-ahead log of it remains afterwards."""
    logs = [file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm", "-journal")]
    present = [part for part in (file, *logs) if part.exists()]
    if not present:
        return None
    if not problem_of(file):
        try:
            previous = copy("before going back to a copy", keep=restored)
        except Refused:
            previous = None
        if previous:
            # A log that stayed would be read into the restored file.
            for log in logs:
                log.unlink(missing_ok=True)
            return previous
    aside = file.with_name(f"set-aside-{timezone.now().astimezone(UTC):%Y%m%d-%H%M%S-%f}")
    aside.mkdir()
    for part in present:
        os.replace(part, aside / part.name)
    return aside


def unusable(path: Path) -> str:
    """Why a file is no copy of a Charleston database; empty when it is one."""
    if not path.is_file():
        return "there is no such file."
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            (answer,) = database.execute("PRAGMA integrity_check").fetchone()
            database.execute("SELECT 1 FROM tournament_tournament LIMIT 1")
            applied = database.execute("SELECT app, name FROM django_migrations").fetchall()
            columns = database.execute(COLUMNS["sqlite"]).fetchall()
    except sqlite3.DatabaseError:
        return "it is not a copy made by this program."
    if is_of_another_version(applied, columns):
        return "another version of Charleston made it. Go back to it with that version."
    return "" if answer == "ok" else "it is damaged."
