"""How much a process may have: open files, memory, the processor. Few imports: a process for one sheet takes this up.

Windows has no bounds that a process sets for itself: there a print or a workbook is bounded by the clock alone.
"""

import os
from contextlib import suppress

from machine import found

resource = found("resource")

MOST_FILES = 10_240
"""Where the system sets no bound, or one that it does not give."""
FILES_OF_WINDOWS = 8_192
TURN = 0.0005 if resource else 0.001
"""Seconds that a thread works while others wait. Windows counts whole milliseconds; for less it would never rest."""


def files_allowed() -> int:
    """How many files this process may have open at once."""
    if resource is None:
        return FILES_OF_WINDOWS
    files: int = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return files if files != resource.RLIM_INFINITY else 1_000_000


def ask_for_files() -> None:
    """Asks the system for as many open files as it allows; some laptops begin with 256."""
    if resource is None:
        return
    files, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    for limit in (allowed, min(allowed, MOST_FILES)) if allowed != resource.RLIM_INFINITY else (MOST_FILES,):
        if limit > files:
            with suppress(ValueError, OSError):  # the system names a bound that it does not give
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, allowed))
                return


def bound(*, memory: int, seconds: int) -> None:
    """Bounds this process for good: the memory of its data in bytes, and seconds of the processors together.

    Of data, because address space would count what is reserved and never used, and the fonts and libraries.
    """
    if resource is None:
        return
    for kind, most in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # a Mac takes no bound of memory
            resource.setrlimit(kind, (most, most))


def give_way(niceness: int) -> None:
    """Lets others have the processor first. On Windows whoever starts the process says so: `machine.processes`."""
    if hasattr(os, "nice"):
        os.nice(niceness)
