"""The zip of each system: unpacked anywhere and started by double click, it makes its environment without a network."""

from __future__ import annotations

import email
import hashlib
import json
import re
import tarfile
import zipfile
from collections.abc import Iterable, Sequence
from email.message import Message
from pathlib import Path
from typing import NamedTuple

from packaging.utils import parse_wheel_filename

from tools.release.archives import digest, read_zip, write_zip
from tools.release.locked import (
    PYTHONS,
    CannotRelease,
    Locked,
    System,
    chosen,
    is_of,
    needed_on,
    rank,
    without_wheel,
)
from tools.release.source import File, Source
from tools.release.wheel import LOCK, wheel_name

MOST_BYTES = 200 * 10**6
SCRIPTS = {
    "windows-x86_64": ["Start Charleston.cmd"],
    "macos-arm64": ["Start Charleston.command"],
    "macos-x86_64": ["Start Charleston.command"],
    "linux-x86_64": ["Start Charleston.sh", "Start Charleston.desktop"],
}
TRIPLES = {
    "windows-x86_64": "x86_64-pc-windows-msvc",
    "macos-arm64": "aarch64-apple-darwin",
    "macos-x86_64": "x86_64-apple-darwin",
    "linux-x86_64": "x86_64-unknown-linux-gnu",
}
"""By which the archives of standalone Pythons are named."""
NEEDS_PYTHON = "-needs-python"
FOLDER = "tools/release/download"


class Part(NamedTuple):
    """What lies in a zip: a package, a tool or a Python."""

    name: str
    version: str
    licence: str


def make_download(
    source: Source,
    system: System,
    folder: Path,
    *,
    program: Path,
    packages: Sequence[Locked],
    fetched: Sequence[Path],
    python: Path | None,
) -> Path:
    """Writes the zip. With a Python packed in, its wheels are enough.

    Raises CannotRelease where a licence is unknown or it is too large.
    """
    version = python_version(python) if python else ""
    pythons = (version.rpartition(".")[0],) if python else PYTHONS
    best = chosen(system, packages, [path.name for path in fetched], pythons)
    [uv] = [path for path in fetched if path.name in best and path.name.startswith("uv-")]
    wheels = [program, *(path for path in fetched if path.name in best and path != uv)]
    parts = [part_of(path) for path in [*wheels, uv]]
    if python:
        parts.append(Part("Python", version, "PSF-2.0, and those in the folder python"))
    files = {
        **scripts(source, system),
        "READ ME FIRST.txt": shown(source, "READ ME FIRST.txt", system),
        "What is inside.txt": File(in_lines(inside(parts), system)),
        "LICENSE.txt": File(in_lines(source.text("LICENSE"), system)),
        "set-up/fits.py": source.files[f"{FOLDER}/fits.py"],
        "set-up/set_up.py": source.files[f"{FOLDER}/set_up.py"],
        "set-up/release.json": File(about(source, system, pythons, wheels)),
        "set-up/requirements.txt": File(requirements(source, digest(program))),
        **{f"wheels/{path.name}": File(path.read_bytes()) for path in wheels},
        **tool_of(uv),
        **{f"python/{path}": file for path, file in (read_python(python) if python else {}).items()},
    }
    name = f"charleston-{source.version}"
    made = folder / f"{name}-{system.name}{'' if python else NEEDS_PYTHON}.zip"
    write_zip(made, {f"{name}/{path}": file for path, file in sorted(files.items())}, source.time)
    if made.stat().st_size > MOST_BYTES:
        raise CannotRelease(f"{made.name} has {made.stat().st_size:,} bytes; {MOST_BYTES:,} is the most.")
    return made


def scripts(source: Source, system: System) -> dict[str, File]:
    return {name: shown(source, name, system) for name in SCRIPTS[system.name]}


def shown(source: Source, name: str, system: System) -> File:
    """A file that people open or the system runs, with that system's ends of lines. A Mac's script is Linux's."""
    file = source.files[f"{FOLDER}/{name.replace('.command', '.sh')}"]
    is_run = name.endswith((".sh", ".command", ".desktop"))
    return File(in_lines(file.content.decode(), system), is_run)


def in_lines(text: str, system: System) -> bytes:
    return text.replace("\n", "\r\n" if system.environment["os_name"] == "nt" else "\n").encode()


def about(source: Source, system: System, pythons: Sequence[str], wheels: Iterable[Path]) -> bytes:
    """What `set_up.py` and `fits.py` have to know of this release."""
    known = {
        "version": source.version,
        "system": system.name,
        "pythons": pythons,
        "longest_path": max(len(name) for path in wheels for name in names_in(path)),
    }
    return json.dumps(known, indent=1).encode()


