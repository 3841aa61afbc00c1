"""What the doctor finds: of a sound installation nothing bad, and of each trouble what it is and what to do."""

import io
import os
import shutil
from collections import namedtuple
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import timezone

from config import health
from record import backups
from record import doctor as checks
from record.database_trouble import Trouble
from record.models import Sent
from record.verbs import Verb
from tests import builders

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Usage = namedtuple("Usage", "total used free")


def finding(name: str) -> checks.Finding:
    return next(finding for finding in checks.examine() if finding.name == name)


def disk_of(free: int) -> Callable[..., Usage]:
    return lambda _path: Usage(10**12, 10**12 - free, free)


def test_a_sound_installation(tmp_path: Path, settings: LazySettings) -> None:
    settings.VAR, settings.DEBUG = tmp_path, False
    assert [finding.name for finding in checks.examine() if finding.state == checks.BAD] == []
    assert Sent.objects.count() == 0


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    states = []
    for free in (10**10, 10**9, 10**8):
        monkeypatch.setattr(shutil, "disk_usage", disk_of(free))
        states.append(finding("Disk").state)
    assert states == [checks.GOOD, checks.LOOK, checks.BAD]


def test_a_clock_that_ran_ahead_once(cast: builders.Cast) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    Sent.objects.create(key=uuid4(), digest="", verb=Verb.TOURNAMENT_CREATED, user=cast.director, at=tomorrow)
    assert (finding("Clock").state, "is later than that" in finding("Clock").sentence) == (checks.BAD, True)


def test_a_copy_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    if backups.folder() is None:
        assert "the people who run it" in finding("Copies").sentence
        return
    failure = backups.Failure(timezone.now(), Trouble.FULL)
    monkeypatch.setattr(backups, "last_failure", lambda: failure)
    assert (finding("Copies").state, finding("Copies").advice) == (checks.BAD, str(Trouble.FULL.sentence))


@pytest.mark.parametrize(
    ("hosts", "hall", "state"),
    [
        (["localhost"], "", checks.LOOK),
        (["*"], "", checks.BAD),
        (["localhost", "192.168.1.20"], "http://192.168.1.20:8000", checks.LOOK),
        (["scores.example.org"], "https://scores.example.org", checks.GOOD),
    ],
)
def test_the_address_as_phones_see_it(
    settings: LazySettings, hosts: list[str], hall: str, state: str
) -> None:
    settings.ALLOWED_HOSTS, settings.HALL_ADDRESS = hosts, hall
    assert (finding("Address").state, hall in finding("Address").sentence) == (state, True)


def test_keys_that_others_may_read(settings: LazySettings, tmp_path: Path) -> None:
    settings.VAR = tmp_path
    key = tmp_path / "secret_key"
    key.touch(mode=0o600)
    assert finding("Secrets").state == checks.GOOD
    os.chmod(key, 0o640)
    assert (finding("Secrets").state, str(key) in finding("Secrets").sentence) == (checks.BAD, True)


def test_few_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [checks.FEW_FILES - 1, checks.FEW_FILES]
    states = []
    for allowed in files:
        monkeypatch.setattr(checks, "files_allowed", lambda allowed=allowed: allowed)
        states.append(finding("Open files").state)
    assert states == [checks.LOOK, checks.GOOD]


def test_whatever_is_not_well_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", disk_of(10**8))
    monkeypatch.setattr(checks, "files_allowed", lambda: checks.FEW_FILES - 1)
    bad = [finding for finding in checks.examine() if finding.state != checks.GOOD]
    assert {"Disk", "Open files", "Address", "Backup test"} <= {finding.name for finding in bad}
    assert [finding.name for finding in bad if not finding.advice] == []


def test_tables_that_wait_to_be_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "migrations_to_come", lambda: 2)
    assert (finding("Database").state, "restart Charleston" in finding("Database").advice) == (
        checks.BAD,
        True,
    )


def away(*_arguments: Any, **_options: Any) -> None:
    raise OperationalError("no space") from database_full()


def database_full() -> Exception:
    import sqlite3

    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def test_a_database_that_takes_nothing(monkeypatch: pytest.MonkeyPatch, client: Any) -> None:
    monkeypatch.setattr(Sent.objects, "create", away)
    monkeypatch.setattr(health, "_answered", (float("-inf"), {}))
    assert [(each.name, each.state) for each in checks.examine()][1] == ("Database", checks.BAD)
    out = io.StringIO()
    with pytest.raises(CommandError, match="Something has to be done"):
        call_command("doctor", stdout=out)
    assert "BAD   Database: The disk is full. Make room on it" in out.getvalue()
    ready = client.get(reverse("readyz"))
    assert (ready.status_code, ready.json()["status"]) == (503, "database full")
    assert client.get(reverse("healthz")).json() == {"status": "ok"}


def test_ready_means_that_it_writes_and_nothing_stays(monkeypatch: pytest.MonkeyPatch, client: Any) -> None:
    monkeypatch.setattr(health, "_answered", (float("-inf"), {}))
    ready = client.get(reverse("readyz"))
    assert (ready.status_code, ready.json()) == (200, {"status": "ready", "database": connection.vendor})
    assert Sent.objects.count() == 0


def test_the_page_says_what_the_command_says(cast: builders.Cast) -> None:
    page = builders.signed_in(cast.director).get(reverse("doctor")).content.decode()
    for finding in checks.examine():
        assert f"{finding.name}\n" in page


def test_archives_and_the_last_rehearsal(monkeypatch: pytest.MonkeyPatch, cast: builders.Cast) -> None:
    now = timezone.now()
    assert [finding(name).state for name in ("Archives", "Backup test")] == [checks.GOOD, checks.LOOK]
    builders.running_tournament(cast.club, players=4)
    monkeypatch.setattr(checks, "last_archive", lambda _tournament: now)
    monkeypatch.setattr(checks, "last_rehearsal", lambda: now - timedelta(days=200))
    assert "1 tournament is being played" in finding("Archives").sentence
    assert finding("Backup test").state == checks.LOOK
    monkeypatch.setattr(checks, "last_rehearsal", lambda: now)
    monkeypatch.setattr(checks, "last_failure", lambda _tournament: backups.Failure(now, Trouble.FULL))
    assert [finding(name).state for name in ("Archives", "Backup test")] == [checks.BAD, checks.GOOD]
