"""When what was last archived, and whether it was shown to restore."""

from __future__ import annotations

from datetime import datetime

from tournament.archive import files, rehearsal
from tournament.models import Tournament


def last_archive(tournament: Tournament) -> datetime | None:
    """When the newest archive of a tournament that lies in the folder was made; None where there is none."""
    archives = files.stored(tournament)
    return archives[0].at if archives else None


def last_rehearsal() -> datetime | None:
    """When an archive of any tournament was last restored beside the event and compared; None where none ever was."""
    return max((result.at for result in rehearsal.results()), default=None)
