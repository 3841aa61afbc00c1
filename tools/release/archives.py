"""Archives whose bytes follow from their content: one time, two kinds of permission, the order that was given."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tools.release.source import File

MODES = {False: 0o644, True: 0o755}
PACKED = (".whl", ".zip", ".gz", ".br", ".png", ".woff2")
"""What another compression would not make smaller by much, for the time it takes."""


def write_zip(path: Path, files: Mapping[str, File], at: int) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, file in files.items():
            entry = zipfile.ZipInfo(name, max(time.gmtime(at)[:6], (1980, 1, 1, 0, 0, 0)))
            entry.create_system = 3  # or Windows would drop the permissions
            entry.external_attr = (0o100000 | MODES[file.is_executable]) << 16
            is_packed = name.endswith(PACKED)
            entry.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.content)


def write_tar(path: Path, files: Mapping[str, File], at: int) -> None:
    packed = io.BytesIO()
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=at) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name, file in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(file.content), at, MODES[file.is_executable]
            archive.addfile(entry, io.BytesIO(file.content))
    path.write_bytes(packed.getvalue())


def read_zip(path: Path) -> dict[str, File]:
    with zipfile.ZipFile(path) as archive:
        return {
            entry.filename: File(archive.read(entry), bool(entry.external_attr >> 16 & 0o100))
            for entry in archive.infolist()
            if not entry.is_dir()
        }


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
