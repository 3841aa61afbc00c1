"""When what was last archived, and whether it was shown to restore."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from tournament.archive import files
from tournament.models import Rehearsal, Tournament


def last_archive(tournament: Tournament) -> datetime | None:
    """When the newest archive of a tournament that lies in the folder was made; None where there is none."""
    archives = files.archive_files(tournament)
    return archives[0].at if archives else None


def last_rehearsal() -> datetime | None:
    """When an archive of any tournament was last restored beside the event and compared; None where none ever was."""
    latest: datetime | None = Rehearsal.objects.aggregate(at=Max("ended_at"))["at"]
    return latest
