"""Processes of the program's own, which stand behind the one that serves."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

Process = subprocess.Popen[bytes]
BEHIND = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""On Windows. Elsewhere a process gives way by itself: `machine.limits.give_way`."""
BY_ITSELF = BEHIND | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


def run(
    *arguments: str,
    given: bytes,
    seconds: float,
    folder: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> subprocess.CompletedProcess[bytes]:
    """Runs Python to its end with these bytes on its standard input. It finds the packages that this process finds,
    and reads and writes UTF-8. Raises TimeoutExpired after so many seconds.
    """
    own = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUTF8": "1"}
    return subprocess.run(  # noqa: S603 (this program's own files)
        [sys.executable, *arguments],
        cwd=folder,
        env={**environment, **own},
        input=given,
        capture_output=True,
        timeout=seconds,
        check=False,
        creationflags=BEHIND,
    )


def begin(*arguments: str) -> Process:
    """Begins a process that Ctrl+C in this one's window does not end. It says nothing but what it logs."""
    return subprocess.Popen(  # noqa: S603 (this program's own file)
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=BY_ITSELF,
    )


def print_any_letter() -> None:
    """What the window or a file cannot show is a question mark from now on; it would end the program."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)


def end_with_the_window() -> None:
    """A window that is closed ends this process in order, as SIGTERM does. Windows leaves no time for more than ends
    by itself: what was answered is on the disk.
    """
    hung_up = getattr(signal, "SIGHUP", None)
    if (
        hung_up and signal.getsignal(hung_up) is signal.SIG_DFL
    ):  # else somebody wants it to outlive the window
        signal.signal(hung_up, lambda *_seen: signal.raise_signal(signal.SIGTERM))
