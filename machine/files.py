"""Files that are made once, and whose they are."""

import os
from contextlib import suppress
from pathlib import Path

MODES_SAY_WHO = hasattr(os, "getuid")
"""Windows says by the folder who may read a file; a file's mode says nothing."""


def put_in_place(fresh: Path, file: Path) -> None:
    """Gives a finished file its name, or removes it where another process was first."""
    try:
        os.link(fresh, file)
    except FileExistsError:
        pass
    except OSError:  # the file system of a stick has no links
        with suppress(FileExistsError):
            fresh.rename(file)
    fresh.unlink(missing_ok=True)


def documents() -> Path | None:
    """Where whoever sits here keeps documents; on Windows that may be OneDrive's."""
    home = Path.home()
    places = (Path(os.environ.get("ONEDRIVE") or home, "Documents"), home / "Documents", home / "Documentos")
    return next(filter(Path.is_dir, places), None)


def is_open_to_others(file: Path) -> bool:
    return MODES_SAY_WHO and bool(file.stat().st_mode & 0o077)


def remove(file: Path) -> None:
    """Removes a file; one that a program has open stays until the next time, as Windows has it."""
    with suppress(FileNotFoundError, PermissionError):
        file.unlink()
