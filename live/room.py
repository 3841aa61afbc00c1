"""How many connections and streams a process may hold, so that streams leave room for pages and guests for the desk.

Each of them takes one of the files that the system lets a process have open.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from machine.limits import files_allowed
from machine.network import MOST_CONNECTIONS

RESERVED_FILES = 256
"""Kept for everything but connections: databases, templates, the files that are being sent."""
FILES_IN_USE = 40
"""What the process itself has open, and what may be let in before somebody else is sent away."""
FILES_AT_WORK = 4
"""What a request takes while it is worked on: an SQLite file with its log, its index, and a template."""


def most_connections() -> int:
    files = files_allowed()
    return min(MOST_CONNECTIONS, max(files * 3 // 8, files - RESERVED_FILES))


def most_at_work() -> int:
    files = files_allowed()
    return max(4, (files - most_connections() - FILES_IN_USE) // FILES_AT_WORK)


@dataclass
class Room:
    """The streams of a process. `most` at once; the last `for_staff` of them are for whoever is signed in."""

    most: int
    for_staff: int
    open: int = 0

    @classmethod
    def of_this_process(cls) -> "Room":
        connections = most_connections()
        most = connections - max(12, connections // 8)
        return cls(most, for_staff=max(8, most // 8))

    def is_full(self, *, is_staff: bool = False) -> bool:
        return self.open >= (self.most if is_staff else self.most - self.for_staff)

    @contextmanager
    def taken(self) -> Iterator[None]:
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1


room = Room.of_this_process()
