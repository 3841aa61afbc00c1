"""The wheels of the locked packages for each system and Python that a download is made for.

What a computer needs follows from the lock and its conditions; the registry's own client fetches it, by the hashes of
the lock. A wheel in pure Python counts for all. Nothing is taken that would have to be compiled there.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.release.source import ROOT

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
STORE = ROOT / "build/wheels"
OLDEST_GLIBC = 28
"""Its minor version: that of Debian 10, Ubuntu 18.10 and Red Hat 8. `fits.py` of the download says the same."""


class CannotRelease(Exception):
    """What keeps a release from being made; the message says it."""


@dataclass(frozen=True)
class System:
    name: str
    platforms: tuple[str, ...]
    environment: dict[str, str] = field(hash=False)
    """How the conditions of a lock know it."""


def linux_platforms() -> Iterator[str]:
    older = {17: "manylinux2014", 12: "manylinux2010", 5: "manylinux1"}
    for minor in range(OLDEST_GLIBC, 4, -1):
        yield f"manylinux_2_{minor}_x86_64"
        if minor in older:
            yield f"{older[minor]}_x86_64"


def environment(sys_platform: str, name: str, machine: str, os_name: str = "posix") -> dict[str, str]:
    return {
        "sys_platform": sys_platform,
        "platform_system": name,
        "platform_machine": machine,
        "os_name": os_name,
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }


SYSTEMS = (
    System("windows-x86_64", ("win_amd64",), environment("win32", "Windows", "AMD64", "nt")),
    System("macos-arm64", tuple(mac_platforms((11, 0), "arm64")), environment("darwin", "Darwin", "arm64")),
    System(
        "macos-x86_64", tuple(mac_platforms((11, 0), "x86_64")), environment("darwin", "Darwin", "x86_64")
    ),
    System("linux-x86_64", tuple(linux_platforms()), environment("linux", "Linux", "x86_64")),
)


TARGETS = [(system, python) for system in SYSTEMS for python in PYTHONS]


class Locked(NamedTuple):
    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        return str(self.requirement.specifier).removeprefix("==")

    def line(self) -> str:
        """For a file of requirements, without its condition: that is about the computer it is meant for."""
        hashes = "".join(f" --hash=sha256:{value}" for value in sorted(self.hashes))
        return f"{self.requirement.name}{self.requirement.specifier}{hashes}\n"


def read_lock(text: str) -> list[Locked]:
    packages = []
    for entry in re.split(r"\n(?=\S)", text.replace("\\\n", " ")):
        if entry.strip() and not entry.startswith("#"):
            pinned, *hashes = entry.split("--hash=sha256:")
            packages.append(Locked(Requirement(pinned.strip()), frozenset(value.strip() for value in hashes)))
    return packages


def needed_on(system: System, python: str, packages: Sequence[Locked]) -> list[Locked]:
    about = {**system.environment, "python_version": python, "python_full_version": f"{python}.0"}
    return [
        package
        for package in packages
        if package.requirement.marker is None or package.requirement.marker.evaluate(dict(about))
    ]


@cache
def tags_of(system: System, python: str) -> dict[Tag, int]:
    """What such a Python can install, with its place in the order of what it would rather have."""
    version = (int(python.split(".")[0]), int(python.split(".")[1]))
    interpreter = f"cp{version[0]}{version[1]}"
    tags = [
        *cpython_tags(version, [interpreter], system.platforms),
        *compatible_tags(version, interpreter, system.platforms),
    ]
    return {tag: place for place, tag in enumerate(tags)}


def rank(wheel: str, system: System, python: str) -> int | None:
    """How gladly this system and Python would have the wheel, the best 0; None where it cannot be installed there."""
    tags = tags_of(system, python)
    return min((tags[tag] for tag in parse_wheel_filename(wheel)[3] if tag in tags), default=None)


def is_pure(wheel: str) -> bool:
    return all(tag.platform == "any" for tag in parse_wheel_filename(wheel)[3])


def is_of(wheel: str, package: Locked) -> bool:
    name, version, _build, _tags = parse_wheel_filename(wheel)
    return name == package.name and str(version) == package.version


def best_wheel(package: Locked, wheels: Iterable[str], system: System, python: str) -> str | None:
    ranks = {wheel: rank(wheel, system, python) for wheel in wheels if is_of(wheel, package)}
    fitting = [(place, wheel) for wheel, place in ranks.items() if place is not None]
    return min(fitting)[1] if fitting else None


def without_wheel(
    system: System, python: str, packages: Sequence[Locked], wheels: Sequence[str]
) -> list[Locked]:
    """Those of the packages that this system and Python need, and none of the wheels is for."""
    needed = needed_on(system, python, packages)
    return [package for package in needed if best_wheel(package, wheels, system, python) is None]


def fetch_wheels(packages: Sequence[Locked]) -> dict[str, list[Path]]:
    """By system the wheels of every package for all of PYTHONS. Raises CannotRelease, which names what is missing.

    What one system and Python has serves the next where it can: a package in pure Python is asked for once.
    """
    folder = STORE / hashlib.sha256("".join(package.line() for package in packages).encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    for system, python in TARGETS:
        wanted = without_wheel(system, python, packages, wheels_in(folder))
        if wanted and not download(system, python, wanted, folder):
            # One that has no wheel keeps the others from being fetched: each by itself says which it is.
            for package in wanted:
                download(system, python, [package], folder)
        missing += [
            f"{package.name} {package.version} has no wheel for {system.name} and Python {python}"
            for package in without_wheel(system, python, packages, wheels_in(folder))
        ]
    if missing:
        raise CannotRelease("\n".join(missing))
    return {
        system.name: [folder / name for name in chosen(system, packages, wheels_in(folder))]
        for system in SYSTEMS
    }


def chosen(
    system: System, packages: Sequence[Locked], wheels: Sequence[str], pythons: Sequence[str] = PYTHONS
) -> list[str]:
    """The best wheel of each package for each of these Pythons on this system."""
    best = {
        best_wheel(package, wheels, system, python)
        for python in pythons
        for package in needed_on(system, python, packages)
    }
    return sorted(wheel for wheel in best if wheel)


def wheels_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.whl"))


def download(system: System, python: str, packages: Sequence[Locked], folder: Path) -> bool:
    """Whether the registry had a wheel of each; its client leaves them in the folder only then."""
    names = folder / "requirements.txt"
    names.write_text("".join(package.line() for package in packages), encoding="ascii")
    command = [
        *pip(),
        *("download", "--disable-pip-version-check", "--no-deps", "--require-hashes"),
        *("--only-binary", ":all:", "--implementation", "cp", "--python-version", python),
        *(part for platform in system.platforms for part in ("--platform", platform)),
        *("--dest", str(folder), "--requirement", str(names)),
    ]
    process = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    errors = [line for line in process.stderr.splitlines() if line.startswith("ERROR")]
    print("\n".join(errors), end="\n" * bool(errors), file=sys.stderr)
    return process.returncode == 0


@cache
def pip() -> tuple[str, ...]:
    """uv, which may have made the environment, fetches no wheels for other systems, but brings pip."""
    if find_spec("pip"):
        return (sys.executable, "-m", "pip")
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if uv:
        return (uv, "tool", "run", "pip")
    raise CannotRelease("Neither pip nor uv is in the environment: make setup brings uv.")
