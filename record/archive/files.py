"""The archives that are made by themselves, after every complete round and before every risky act.

They lie beside the copies of it, with contact data, and where a folder is named (a USB stick, a folder that
is synchronised) there too, without them: those never leave the machine by themselves.
"""

import contextlib
import logging
import os
from datetime import datetime
from pathlib import Path

import msgspec
from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from machine.files import remove
from record import backups
from record.archive.writing import archive
from record.backups import Copy, Failure
from record.database_trouble import trouble_of
from record.models import Chained, Rehearsal
from record.refused import Refused

logger = logging.getLogger(__name__)

MOST_ARCHIVES = 20
"""For one tournament, in each folder."""
MOST_BYTES = 300_000_000
"""For all tournaments together, in each folder; the newest of each tournament stays."""

# Where the file that tells every process of it cannot be written either.
_failures: dict[str, Failure] = {}


def last_failure(tournament: Chained) -> Failure | None:
    """Why the tournament's latest archive could not be made, by whichever process; None once one was made."""
    try:
        return msgspec.json.decode(failure_file(tournament).read_bytes(), type=Failure)
    except (OSError, msgspec.DecodeError):
        return _failures.get(tournament.slug)


def failure_file(tournament: Chained) -> Path:
    return folder() / "failures" / f"{tournament.slug}.json"


def store_failure(failure: Failure | None, tournament: Chained) -> None:
    file = failure_file(tournament)
    _failures.pop(tournament.slug, None)
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
    if failure:
        _failures[tournament.slug] = failure
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, msgspec.json.encode(failure))


def folder() -> Path:
    file = backups.database_file()
    return (file.parent if file else Path(settings.VAR)) / "archives"


def named_folder() -> Path | None:
    """Where archives are put as well: a folder that was named, or else the one that is offered, once it is there."""
    if settings.ARCHIVE_FOLDER:
        return Path(settings.ARCHIVE_FOLDER)
    offered = offered_folder()
    return offered if offered and offered.is_dir() else None


def offered_folder() -> Path | None:
    """Whoever makes it has archives put there, and whoever removes it has not."""
    return Path(settings.OFFERED_FOLDER) if settings.OFFERED_FOLDER else None


def archive_files(tournament: Chained | None = None, *, within: Path | None = None) -> list[Copy]:
    """Every archive in a folder, newest first; of one tournament, or of all."""
    archives: list[Copy] = []
    with contextlib.suppress(OSError):
        archives = backups.files_of(within or folder(), "jsonl")
    return [item for item in archives if tournament is None or item.tournament == tournament.slug]


def last_archive(tournament: Chained) -> datetime | None:
    archives = archive_files(tournament)
    return archives[0].at if archives else None


def last_rehearsal() -> datetime | None:
    """When an archive of any tournament was last restored beside the event and compared; None where none ever was."""
    latest: datetime | None = Rehearsal.objects.aggregate(at=Max("ended_at"))["at"]
    return latest


def store_archive(reason: str, tournament: Chained) -> Path | None:
    """Makes an archive and puts it into the folders; removes the oldest over the bounds. None where that failed.

    A failure stops no action: it is logged and stored for the director's page.
    """
    elsewhere, path, failure = named_folder(), None, None
    try:
        with transaction.atomic():
            content = archive(tournament, contacts=True)
            without_contacts = archive(tournament) if elsewhere else b""
        path = write_archive(folder(), reason, tournament, content)
        if elsewhere:
            failure = copy_to_named_folder(elsewhere, reason, tournament, without_contacts)
    except (OSError, DatabaseError, LookupError, TypeError, ValueError) as error:
        logger.exception("No archive of %s was made", tournament.slug)
        failure = why(error)
    store_failure(failure, tournament)
    return path


def copy_and_archive(reason: str, tournament: Chained) -> None:
    """For changes that count with or without a copy; a failure is shown on the director's page."""
    try:
        backups.copy(reason, tournament)
    except Refused as refused:
        logger.warning("No copy was made: %s", refused)
    store_archive(reason, tournament)


def copy_to_named_folder(into: Path, reason: str, tournament: Chained, content: bytes) -> Failure | None:
    """Writes an archive into the named folder, or returns why that failed. Never creates the folder itself, since a
    stick that was pulled out would leave archives on this disk.
    """
    if not into.is_dir():
        message = _(
            "The latest one is on this computer only: the folder %(folder)s is not there. Check that its "
            "disk or stick is plugged in."
        )
        return Failure(timezone.now(), None, message % {"folder": into})
    try:
        write_archive(into, reason, tournament, content)
    except OSError as error:
        logger.warning("No archive of %s was put into %s: %s", tournament.slug, into, error)
        return Failure(timezone.now(), None, f"{into}: {why(error).sentence}")
    return None


def why(error: Exception) -> Failure:
    trouble = trouble_of(error) if isinstance(error, (OSError, DatabaseError)) else None
    return Failure(timezone.now(), trouble, str(error))


def write_archive(into: Path, reason: str, tournament: Chained, content: bytes) -> Path:
    into.mkdir(parents=True, exist_ok=True)
    path = into / backups.next_name(archive_files(within=into), reason, tournament, "jsonl")
    write_whole(path, content)
    remove_outdated(into, tournament, tournament.last_erasure(), besides=path)
    remove_oldest(into)
    return path


def remove_made_before(moment: datetime, tournament: Chained) -> Failure | None:
    """Removes a tournament's archives of before a moment; why that could not be done in the named folder.

    Called after an erasure. A named folder that is not there is cleared the next time it is written to.
    """
    elsewhere = named_folder()
    remove_outdated(folder(), tournament, moment)
    if elsewhere is None:
        return None
    if not elsewhere.is_dir():
        message = _(
            "The folder %(folder)s is not there, so older archives stay in it until the next archive of "
            "%(tournament)s."
        )
        return Failure(timezone.now(), None, message % {"folder": elsewhere, "tournament": tournament.name})
    remove_outdated(elsewhere, tournament, moment)
    return None


def remove_outdated(
    within: Path, tournament: Chained, moment: datetime | None, besides: Path | None = None
) -> None:
    for item in archive_files(tournament, within=within):
        if moment and item.at < moment and item.path != besides:
            item.path.unlink(missing_ok=True)


def remove_all(tournament: Chained) -> None:
    for within in filter(None, (folder(), named_folder())):
        for item in archive_files(tournament, within=within):
            item.path.unlink(missing_ok=True)
    store_failure(None, tournament)


def remove_oldest(within: Path) -> None:
    counts: dict[str, int] = {}
    total = 0
    for item in archive_files(within=within):
        counts[item.tournament] = counts.get(item.tournament, 0) + 1
        is_newest = counts[item.tournament] == 1
        if is_newest or (counts[item.tournament] <= MOST_ARCHIVES and total + item.size <= MOST_BYTES):
            total += item.size
        else:
            remove(item.path)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file that is either there as a whole, also after a power cut, or not there. Raises OSError."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with open(unfinished, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(unfinished, path)
    except OSError:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
