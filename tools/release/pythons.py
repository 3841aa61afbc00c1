"""Fetches a standalone Python for each system: those that the locked uv knows, by the sums published beside them."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import unquote

from tools.release.downloads import TRIPLES
from tools.release.locked import CannotRelease

VERSION = "3.13"
MIRROR, ORIGIN = "https://releases.astral.sh/github/", "https://github.com/astral-sh/"


def fetch_pythons(folder: Path) -> list[Path]:
    """Raises CannotRelease where one is not to be had, or has other bytes than were published."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for address in addresses().values():
        name = unquote(address.rpartition("/")[2])
        content = fetched(address)
        sums = fetched(f"{address.rpartition('/')[0]}/SHA256SUMS").decode()
        if f"{hashlib.sha256(content).hexdigest()}  {name}" not in sums.splitlines():
            raise CannotRelease(f"{name} has other bytes than were published.")
        made.append(folder / name)
        made[-1].write_bytes(content)
    return made


def addresses() -> dict[str, str]:
    """By system where its Python lies. Which one that is follows from the version of uv in the lock."""
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.exists() else shutil.which("uv") or "uv"
    command = [
        uv,
        "python",
        "list",
        VERSION,
        "--all-platforms",
        "--all-arches",
        "--only-downloads",
        "--show-urls",
    ]
    listed = subprocess.run([*command, "--output-format", "json"], capture_output=True, check=True).stdout
    urls = [
        entry["url"].replace(MIRROR, ORIGIN)
        for entry in json.loads(listed)
        if entry["implementation"] == "cpython" and entry["variant"] == "default"
    ]
    return {
        system: next(url for url in urls if f"-{triple}-install_only" in url)
        for system, triple in TRIPLES.items()
    }


def fetched(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310  (an address that uv names)
            return bytes(answer.read())
    except OSError as error:
        raise CannotRelease(f"{address} cannot be fetched: {error}") from None
