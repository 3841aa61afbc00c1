"""An event moves between two installations and two databases while it is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from demo.simulation import play_rounds
from record import journal
from record.archive import files
from record.archive.reading import parse
from record.archive.writing import archive
from tests import builders
from tests.tournament.archive.elsewhere import PLAYERS, installation
from tournament.archive import rehearsal
from tournament.archive.actions import restore
from tournament.models import Tournament


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.both_databases
def test_an_event_goes_on_on_another_database_and_comes_back(
    cast: builders.Cast, tmp_path: Path, migrated: Callable[[Path], None]
) -> None:
    """Begun on SQLite, restored in mid-round on the database of this run, played on, and restored on SQLite again."""
    begun, played_on, back = (tmp_path / f"{name}.jsonl" for name in ("begun", "played-on", "back"))
    laptop, other_laptop = tmp_path / "laptop", tmp_path / "other-laptop"
    for folder in (laptop, other_laptop):
        folder.mkdir()
        migrated(folder / "charleston.sqlite3")
    standings = installation(laptop, "begin", str(begun))
    assert len(standings[0]) == PLAYERS

    restored = restore(parse(begun.read_bytes()), cast.club, by=cast.director)
    event = restored.tournament
    assert (restored.doubts, rehearsal.outcome(event)) == ([], standings)
    assert archive(event, contacts=True) == begun.read_bytes()

    list(play_rounds(event, 2, seed=5, by=cast.director))
    event = Tournament.objects.get(pk=event.pk)
    assert rehearsal.outcome(event) != standings
    assert list(journal.verify(event)) == []
    call_command("recompute", event.slug, verbosity=0)
    played_on.write_bytes(archive(event, contacts=True))

    standings, doubts = installation(other_laptop, "end", str(played_on), str(back))
    assert (standings, doubts) == (rehearsal.outcome(event), [])
    assert back.read_bytes() == played_on.read_bytes()


@pytest.mark.django_db
@pytest.mark.slow
def test_a_rehearsal_restores_the_archive_in_a_process_of_its_own(
    cast: builders.Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite, whatever the event's own database is: that an archive of another gives the same is said above."""
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")
    event = builders.running_tournament(cast.club, players=4, rounds=1)
    list(play_rounds(event, 1, seed=3, by=cast.director))
    event.refresh_from_db()
    path = files.store_archive("rehearsal", event)
    assert path is not None
    compared = rehearsal.compare(path, rehearsal.outcome(event))
    assert compared == rehearsal.Comparison(same_bytes=True, same_standings=True)
