"""Django's SQLite backend: it makes no file while the program serves, and whoever changes something waits in a queue.

Every request opens the file anew. SQLite would make one that is gone, empty, and everybody in it would be gone too.

Whoever finds SQLite's lock taken asks again after up to a tenth of a second, and whoever comes meanwhile is before
them: with a profiler beside it, some of 32 acceptances at once got no turn within 20 seconds. So the threads queue up.
"""

import threading
from collections import deque
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


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
    turns = Turns()
    turn: Turns | None = None

    def get_connection_params(self) -> dict[str, Any]:
        parameters: dict[str, Any] = super().get_connection_params()
        if not self.makes_files and not self.is_in_memory_db():
            file = Path(str(self.settings_dict["NAME"])).resolve()
            parameters["database"] = f"{file.as_uri()}?mode=rw"
        return parameters

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
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self.end_turn()
