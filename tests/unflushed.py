"""What a disk holds after a power cut, for SQLite in this process: only what was flushed.

`watch` puts itself under the SQLite library that Python's `sqlite3` uses: every write, truncation and flush of a
database file or its write-ahead log passes through here on its way. `Disk.cut` writes the files as they would be found
after the power failed now: what was flushed, and of what was not either nothing or a part chosen by chance. Whole
pages are lost, never halves of one: SQLite takes care of those by the log's checksums.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import random
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, string_at
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MAIN_DATABASE, WRITE_AHEAD_LOG = 0x100, 0x80000  # SQLITE_OPEN_MAIN_DB, SQLITE_OPEN_WAL

Close = CFUNCTYPE(c_int, c_void_p)
Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)
Open = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p, c_int, c_void_p)
Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class Methods(Structure):
    """sqlite3_io_methods of version 3; only those that change a file have a signature."""

    _fields_ = [
        ("version", c_int),
        ("close", Close),
        ("read", c_void_p),
        ("write", Write),
        ("truncate", Truncate),
        ("sync", Sync),
        *[(f"other_{number}", c_void_p) for number in range(13)],
    ]


class File(Structure):
    """sqlite3_file."""

    _fields_ = [("methods", POINTER(Methods))]


class FileSystem(Structure):
    """The beginning of sqlite3_vfs."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("following", c_void_p),
        ("name", c_char_p),
        ("application", c_void_p),
        ("open", Open),
        ("delete", Delete),
    ]


Change = Callable[[bytearray], None]


@dataclass
class Disk:
    """The flushed content of each file by its path, and the changes since that were not flushed."""

    flushed: dict[str, bytearray] = field(default_factory=dict)
    waiting: list[tuple[str, Change]] = field(default_factory=list)
    flushes: int = 0
    after_change: Callable[[], None] = lambda: None
    kept: list[Any] = field(default_factory=list)  # what C holds a pointer to must stay

    def opened(self, path: str) -> None:
        if path not in self.flushed:
            self.flushed[path] = bytearray(Path(path).read_bytes())

    def changed(self, path: str, change: Change) -> None:
        self.waiting.append((path, change))
        self.after_change()

    def flush(self, path: str) -> None:
        self.flushes += 1
        for changed, change in self.waiting:
            if changed == path:
                change(self.flushed[path])
        self.waiting = [change for change in self.waiting if change[0] != path]
        self.after_change()

    def deleted(self, path: str) -> None:
        self.flushed.pop(path, None)
        self.waiting = [change for change in self.waiting if change[0] != path]

    def cut(self, folder: Path, chance: random.Random | None = None) -> None:
        """Writes into `folder` what is found after a power cut; with `chance`, some unflushed changes came through."""
        folder.mkdir()
        files = {path: bytearray(content) for path, content in self.flushed.items()}
        for path, change in self.waiting:
            if chance is not None and chance.random() < 0.5:
                change(files[path])
        for path, content in files.items():
            (folder / Path(path).name).write_bytes(content)


def watch(disk: Disk) -> None:
    """From now on every SQLite file that this process opens is on `disk` too. For a process of its own."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = POINTER(FileSystem)
    system = library.sqlite3_vfs_find(None).contents
    # A copy of the pointer, not of the field, which is about to be overwritten.
    plain_open, plain_delete = (
        Open(ctypes.cast(system.open, c_void_p).value),
        Delete(ctypes.cast(system.delete, c_void_p).value),
    )
    paths: dict[int, str] = {}

    def close(file: int) -> int:
        paths.pop(file, None)
        return int(plain[file].close(file))

    def write(file: int, data: int, size: int, offset: int) -> int:
        status = int(plain[file].write(file, data, size, offset))
        content = string_at(data, size)

        def change(image: bytearray) -> None:
            image.extend(b"\0" * (offset - len(image)))
            image[offset : offset + size] = content

        disk.changed(paths[file], change)
        return status

    def truncate(file: int, size: int) -> int:
        def change(image: bytearray) -> None:
            del image[size:]

        disk.changed(paths[file], change)
        return int(plain[file].truncate(file, size))

    def sync(file: int, flags: int) -> int:
        status = int(plain[file].sync(file, flags))
        disk.flush(paths[file])
        return status

    plain: dict[int, Methods] = {}
    ours = {"close": Close(close), "write": Write(write), "truncate": Truncate(truncate), "sync": Sync(sync)}

    def open_file(vfs: int, name: bytes | None, file: int, flags: int, flags_out: int) -> int:
        status = int(plain_open(vfs, name, file, flags, flags_out))
        if status == 0 and name and flags & (MAIN_DATABASE | WRITE_AHEAD_LOG):
            opened = ctypes.cast(file, POINTER(File)).contents
            plain[file] = Methods.from_buffer_copy(opened.methods.contents)
            watched = Methods.from_buffer_copy(opened.methods.contents)
            for method, function in ours.items():
                setattr(watched, method, function)
            paths[file] = name.decode()
            disk.opened(paths[file])
            disk.kept += [plain[file], watched]
            opened.methods = ctypes.pointer(watched)
        return status

    def delete_file(vfs: int, name: bytes, flush_folder: int) -> int:
        disk.deleted(name.decode())
        return int(plain_delete(vfs, name, flush_folder))

    callbacks = Open(open_file), Delete(delete_file)
    disk.kept += [system, plain_open, plain_delete, ours, callbacks]
    system.open, system.delete = callbacks
