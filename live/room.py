"""How many connections and streams a process may hold, so that streams leave room for pages and guests for the desk.

Each of them takes one of the files that the system lets a process have open.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

RESERVED_FILES = 256
"""Kept for everything but connections: databases, templates, the files that are being sent."""
FILES_IN_USE = 40
"""What the process itself has open, and what may be let in before somebody else is sent away."""
FILES_AT_WORK = 4
"""What a request takes while it is worked on: an SQLite file with its log, its index, and a template."""


def ask_for_files() -> None:
    """Asks the system for as many open files as it allows; some laptops begin with 256."""
    files, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    for limit in (allowed, min(allowed, 10_240)) if allowed != resource.RLIM_INFINITY else (10_240,):
        if limit > files:
            with suppress(ValueError, OSError):  # the system names a bound that it does not give
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, allowed))
                return


def most_connections() -> int:
    files = files_allowed()
    return max(files * 3 // 8, files - RESERVED_FILES)


def most_at_work() -> int:
    files = files_allowed()
    return max(4, (files - most_connections() - FILES_IN_USE) // FILES_AT_WORK)


def files_allowed() -> int:
    files, _allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    return files if files != resource.RLIM_INFINITY else 1_000_000


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
