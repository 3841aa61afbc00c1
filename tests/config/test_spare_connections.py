"""On SQLite, the next request takes up the connection of one that is just over, and only if it is to the same file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connections

from config.sqlite.base import DatabaseWrapper
from config.sqlite.spare import MOST, Spares


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file.sqlite3"


@pytest.fixture
def request_(
    db: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], DatabaseWrapper]]:
    """A request's own wrapper, as the web process has them."""
    options = {"transaction_mode": "IMMEDIATE", "timeout": 0.01, "init_command": "PRAGMA journal_mode=WAL"}
    settings = {**connections["default"].settings_dict, "NAME": file, "OPTIONS": options}
    first = DatabaseWrapper(settings, "file")
    run(first, "CREATE TABLE told (number)")
    first.close()
    monkeypatch.setattr(DatabaseWrapper, "spares", Spares())
    monkeypatch.setattr(DatabaseWrapper, "makes_files", False)
    yield lambda: DatabaseWrapper(settings, "file")
    DatabaseWrapper.spares.close()


def run(database: DatabaseWrapper, sql: str) -> list[tuple[int, ...]]:
    with database.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def spare_now() -> int:
    assert DatabaseWrapper.spares is not None
    return len(DatabaseWrapper.spares.kept)


def test_the_next_request_takes_it_up(request_: Callable[[], DatabaseWrapper]) -> None:
    first = request_()
    run(first, "INSERT INTO told VALUES (1)")
    raw = first.connection
    first.close()
    second = request_()
    assert run(second, "SELECT number FROM told") == [(1,)]
    assert second.connection is raw
    assert spare_now() == 0
    second.close()


def test_what_is_read_no_further_does_not_hold_the_next_one_in_the_past(
    request_: Callable[[], DatabaseWrapper],
) -> None:
    """A statement that is left in the middle shows a database as it was when that began."""
    first, other = request_(), request_()
    run(first, "INSERT INTO told VALUES (1), (2)")
    left = first.cursor()
    left.execute("SELECT number FROM told")
    left.fetchone()
    raw = first.connection
    run(other, "INSERT INTO told VALUES (3)")
    first.close()
    second = request_()
    assert run(second, "SELECT count(*) FROM told") == [(3,)]
    assert second.connection is raw
    run(second, "INSERT INTO told VALUES (4)")
    second.close()
    other.close()


def test_another_file_of_that_name_is_not_taken_for_it(
    request_: Callable[[], DatabaseWrapper], file: Path, tmp_path: Path
) -> None:
    first = request_()
    run(first, "INSERT INTO told VALUES (1)")
    first.close()
    assert spare_now() == 1
    file.rename(tmp_path / "moved.sqlite3")
    with pytest.raises(OperationalError):
        run(request_(), "SELECT number FROM told")
    assert not file.exists()
    assert spare_now() == 0
    file.touch()
    with pytest.raises(OperationalError, match="no such table"):
        run(request_(), "SELECT number FROM told")


def test_after_an_error_or_in_a_transaction_it_is_closed(request_: Callable[[], DatabaseWrapper]) -> None:
    first = request_()
    with pytest.raises(OperationalError):
        run(first, "SELECT nothing FROM nowhere")
    first.close_if_unusable_or_obsolete()
    second = request_()
    run(second, "BEGIN IMMEDIATE")
    second.close()
    assert spare_now() == 0
    third = request_()
    run(third, "INSERT INTO told VALUES (1)")
    third.close()


def test_there_are_never_many_and_at_the_end_all_is_in_the_file(
    request_: Callable[[], DatabaseWrapper], file: Path
) -> None:
    log = file.with_name(f"{file.name}-wal")
    many = [request_() for _ in range(MOST + 2)]
    for number, one in enumerate(many):
        run(one, f"INSERT INTO told VALUES ({number:d})")  # noqa: S608
    for one in many:
        one.close()
    assert spare_now() == MOST
    assert log.exists()
    assert DatabaseWrapper.spares is not None
    DatabaseWrapper.spares.close()
    assert spare_now() == 0
    assert not log.exists()
