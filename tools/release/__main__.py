"""`python -m tools.release build|check|try|pythons`: what `make release` and its sisters do."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path

from tools.release import habit, tried
from tools.release.archives import digest
from tools.release.downloads import differences, inside, make_download, part_of, python_for
from tools.release.locked import PYTHONS, SYSTEMS, CannotRelease, Locked, fetch_wheels, is_pure, read_lock
from tools.release.pythons import fetch_pythons
from tools.release.source import ROOT, Source, source
from tools.release.wheel import LOCK, make_source_archive, make_wheel

DIST = ROOT / "dist"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="makes everything that is published, in dist/")
    build.add_argument("--pythons", type=Path, help="a folder with archives of standalone Pythons to pack in")
    build.add_argument(
        "--publish", action="store_true", help="fail where something keeps it from being published"
    )
    commands.add_parser(
        "check", help="looks whether a release could be made, and whether dist/ is what the lock says"
    )
    trial = commands.add_parser("try", help="starts what lies in dist/ without a network")
    trial.add_argument("pythons", nargs="*", help="the Pythons to try it with; this one when none is named")
    trial.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    get = commands.add_parser("pythons", help="fetches a standalone Python for each system")
    get.add_argument("folder", type=Path)
    given = parser.parse_args()
    try:
        if given.command == "build":
            return build_all(given.pythons, must_be_ready=given.publish)
        if given.command == "pythons":
            print(*fetch_pythons(given.folder), sep="\n")
            return 0
        if given.command == "try":
            return try_here(given.pythons, is_inside=given.inside)
        return check()
    except CannotRelease as reason:
        print(reason, file=sys.stderr)
        return 1


def try_here(pythons: list[str], *, is_inside: bool) -> int:
    if is_inside:
        tried.raise_loopback()
    elif (status := tried.in_a_namespace(pythons)) is not None:
        return status
    tried.try_all(pythons or [sys.executable])
    return 0


def build_all(pythons: Path | None, *, must_be_ready: bool) -> int:
    began = time.monotonic()
    commit = source()
    reasons = habit.reasons(commit)
    if reasons and must_be_ready:
        raise CannotRelease("\n".join(["Not to be published:", *reasons]))
    wheels = fetch(commit)
    DIST.mkdir(exist_ok=True)
    for path in DIST.glob("*"):
        path.unlink()
    made = make_all(commit, DIST, wheels, pythons)
    print("Once more, which has to give the same bytes ...", flush=True)
    with tempfile.TemporaryDirectory(prefix="charleston-again-", dir=DIST.parent / "build") as again:
        others = make_all(commit, Path(again), wheels, pythons)
        differing = [
            one.name for one, other in zip(made, others, strict=True) if digest(one) != digest(other)
        ]
    if differing:
        raise CannotRelease(f"Two builds differ: {', '.join(differing)}.")
    found = compare(commit)
    if found:
        raise CannotRelease("\n".join(found))
    sums = "".join(f"{digest(path)}  {path.name}\n" for path in made)
    (DIST / "SHA256SUMS").write_text(sums, encoding="ascii")
    print(
        f"\nCharleston {commit.version}, made in {time.monotonic() - began:.0f} seconds, twice the same bytes:"
    )
    for path in sorted(DIST.iterdir()):
        print(f"  {path.stat().st_size / 1e6:7.1f} MB  dist/{path.name}")
    print()
    print("\n".join(["To try, not to publish:", *reasons] if reasons else habit.what_to_publish(commit)))
    return 0


def make_all(commit: Source, folder: Path, wheels: dict[str, list[Path]], pythons: Path | None) -> list[Path]:
    program = make_wheel(commit, folder)
    made = [program, make_source_archive(commit, folder)]
    made += [
        make_download(
            commit,
            system,
            folder,
            program=program,
            packages=packages_of(commit),
            fetched=wheels[system.name],
            python=python_for(system, pythons),
        )
        for system in SYSTEMS
    ]
    listed = folder / "CONTENTS.txt"
    listed.write_text(inside(part_of(path) for path in [program, *chain(*wheels.values())]), encoding="utf-8")
    return [*made, listed]


def fetch(commit: Source) -> dict[str, list[Path]]:
    packages = packages_of(commit)
    print(f"Fetching what {len(packages)} locked packages need on {len(SYSTEMS)} systems ...", flush=True)
    wheels = fetch_wheels(packages)
    for system, paths in wheels.items():
        pure = sum(is_pure(path.name) for path in paths)
        size = sum(path.stat().st_size for path in paths) / 1e6
        print(f"  {system:<15} {pure} wheels for any computer, {len(paths) - pure} compiled, {size:.0f} MB")
    return wheels


def packages_of(commit: Source) -> list[Locked]:
    """What the program needs, and uv, which makes the environment; only development has that in its lock."""
    development = read_lock(commit.text("requirements/dev.txt"))
    return [*read_lock(commit.text(LOCK)), *(package for package in development if package.name == "uv")]


def check() -> int:
    commit = source()
    reasons = habit.reasons(commit)
    fetch(commit)
    print(f"Every locked package has a wheel for {', '.join(system.name for system in SYSTEMS)}")
    print(f"and Python {', '.join(PYTHONS)}.")
    found = compare(commit)
    print("\n".join([*found, *reasons]) or "Ready to be published.")
    return 1 if found or reasons else 0


def compare(commit: Source) -> list[str]:
    """Where the zips in dist/ are not what the lock says."""
    packages = read_lock(commit.text(LOCK))
    zips = sorted(DIST.glob(f"charleston-{commit.version}-*.zip"))
    found = [
        sentence
        for path in zips
        for system in SYSTEMS
        if system.name in path.name
        for sentence in differences(path, system, commit, packages)
    ]
    if zips:
        print(
            f"{len(zips)} zips in dist/ compared with the lock: {'the same' if not found else 'different'}."
        )
    return found


if __name__ == "__main__":
    sys.exit(main())
