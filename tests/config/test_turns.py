"""On SQLite, whoever changes something is let in in the order they came, and nobody asks again and again."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError, connections

from config.sqlite.base import DatabaseWrapper, Turns


class Noticed(deque[threading.Lock]):
    def __init__(self) -> None:
        super().__init__()
        self.came = threading.Semaphore(0)

    def append(self, one: threading.Lock) -> None:
        super().append(one)
        self.came.release()


@pytest.fixture
def opened(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], DatabaseWrapper]:
    """A connection to a file, as the settings have it."""
    options = {"transaction_mode": "IMMEDIATE", "timeout": 0.01}
    settings = {**connections["default"].settings_dict, "NAME": tmp_path / "file", "OPTIONS": options}
    monkeypatch.setattr(DatabaseWrapper, "turns", Turns())
    monkeypatch.setattr(DatabaseWrapper.turns, "waiting", Noticed())
    return lambda: DatabaseWrapper(settings, "file")


def begin(database: DatabaseWrapper) -> None:
    database.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def test_who_came_first_is_first(opened: Callable[[], DatabaseWrapper]) -> None:
    order: list[int] = []
    turns = DatabaseWrapper.turns

    def change(number: int) -> None:
        assert turns.take(20)
        order.append(number)
        turns.hand_on()

    assert turns.take(0)
    waiting = [threading.Thread(target=change, args=[number]) for number in range(5)]
    for thread in waiting:
        thread.start()
        assert turns.waiting.came.acquire(timeout=20)  # type: ignore[attr-defined]
    turns.hand_on()
    for thread in waiting:
        thread.join(20)
    assert order == [0, 1, 2, 3, 4]
    assert not turns.is_taken


@pytest.mark.parametrize("end", [DatabaseWrapper.commit, DatabaseWrapper.rollback, DatabaseWrapper.close])
def test_a_turn_lasts_as_long_as_the_transaction(
    opened: Callable[[], DatabaseWrapper], end: Callable[[DatabaseWrapper], None]
) -> None:
    first, second = opened(), opened()
    begin(first)
    with pytest.raises(OperationalError, match="database is locked"):
        begin(second)
    end(first)
    begin(second)
    for database in (first, second):
        database.close()
    assert not DatabaseWrapper.turns.is_taken
