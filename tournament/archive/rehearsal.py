"""Restoring an archive beside the live event, to show that it can be done: in a process and a database of its own."""

from __future__ import annotations

import datetime
import json
import logging
import os
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from machine import processes
from record import journal
from record.archive import files
from record.models import Rehearsal
from tournament.models import Tournament
from ui.declared import declared

logger = logging.getLogger(__name__)

LONGEST = 600
"""Seconds after which a rehearsal is given up."""


class Comparison(msgspec.Struct, frozen=True):
    """The result of a rehearsal: whether the restored event gives the same bytes and the same standings; the
    number of contradictions in its record; and the error if it could not be restored.
    """

    same_bytes: bool = False
    same_standings: bool = False
    doubts: int = 0
    error: str = ""


def under_way(tournament: Tournament) -> Rehearsal | None:
    """The rehearsal that runs now, in any web process; None also after one that was given up or whose process died."""
    since = timezone.now() - datetime.timedelta(seconds=LONGEST)
    return tournament.rehearsals.filter(ended_at=None, begun_at__gt=since).first()


def last_of(tournament: Tournament) -> Rehearsal | None:
    return tournament.rehearsals.exclude(ended_at=None).order_by("-ended_at", "-pk").first()


def begin(tournament: Tournament) -> bool:
    """Archives the tournament and rehearses that archive in the background; False where one is under way already, in
    whichever web process.
    """
    with transaction.atomic():
        journal.lock(tournament)
        if under_way(tournament):
            return False
        tournament.rehearsals.filter(ended_at=None).delete()
        path = files.store_archive("rehearsal", tournament)
        expected = outcome(tournament)
        rehearsal = Rehearsal.objects.create(tournament=tournament, begun_at=timezone.now())
    in_background(rehearsal.pk, path, expected)
    return True


def in_background(rehearsal: int, path: Path | None, expected: Any) -> None:
    def run() -> None:
        try:
            carry_out(rehearsal, path, expected)
        except DatabaseError:
            logger.exception("What a rehearsal found was not kept")
        finally:
            connection.close()

    threading.Thread(target=run, name=f"rehearsal {rehearsal}", daemon=True).start()


def outcome(tournament: Tournament) -> Any:
    return json.loads(json.dumps([outcome(tournament) for outcome in declared("kept", "outcome")]))


def carry_out(rehearsal: int, path: Path | None, expected: Any) -> None:
    comparison = compare(path, expected) if path else Comparison(error="no archive was made")
    row = Rehearsal.objects.filter(pk=rehearsal).first()
    if row is None:  # the tournament went back, or is gone
        return
    row.ended_at = timezone.now()
    row.same_bytes, row.same_standings = comparison.same_bytes, comparison.same_standings
    row.doubts, row.error = comparison.doubts, comparison.error
    row.save()
    Rehearsal.objects.filter(tournament=row.tournament_id, ended_at__lt=row.ended_at).delete()


def compare(path: Path, expected: Any) -> Comparison:
    """Restores an archive in a temporary SQLite database and compares it with `expected`. Never raises."""
    with tempfile.TemporaryDirectory(prefix="charleston-rehearsal-", ignore_cleanup_errors=True) as folder:
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "CHARLESTON_ARCHIVES", "CHARLESTON_DOCUMENTS"}
        }
        environment |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "CHARLESTON_VAR": folder,
            "CHARLESTON_JOURNAL_KEY": ",".join(settings.JOURNAL_KEYS),
        }
        try:
            process = processes.run(
                "manage.py",
                "rehearse",
                str(path.resolve()),
                given=json.dumps(expected).encode(),
                seconds=LONGEST,
                folder=settings.ROOT,
                environment=environment,
            )
            return msgspec.json.decode(process.stdout, type=Comparison)
        except (OSError, subprocess.SubprocessError, msgspec.MsgspecError) as error:
            logger.exception("An archive could not be rehearsed")
            return Comparison(error=str(error)[:200])
