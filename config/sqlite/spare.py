"""Connections of requests that are over, for those that come: a new one reads the whole schema first, which takes
longer than most of what is then asked.
"""

from __future__ import annotations

import os
import sqlite3
from collections import deque

MOST = 8

File = tuple[int, int]
"""What tells a file from another one that took its name."""


def file_at(path: str) -> File | None:
    """None where there is none, and then nothing that was opened before is it."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Spares:
    """Used by all threads: each step of a deque is whole."""

    def __init__(self) -> None:
        self.kept: deque[tuple[File, sqlite3.Connection]] = deque()

    def take(self, file: File | None) -> sqlite3.Connection | None:
        """The one used last of those to this very file; those to another one are closed."""
        while self.kept:
            try:
                opened, connection = self.kept.pop()
            except IndexError:  # another thread was faster
                return None
            if opened == file:
                return connection
            connection.close()
        return None

    def put(self, file: File, connection: sqlite3.Connection) -> None:
        if len(self.kept) < MOST:
            self.kept.append((file, connection))
        else:
            connection.close()

    def close(self) -> None:
        self.take(None)
