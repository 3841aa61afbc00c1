import hashlib
import re
import time
from contextlib import suppress
from pathlib import Path

from django.contrib.auth.models import AbstractUser

from record.archive import files
from record.models import Chained

KEPT_FOR = 24 * 60 * 60
DIGEST = re.compile(r"[0-9a-f]{64}")


def park(club: Chained, content: bytes, *, by: AbstractUser) -> str:
    """Keeps an upload for a day, for whoever uploaded it; returns its name."""
    within = files.folder() / "uploads"
    within.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(content).hexdigest()
    files.write_whole(parked_path(club, digest, by), content)
    return digest


def remove_old() -> None:
    for path in (files.folder() / "uploads").glob("*.jsonl"):
        with suppress(OSError):  # restored at this moment
            if path.stat().st_mtime < time.time() - KEPT_FOR:
                path.unlink()


def parked_path(club: Chained, digest: str, by: AbstractUser) -> Path:
    return files.folder() / "uploads" / f"{club.pk}-{by.pk}-{digest}.jsonl"


def parked_content(club: Chained, digest: str, *, by: AbstractUser) -> bytes | None:
    """The content that this account uploaded for this club under this name; None if it is gone."""
    if not DIGEST.fullmatch(digest):
        return None
    try:
        return parked_path(club, digest, by).read_bytes()
    except OSError:
        return None


def delete_uploads(club: Chained) -> None:
    for path in (files.folder() / "uploads").glob(f"{club.pk}-*.jsonl"):
        path.unlink(missing_ok=True)


def let_go(club: Chained, digest: str, *, by: AbstractUser) -> None:
    parked_path(club, digest, by).unlink(missing_ok=True)
