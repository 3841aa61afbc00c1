"""What is asked of the operating system, where the system answers otherwise than this one."""

import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from machine import clock, limits
from machine.files import put_in_place, remove
from machine.locks import locked


@pytest.fixture
def no_name(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A machine that keeps a time zone without saying its name."""
    with monkeypatch.context() as patched:
        patched.setattr(Path, "resolve", lambda path: path)
        yield patched
    time.tzset()


@pytest.mark.parametrize(
    ("kept", "found"),
    [
        ("America/New_York", "America/New_York"),
        ("US/Central", "America/Chicago"),
        ("America/Phoenix", "America/Phoenix"),
        ("America/St_Johns", "America/St_Johns"),
        ("UTC", "UTC"),
    ],
)
def test_a_zone_without_a_name_is_found_by_its_time(
    no_name: pytest.MonkeyPatch, kept: str, found: str
) -> None:
    no_name.setenv("TZ", kept)
    time.tzset()
    assert clock.time_zone() == found


@pytest.mark.parametrize("links", [True, False])
def test_a_secret_is_put_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool
) -> None:
    def no_links(_fresh: Path, _file: Path) -> None:
        raise OSError(errno.EPERM, "a stick has none")

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    fresh, file = tmp_path / "fresh", tmp_path / "key"
    fresh.write_text("mine")
    put_in_place(fresh, file)
    assert ([*tmp_path.iterdir()], file.read_text()) == ([file], "mine")


def test_another_processs_secret_stays(tmp_path: Path) -> None:
    fresh, file = tmp_path / "fresh", tmp_path / "key"
    fresh.write_text("mine")
    file.write_text("theirs")
    put_in_place(fresh, file)
    assert ([*tmp_path.iterdir()], file.read_text()) == ([file], "theirs")


def test_what_is_in_use_is_removed_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "copy"
    file.touch()
    with monkeypatch.context() as patched:
        patched.setattr(
            Path, "unlink", lambda _path: (_ for _ in ()).throw(PermissionError(errno.EACCES, "in use"))
        )
        remove(file)
    assert file.exists()
    remove(file)
    remove(file)
    assert not file.exists()


def test_a_file_is_shared_or_one_owners_own(tmp_path: Path) -> None:
    file = tmp_path / "in-use"
    with locked(file, shared=True) as one, locked(file, shared=True) as two, locked(file) as alone:
        assert (one, two, alone) == (True, True, False)
    with locked(file) as alone, locked(file, shared=True) as shared:
        assert (alone, shared) == (True, False)


def test_a_system_that_takes_no_bound_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Mac refuses a bound of memory; the others are set all the same."""
    bounds = []

    def refusing(kind: int, both: tuple[int, int]) -> None:
        if kind == limits.resource.RLIMIT_DATA:
            raise ValueError("current limit exceeds maximum limit")
        bounds.append((kind, both))

    monkeypatch.setattr(limits.resource, "setrlimit", refusing)
    limits.bound(memory=1, seconds=2)
    assert bounds == [(limits.resource.RLIMIT_CPU, (2, 2)), (limits.resource.RLIMIT_CORE, (0, 0))]


def test_a_system_without_bounds_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "resource", None)
    limits.ask_for_files()
    limits.bound(memory=1, seconds=2)
    assert limits.files_allowed() == 8_192
