"""Asks the public list of known holes (osv.dev) about every package of the locks: `make audit`.

Exit status 0: none is known. 1: some are, and each is named with where to read of it. 2: it could not be looked at, so
nothing is known either way. CHARLESTON_ADVISORIES names another address that answers as osv.dev does.
"""

from __future__ import annotations

import json
import os
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = (ROOT / "requirements/runtime.txt", ROOT / "requirements/dev.txt")
PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)", re.M)
ADDRESS = "https://api.osv.dev/v1/querybatch"
# Its holes have long been known: whoever knows none of them does not look.
CONTROL = ("django", "3.2.0")
SECONDS = 30

Package = tuple[str, str]


class Unknown(Exception):
    """It could not be looked at; the message says why."""


def main() -> int:
    try:
        packages = locked(path.read_text(encoding="utf-8") for path in LOCKS)
        holes = known_holes(packages, os.environ.get("CHARLESTON_ADVISORIES") or ADDRESS)
    except Unknown as unknown:
        print(f"Not looked at, so nothing is known: {unknown}", file=sys.stderr)
        return 2
    for (name, version), numbers in holes.items():
        print(f"{name} {version}: {', '.join(f'https://osv.dev/{number}' for number in numbers)}")
    print(f"{len(packages)} packages looked up, {len(holes)} with a known hole.")
    return 1 if holes else 0


def locked(locks: Iterable[str]) -> list[Package]:
    """The packages that the locks name, each once. Raises Unknown where there are none."""
    packages = sorted({(match[1].lower(), match[2]) for lock in locks for match in PINNED.finditer(lock)})
    if not packages:
        raise Unknown("the locks name no package")
    return packages


def known_holes(packages: list[Package], address: str) -> dict[Package, list[str]]:
    """By package the numbers of its holes. Raises Unknown where the list does not answer, or not for all of them."""
    queries = [*packages, CONTROL]
    question = {
        "queries": [
            {"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in queries
        ]
    }
    answer = post(address, question)
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list) or len(results) != len(queries):
        raise Unknown("the list did not answer for every package")
    try:
        numbers = [[hole["id"] for hole in (result or {}).get("vulns", [])] for result in results]
    except (AttributeError, KeyError, TypeError) as error:
        raise Unknown("the list answered something else") from error
    if not numbers.pop():
        raise Unknown(f"the list knows no hole of {CONTROL[0]} {CONTROL[1]}, which has many")
    return {package: holes for package, holes in zip(packages, numbers, strict=True) if holes}


def post(address: str, question: dict[str, Any]) -> Any:
    request = urllib.request.Request(  # noqa: S310  (the address is ours, or of whoever runs it)
        address, json.dumps(question).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return json.load(answer)
    except (OSError, ValueError) as error:
        raise Unknown(f"{address} does not answer ({error})") from error


if __name__ == "__main__":
    sys.exit(main())