def names_in(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def tool_of(uv: Path) -> dict[str, File]:
    """uv itself, out of its wheel, with its licences."""
    files = {}
    for path, file in read_zip(uv).items():
        if re.search(r"\.data/scripts/uv(\.exe)?$", path):
            files[f"uv/{Path(path).name}"] = File(file.content, is_executable=True)
        elif ".dist-info/licenses/" in path:
            files[f"uv/{Path(path).name}"] = file
    return files


def read_python(archive: Path) -> dict[str, File]:
    """The files of a standalone Python (python-build-standalone's `install_only` archives), without its links.

    Windows' own zip folders know no links. They are other names of files that are there.
    """
    files = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isreg() else None
            if content:
                files[member.name.removeprefix("python/")] = File(content.read(), bool(member.mode & 0o100))
    return files


def python_version(archive: Path) -> str:
    found = re.match(r"cpython-(\d+\.\d+\.\d+)", archive.name)
    if not found or found[1].rpartition(".")[0] not in PYTHONS:
        raise CannotRelease(f"{archive.name} is no Python of {', '.join(PYTHONS)}.")
    return found[1]


def python_for(system: System, folder: Path | None) -> Path | None:
    """The archive of a standalone Python for this system, where the folder has one."""
    found = sorted(folder.glob(f"cpython-*{TRIPLES[system.name]}*.tar.gz")) if folder else []
    return found[-1] if found else None


# What is inside, and under which licences.


def part_of(wheel: Path) -> Part:
    """Raises CannotRelease where the wheel does not say its licence."""
    name, version, _build, _tags = parse_wheel_filename(wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        [path] = [path for path in archive.namelist() if path.endswith(".dist-info/METADATA")]
        metadata = email.message_from_bytes(archive.read(path))
    licence = licence_of(metadata)
    if not licence:
        raise CannotRelease(f"{wheel.name} does not say its licence.")
    return Part(name, str(version), licence)


def licence_of(metadata: Message) -> str:
    if expression := metadata["License-Expression"]:
        return str(expression)
    named = [
        classifier.split(" :: ")[-1]
        for classifier in metadata.get_all("Classifier", [])
        if classifier.startswith("License :: ") and not classifier.endswith("OSI Approved")
    ]
    words = " ".join(str(metadata["License"] or "").split())
    return ", ".join(named) or (words if len(words) < 60 else "")


def inside(parts: Iterable[Part]) -> str:
    rows = sorted(set(parts))
    wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{row.name:<{wide[0]}}  {row.version:<{wide[1]}}  {row.licence}" for row in rows]
    return "\n".join([INSIDE, *lines, ""])


INSIDE = """\
What is inside, with its version and licence. The text of each licence lies in its wheel; a wheel is a zip file.
The fonts of Charleston's pages and sheets are under the SIL Open Font License 1.1.
"""


# A zip that is there, compared with the lock.


def differences(path: Path, system: System, source: Source, packages: Sequence[Locked]) -> list[str]:
    """Where a zip is not what the lock says, in sentences."""
    files = {name.partition("/")[2]: file.content for name, file in read_zip(path).items()}
    pythons = PYTHONS if NEEDS_PYTHON in path.name else json.loads(files["set-up/release.json"])["pythons"]
    sums = {
        name.removeprefix("wheels/"): hashlib.sha256(content).hexdigest()
        for name, content in files.items()
        if name.startswith("wheels/")
    }
    program = sums.pop(wheel_name(source), "")
    needed = {package for python in pythons for package in needed_on(system, python, packages)}
    of_lock = {wheel: [package for package in needed if is_of(wheel, package)] for wheel in sums}
    found = [
        *(f"{wheel} is not in the lock" for wheel in sums if not of_lock[wheel]),
        *(
            f"{wheel} has other bytes than the lock says"
            for wheel, value in sums.items()
            if not any(value in package.hashes for package in of_lock[wheel])
        ),
        *(
            f"{wheel} is for another system"
            for wheel in sums
            if all(rank(wheel, system, python) is None for python in pythons)
        ),
        *(
            f"{package.name} {package.version} is missing for Python {python}"
            for python in pythons
            for package in without_wheel(system, python, packages, list(sums))
        ),
    ]
    wanted = ["set-up/set_up.py", "uv/uv.exe" if "windows" in system.name else "uv/uv", *SCRIPTS[system.name]]
    found += [f"{name} is missing" for name in wanted if name not in files]
    if files.get("set-up/requirements.txt") != requirements(source, program):
        found.append("its requirements are not the lock and this program's wheel")
    return [f"{path.name}: {sentence}" for sentence in found]


def requirements(source: Source, program: str) -> bytes:
    """What is installed: the lock, and the program's wheel by its digest."""
    lock = source.text(LOCK).rstrip()
    return f"{lock}\ncharleston=={source.version} \\\n    --hash=sha256:{program}\n".encode()
