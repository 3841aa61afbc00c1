"""Django's SQLite backend: it makes no file while the program serves, and whoever changes something waits in a queue.

Every request opens the file anew, or takes up what one that is just over has opened (`config.sqlite.spare`). SQLite
would make a file that is gone, empty, and everybody in it would be gone too.

Whoever finds SQLite's lock taken asks again after up to a tenth of a second, and whoever comes meanwhile is before
them: with a profiler beside it, some of 32 acceptances at once got no turn within 20 seconds. So the threads queue up.
"""

import threading
from collections import deque
from pathlib import Path
from typing import Any
from weakref import WeakSet

from django.db.backends.sqlite3 import base

from config.sqlite.spare import File, Spares, file_at


class Turns:
    """A lock that is handed to whoever has waited for longest."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.waiting: deque[threading.Lock] = deque()
        self.is_taken = False

    def take(self, seconds: float) -> bool:
        mine = threading.Lock()
        with self.guard:
            if not self.is_taken:
                self.is_taken = True
                return True
            mine.acquire()
            self.waiting.append(mine)
        if mine.acquire(timeout=seconds):
            return True
        with self.guard:
            if mine in self.waiting:
                self.waiting.remove(mine)
                return False
        return True  # handed over at the last moment

    def hand_on(self) -> None:
        with self.guard:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.is_taken = False


class DatabaseWrapper(base.DatabaseWrapper):
    makes_files = True  # commands may, for a new installation; the web process sets it to False
    spares: Spares | None = None  # the web process has some
    turns = Turns()
    turn: Turns | None = None
    file: File | None = None  # that the connection is to, where it may be spare afterwards

    def get_connection_params(self) -> dict[str, Any]:
        parameters: dict[str, Any] = super().get_connection_params()
        if not self.makes_files and not self.is_in_memory_db():
            file = Path(str(self.settings_dict["NAME"])).resolve()
            parameters["database"] = f"{file.as_uri()}?mode=rw"
        return parameters

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.cursors: WeakSet[Any] = WeakSet()
        self.file = None
        if self.spares is None or self.is_in_memory_db():
            return super().get_new_connection(conn_params)
        file = file_at(
            str(self.settings_dict["NAME"])
        )  # looked at first: another one later is not taken for it
        connection = self.spares.take(file) or super().get_new_connection(conn_params)
        self.file = file
        return connection

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = super().create_cursor(name)
        self.cursors.add(cursor)
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db() and self.turn is None:
            # Where nobody hands it on, SQLite itself says that it is busy.
            seconds = self.settings_dict["OPTIONS"].get("timeout", 5)
            self.turn = self.turns if self.turns.take(seconds) else None
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.end_turn()
            raise

    def end_turn(self) -> None:
        turn, self.turn = self.turn, None
        if turn is not None:
            turn.hand_on()

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self.end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self.end_turn()

    def _close(self) -> None:
        """Where anything went wrong, the connection is no spare one; of one that is, no statement reads on."""
        try:
            is_in_use = self.in_atomic_block or self.connection.in_transaction or self.errors_occurred
            if self.spares is None or self.file is None or is_in_use:
                super()._close()  # type: ignore[misc]
                return
            for cursor in self.cursors:
                cursor.close()
            self.spares.put(self.file, self.connection)
        finally:
            self.end_turn()

    def is_usable(self) -> bool:
        """Asked by Django after an error: it is no spare connection then."""
        return self.spares is None
