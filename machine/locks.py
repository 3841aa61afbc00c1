"""Locks on files, which the system takes away when a process ends for any reason."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from machine import found

fcntl, msvcrt = found("fcntl"), found("msvcrt")

PLACES = 64
"""Windows knows no shared lock: whoever shares takes one of so many bytes, who wants the file alone all of them."""


@contextmanager
def locked(path: Path, *, shared: bool = False) -> Iterator[bool]:
    """Whether this file, made where it is missing, is ours: alone, or with others who share it. Nobody waits.

    Where files cannot be locked, as in some network folders, it always is: better at work than not.
    """
    with open(path, "ab") as file:
        is_ours = taken(file.fileno(), shared=shared)
        try:
            yield is_ours
        finally:
            if is_ours and msvcrt is not None:  # which would let go of it at some time after it is closed
                with suppress(OSError):
                    msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1 if shared else PLACES)


def taken(file: int, *, shared: bool) -> bool:
    for place in range(PLACES if shared and msvcrt is not None else 1):
        try:
            if msvcrt is not None:
                os.lseek(file, place, os.SEEK_SET)
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1 if shared else PLACES)
            elif fcntl is not None:
                fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # somebody else has it
            continue
        except OSError:
            return True
        return True
    return False
