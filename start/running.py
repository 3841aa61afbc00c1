"""One Charleston for each folder of data: whoever starts another is led to the one that runs."""

import contextlib
import os
import platform
import sys
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from machine.files import remove
from machine.locks import locked
from start.environment import CannotStart

SECONDS = 5
"""Until one that has just begun, or just ended, has said where it is or gone away."""


class RunsAlready(CannotStart):
    """The data is served already, at this address."""

    def __init__(self, address: str) -> None:
        super().__init__(
            f"Charleston is already running with this data, at {address}\n"
            "To start another version of it, stop that one first."
        )
        self.address = address


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[Path]:
    """Held while the data in this folder is served; gives the file in which others look for the address.

    Raises RunsAlready, and OSError where the folder cannot be used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "running"
    for _tenth in range(SECONDS * 10):
        with locked(folder / "running.lock") as is_ours:
            if is_ours:
                remove(file)  # of one that had no time to
                try:
                    yield file
                finally:
                    remove(file)
                return
        with contextlib.suppress(OSError):
            if address := file.read_text(encoding="ascii"):
                raise RunsAlready(address)
        time.sleep(0.1)
    raise CannotStart("Charleston is just being started or stopped. Start it again in a moment.")


def show(address: str) -> bool:
    """Opens a page in the browser, where somebody sits at a window of this computer; whether that was done."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    has_screen = platform.system() in ("Windows", "Darwin") or any(map(os.environ.get, screens))
    is_here = sys.stdin is not None and sys.stdin.isatty() and "SSH_CONNECTION" not in os.environ
    return has_screen and is_here and webbrowser.open(address)
