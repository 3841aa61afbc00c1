"""Python reads this first where it stands in PYTHONPATH: from then on the program finds what it would on Windows.

Gone for the program and its packages, not for the standard library itself, is what typeshed says Windows lacks
(`ONLY_POSIX` names the list); refused are replacing and removing open files, and what loops do not do there. Text and
the standard streams are in its old encoding, files may be read by all, locks are `msvcrt`'s, priorities `Popen`'s.
Not simulated: `sys.platform`, paths with a drive, a system without zone data, what packages do by the system's name.
"""

import asyncio
import builtins
import errno
import fcntl
import functools
import getpass  # noqa: F401 (before it finds a terminal gone, as all that follow)
import io
import json
import locale  # noqa: F401
import multiprocessing.connection  # noqa: F401
import os
import runpy  # noqa: F401
import selectors
import shutil  # noqa: F401
import socketserver  # noqa: F401
import sqlite3
import struct
import subprocess
import sys
import sysconfig
import tarfile  # noqa: F401
import tempfile  # noqa: F401
import types
from pathlib import Path

DEFAULT_ENCODING = "utf-8" if os.environ.get("PYTHONUTF8") == "1" else "cp1252"
VARIABLES = 32_766
"""In a query, as SQLite comes with Python for Windows; Debian's takes 250,000."""
LIBRARY = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib"))
PACKAGES = ("site-packages", "dist-packages")

lists = json.loads(Path(os.environ["ONLY_POSIX"]).read_text(encoding="utf-8"))
gone_modules, gone_names = set(lists["modules"]), {name: set(gone) for name, gone in lists["names"].items()}
notes = open(os.environ["ONLY_POSIX"] + ".notes", "a", encoding="utf-8", buffering=1)  # noqa: SIM115


@functools.cache
def is_of_the_library(file: str) -> bool:
    is_within = file.startswith(("<frozen", *LIBRARY)) and not any(name in file for name in PACKAGES)
    return is_within or file == __file__


def by_the_library(frame: types.FrameType | None) -> bool:
    """Whether it is Python's own code that asks."""
    return frame is None or is_of_the_library(frame.f_code.co_filename)


class OnWindows(types.ModuleType):
    def __getattribute__(self, name: str) -> object:
        if name in gone_names[super().__getattribute__("__name__")] and not by_the_library(
            sys._getframe().f_back
        ):
            raise AttributeError(f"Windows has no {name}")
        return super().__getattribute__(name)


# Locks.


def lock_bytes(file: int, kind: int, count: int) -> None:
    """Locks of Windows belong to the opened file, not to the process: Linux has those too."""
    how = {LK_UNLCK: fcntl.F_UNLCK, LK_NBLCK: fcntl.F_WRLCK}[kind]
    wanted = struct.pack("hhqqi4x", how, os.SEEK_SET, os.lseek(file, 0, os.SEEK_CUR), count, 0)
    try:
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None
    notes.write(f"lock {kind} {count}\n")


LK_UNLCK, LK_NBLCK = 0, 2
msvcrt = types.ModuleType("msvcrt")
msvcrt.__dict__.update(locking=lock_bytes, LK_UNLCK=LK_UNLCK, LK_NBLCK=LK_NBLCK)

imported = builtins.__import__


def import_on_windows(name, globals=None, locals=None, fromlist=(), level=0):  # noqa: A002 (as Python calls it)
    if not level and not by_the_library(sys._getframe().f_back):
        if name == "msvcrt":
            return msvcrt
        if name.partition(".")[0] in gone_modules:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return imported(name, globals, locals, fromlist, level)


# Files.


def somebody_has_open(path: str) -> bool:
    own = Path(path).resolve()
    for file in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(file) == str(own):
                return True
        except OSError:
            continue
    return False


def unless_open(call, count: int):
    """The call, refused as Windows refuses it while one of its first `count` arguments is open anywhere."""

    def refusing(*paths: str, **at: int) -> None:
        for path in paths[:count]:
            folder = os.readlink(f"/proc/self/fd/{at['dir_fd']}") if at.get("dir_fd") is not None else ""
            if somebody_has_open(os.path.join(folder, path)):
                notes.write(f"{call.__name__} refused {path}\n")
                raise PermissionError(errno.EACCES, "[WinError 32] another process uses the file", str(path))
        call(*paths, **at)

    return refusing


def rename_nothing_over(old: str, new: str) -> None:
    if os.path.exists(new):
        raise FileExistsError(errno.EEXIST, "[WinError 183] it exists", str(old), None, str(new))
    unless_open(renamed, 1)(old, new)


renamed, opened = os.rename, io.open


def open_in_old_encoding(
    file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, *rest, **more
):
    if "b" not in mode:
        encoding = DEFAULT_ENCODING if encoding in (None, "locale") else encoding
        newline = "\r\n" if newline is None and mode[0] != "r" else newline
    return opened(file, mode, buffering, encoding, errors, newline, *rest, **more)


# Processes, loops, databases.

begin_process = subprocess.Popen.__init__


def begin_on_windows(self, command, *rest, creationflags=0, start_new_session=False, preexec_fn=None, **more):
    if preexec_fn or more.get("pass_fds"):
        raise ValueError("not on Windows")
    notes.write(f"process {creationflags:#x}\n")
    # With -S it would not read this file; it needs nothing else of what -S leaves out.
    command = [word for word in command if word != "-S"] if isinstance(command, list) else command
    begin_process(self, command, *rest, **more)


def not_on_windows(*_arguments: object, **_more: object) -> None:
    raise NotImplementedError


connect = sqlite3.connect


def connect_with_fewer_variables(*arguments: object, **more: object) -> sqlite3.Connection:
    connection = connect(*arguments, **more)
    connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, VARIABLES)
    return connection


sqlite3.connect = sqlite3.dbapi2.connect = connect_with_fewer_variables
selectors.DefaultSelector = selectors.SelectSelector
for name in ("add_signal_handler", "remove_signal_handler", "create_unix_server", "create_unix_connection"):
    setattr(asyncio.SelectorEventLoop, name, not_on_windows)
asyncio.SelectorEventLoop._make_subprocess_transport = not_on_windows
subprocess.Popen.__init__ = begin_on_windows
subprocess.BELOW_NORMAL_PRIORITY_CLASS, subprocess.CREATE_NEW_PROCESS_GROUP = 0x4000, 0x200
os.umask(0)
os.umask = lambda mask: 0
make_file = os.open
os.open = lambda path, flags, mode=0o777, **at: make_file(path, flags, 0o666, **at)
os.chmod = lambda *_arguments, **_more: None
os.rename, os.replace = rename_nothing_over, unless_open(os.replace, 2)
os.unlink = os.remove = unless_open(os.unlink, 1)
io.open = builtins.open = open_in_old_encoding
for stream in (sys.stdin, sys.stdout, sys.stderr):
    stream.reconfigure(encoding=DEFAULT_ENCODING)
builtins.__import__ = import_on_windows
for name in gone_names.keys() & {"os", "socket", "signal", "select", "selectors", "time", "errno"}:
    imported(name)
    sys.modules[name].__class__ = OnWindows
