"""The files of a commit, as they are published: nothing of a working folder comes in."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = {".git", ".venv", "build", "dist", "var", "__pycache__", "PKG-INFO"}


class File(NamedTuple):
    content: bytes
    is_executable: bool = False


@dataclass(frozen=True)
class Source:
    files: dict[str, File]
    """By path, in the order of paths."""
    time: int
    """When it was committed, in seconds since 1970: the time of every file that is made of it."""

    @cached_property
    def project(self) -> dict[str, Any]:
        project: dict[str, Any] = tomllib.loads(self.text("pyproject.toml"))["project"]
        return project

    @property
    def version(self) -> str:
        return str(self.project["version"])

    def text(self, path: str) -> str:
        return self.files[path].content.decode()

    def within(self, *names: str) -> dict[str, File]:
        """The files of these names, and those in folders of these names."""
        return {
            path: file
            for path, file in self.files.items()
            if any(path == name or path.startswith(f"{name}/") for name in names)
        }


def source(root: Path = ROOT) -> Source:
    """What is committed; where there is no repository, as in an unpacked source archive, what lies there."""
    return committed(root) if (root / ".git").exists() else lying(root)


def lying(root: Path) -> Source:
    files = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in LEFT_OUT and not name.endswith("_cache")]
        paths = [Path(folder, name) for name in names if name not in LEFT_OUT]
        files.update({path.relative_to(root).as_posix(): read(path) for path in paths})
    # A source archive gives every file the time of its commit.
    return Source(dict(sorted(files.items())), int((root / "pyproject.toml").stat().st_mtime))


def read(path: Path) -> File:
    return File(path.read_bytes(), os.access(path, os.X_OK))


def committed(root: Path) -> Source:
    archive = subprocess.run(
        ["git", "archive", "--format=tar", "HEAD"], cwd=root, stdout=subprocess.PIPE, check=True
    )
    files: dict[str, File] = {}
    time = 0
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        for member in tar:
            time = max(time, int(member.mtime))
            if content := tar.extractfile(member):
                files[member.name] = File(content.read(), bool(member.mode & 0o100))
    return Source(dict(sorted(files.items())), time)
