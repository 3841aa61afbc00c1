"""Archives that were uploaded, parked until they are restored: nothing else of them is stored until then."""

from __future__ import annotations

import hashlib
import re
import time
from pathlib import Path

from tournament.archive import files
from tournament.models import Club, User

KEPT_FOR = 24 * 60 * 60
DIGEST = re.compile(r"[0-9a-f]{64}")


def park(club: Club, content: bytes, *, by: User) -> str:
    """Keeps an upload for a day, for whoever uploaded it; returns its name."""
    within = files.folder() / "uploads"
    within.mkdir(parents=True, exist_ok=True)
    for path in within.iterdir():
        if path.stat().st_mtime < time.time() - KEPT_FOR:
            path.unlink(missing_ok=True)
    digest = hashlib.sha256(content).hexdigest()
    files.write_whole(parked_path(club, digest, by), content)
    return digest


def parked_path(club: Club, digest: str, by: User) -> Path:
    return files.folder() / "uploads" / f"{club.pk}-{by.pk}-{digest}.jsonl"


def parked_content(club: Club, digest: str, *, by: User) -> bytes | None:
    """The content that this account uploaded for this club under this name; None if there is none any more."""
    if not DIGEST.fullmatch(digest):
        return None
    try:
        return parked_path(club, digest, by).read_bytes()
    except OSError:
        return None


def delete_uploads(club: Club) -> None:
    """Deletes the club's uploaded archives, as erasing a person requires."""
    for path in (files.folder() / "uploads").glob(f"{club.pk}-*.jsonl"):
        path.unlink(missing_ok=True)


def let_go(club: Club, digest: str, *, by: User) -> None:
    parked_path(club, digest, by).unlink(missing_ok=True)
