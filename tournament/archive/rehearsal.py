"""Restoring an archive beside the live event, to show that it can be done: in a process and a database of its own."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament import journal
from tournament.archive import files
from tournament.archive import format as archive_format
from tournament.models import Tournament

logger = logging.getLogger(__name__)

LONGEST = 600
"""Seconds after which a rehearsal is given up."""


class Compared(msgspec.Struct, frozen=True):
    """What a rehearsal found: whether the restored event gives the same archive, to the byte, and the same standings;
    how many places of its record do not hold; and why it could not be restored at all, if it could not.
    """

    same_bytes: bool = False
    same_standings: bool = False
    doubts: int = 0
    error: str = ""

    @property
    def is_good(self) -> bool:
        return self.same_bytes and self.same_standings and not self.error


@dataclass(frozen=True)
class Result:
    """The last rehearsal of one tournament."""

    at: datetime
    compared: Compared


_running: dict[str, datetime] = {}
_lock = threading.Lock()


def running_since(tournament: Tournament) -> datetime | None:
    """When the rehearsal that this process has under way was begun."""
    return _running.get(tournament.slug)


def result_of(tournament: Tournament) -> Result | None:
    return read(results_folder() / f"{tournament.slug}.json")


def results() -> list[Result]:
    """The last one of each tournament."""
    with contextlib.suppress(OSError):
        return [result for path in results_folder().glob("*.json") if (result := read(path))]
    return []


def results_folder() -> Path:
    return files.folder() / "rehearsals"


def read(path: Path) -> Result | None:
    try:
        data = json.loads(path.read_bytes())
        return Result(datetime.fromisoformat(data["at"]), msgspec.convert(data["compared"], Compared))
    except (OSError, ValueError, LookupError, TypeError, msgspec.MsgspecError):
        return None


def begin(tournament: Tournament) -> bool:
    """Archives the tournament and rehearses that archive in the background; False where one is under way already."""
    with _lock:
        if tournament.slug in _running:
            return False
        _running[tournament.slug] = timezone.now()
    try:
        with transaction.atomic():
            journal.lock(tournament)
            path = files.keep("rehearsal", tournament)
            expected = outcome(tournament)
    except Exception:
        _running.pop(tournament.slug, None)
        raise
    name = f"rehearsal of {tournament.slug}"
    thread = threading.Thread(
        target=carry_out, name=name, args=(tournament.slug, path, expected), daemon=True
    )
    thread.start()
    return True


def outcome(tournament: Tournament) -> Any:
    """What came out of a tournament so far, as JSON has it."""
    return json.loads(json.dumps([standings(tournament) for standings in archive_format.standings]))


def carry_out(slug: str, path: Path | None, expected: Any) -> None:
    """Runs the rehearsal's own process to its end, and keeps what it found."""
    try:
        compared = compare(path, expected) if path else Compared(error="no archive was made")
        with contextlib.suppress(OSError):
            results_folder().mkdir(parents=True, exist_ok=True)
            data = {"at": timezone.now().isoformat(), "compared": msgspec.to_builtins(compared)}
            files.write_whole(results_folder() / f"{slug}.json", json.dumps(data).encode())
    finally:
        _running.pop(slug, None)


def compare(path: Path, expected: Any) -> Compared:
    """Restores an archive in a new SQLite database that is gone afterwards. Never raises."""
    with tempfile.TemporaryDirectory(prefix="charleston-rehearsal-", ignore_cleanup_errors=True) as folder:
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "CHARLESTON_ARCHIVES"}
        }
        environment |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "CHARLESTON_VAR": folder,
            "CHARLESTON_JOURNAL_KEY": ",".join(settings.JOURNAL_KEYS),
        }
        try:
            process = subprocess.run(  # noqa: S603
                [sys.executable, "manage.py", "rehearse", str(path.resolve())],
                cwd=settings.ROOT,
                env=environment,
                input=json.dumps(expected).encode(),
                capture_output=True,
                timeout=LONGEST,
                check=False,
            )
            return msgspec.json.decode(process.stdout, type=Compared)
        except (OSError, subprocess.SubprocessError, msgspec.MsgspecError) as error:
            logger.exception("An archive could not be rehearsed")
            return Compared(error=str(error)[:200])
