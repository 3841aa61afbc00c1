"""Archives are made by themselves, bounded, also in a named folder, and rehearsed beside the event."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from demo.simulation import play_rounds
from paper import packs
from record.archive import files, uploads
from record.archive.files import copy_and_archive, last_archive, last_rehearsal
from record.archive.reading import parse
from record.archive.writing import archive
from record.models import Rehearsal
from scoring.finishing.actions import finish
from scoring.sets.accepting import accept_set
from scoring.sets.queries import get_desk_table
from scoring.sets.writing_off import write_off
from tests import builders
from tests.scoring import paper
from tournament.archive import rehearsal
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=4, rounds=1)


def reasons(tournament: Tournament | None = None) -> list[str]:
    return [item.reason for item in files.archive_files(tournament)]


@pytest.mark.slow
def test_after_each_round_and_before_a_risky_act(
    cast: builders.Cast, tournament: Tournament, django_capture_on_commit_callbacks: Any
) -> None:
    assert last_archive(tournament) is None
    with django_capture_on_commit_callbacks(execute=True):
        list(play_rounds(tournament, 1, seed=3, by=cast.director))
    finish(tournament, by=cast.director)
    assert reasons(tournament) == ["before the finish", "round 1 complete"]
    newest = files.archive_files(tournament)[0]
    assert last_archive(tournament) == newest.at
    assert parse(newest.path.read_bytes()).tournament["finished_at"] is None
    assert list(newest.path.parent.glob("*.part")) == []


def test_after_a_round_whose_last_table_is_written_off(
    cast: builders.Cast, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    with django_capture_on_commit_callbacks(execute=True):
        accept_set(*paper.judged(tournament, number=1), by=cast.scorekeeper)
    assert reasons(tournament) == []
    tournament.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        write_off(get_desk_table(tournament, 1, 2), reason="lost", by=cast.director)
    assert reasons(tournament) == ["round 1 complete"]


def test_after_the_last_set_of_a_round_with_a_table_written_off(
    cast: builders.Cast, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1)
    with django_capture_on_commit_callbacks(execute=True):
        write_off(get_desk_table(tournament, 1, 2), reason="lost", by=cast.director)
    assert reasons(tournament) == []
    tournament.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        accept_set(*paper.judged(tournament, number=1), by=cast.scorekeeper)
    assert reasons(tournament) == ["round 1 complete"]


@pytest.mark.slow
def test_they_are_bounded_in_number_and_size_and_the_newest_of_each_stays(
    cast: builders.Cast, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = builders.tournament(cast.club)
    files.store_archive("the only one", other)
    for number in range(files.MOST_ARCHIVES + 3):
        files.store_archive(f"round {number} complete", tournament)
    assert len(reasons(tournament)) == files.MOST_ARCHIVES
    assert reasons(other) == ["the only one"]
    monkeypatch.setattr(files, "MOST_BYTES", 1)
    files.store_archive("the last", tournament)
    assert (reasons(tournament), reasons(other)) == (["the last"], ["the only one"])


def test_the_named_folder_has_them_without_contact_data(
    tournament: Tournament, tmp_path: Path, settings: Any
) -> None:
    settings.ARCHIVE_FOLDER = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    file = files.store_archive("rehearsal", tournament)
    (there,) = files.archive_files(tournament, within=tmp_path / "stick")
    assert there.path.read_bytes() == archive(tournament)
    assert file is not None
    assert file.read_bytes() == archive(tournament, contacts=True)


@pytest.mark.slow
def test_a_stick_that_was_pulled_out_is_said_and_stops_nothing(
    director: Client, cast: builders.Cast, tournament: Tournament, tmp_path: Path, settings: Any
) -> None:
    settings.ARCHIVE_FOLDER = str(tmp_path / "stick")
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    finish(tournament, by=cast.director)
    assert reasons(tournament) == ["before the finish"]
    for page in ("manage", "archives"):
        assert "stick is plugged in" in director.get(reverse(page, args=[tournament.slug])).content.decode()
    (tmp_path / "stick").mkdir()
    files.store_archive("again", tournament)
    assert files.last_failure(tournament) is None


@pytest.mark.slow
def test_a_full_disk_is_said_and_stops_nothing(
    cast: builders.Cast, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_whole", full)
    list(play_rounds(tournament, 1, seed=3, by=cast.director))
    finish(tournament, by=cast.director)
    tournament.refresh_from_db()
    failure = files.last_failure(tournament)
    assert tournament.finished_at is not None
    assert failure is not None
    assert "The disk is full" in failure.sentence


def test_a_file_of_another_name_is_left_alone(tournament: Tournament) -> None:
    files.store_archive("first", tournament)
    foreign = files.folder() / "holiday.jsonl"
    foreign.write_text("mine")
    files.store_archive("second", tournament)
    assert foreign.read_text() == "mine"
    assert reasons() == ["second", "first"]


# The rehearsal.


def test_the_live_database_is_not_rehearsed_in(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("rehearse", str(tmp_path / "archive.jsonl"))


def test_a_rehearsal_that_ends_badly_is_said(
    director: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "compare", lambda *_arguments: rehearsal.Comparison(same_bytes=True))
    rehearsal.carry_out(begin_rehearsal(tournament).pk, Path("archive.jsonl"), [])
    today = director.get(reverse("manage", args=[tournament.slug])).content.decode()
    assert "not the same" in today
    rehearsal.carry_out(begin_rehearsal(tournament).pk, None, [])
    page = director.get(reverse("archives", args=[tournament.slug])).content.decode()
    assert "could not be brought back" in page
    assert tournament.rehearsals.count() == 1


def begin_rehearsal(tournament: Tournament, at: datetime | None = None) -> Rehearsal:
    """A rehearsal that another web process has begun: nothing of it is known here but its row."""
    return Rehearsal.objects.create(tournament=tournament, begun_at=at or timezone.now())


@pytest.mark.slow
def test_it_is_under_way_and_done_for_every_web_process(
    director: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out: list[int] = []
    monkeypatch.setattr(rehearsal, "in_background", lambda key, *_arguments: carried_out.append(key))
    monkeypatch.setattr(rehearsal, "compare", lambda *_arguments: rehearsal.Comparison(True, True))
    address = reverse("archives", args=[tournament.slug])
    assert last_rehearsal() is None
    elsewhere = begin_rehearsal(tournament)
    assert "The backup test started at" in director.get(address).content.decode()
    director.post(reverse("archive-rehearse", args=[tournament.slug]), {"stamp": builders.stamp()})
    assert (carried_out, tournament.rehearsals.count()) == ([], 1)
    rehearsal.carry_out(elsewhere.pk, Path("archive.jsonl"), [])
    elsewhere.refresh_from_db()
    assert last_rehearsal() == elsewhere.ended_at
    assert "everything came back" in director.get(reverse("manage", args=[tournament.slug])).content.decode()
    director.post(reverse("archive-rehearse", args=[tournament.slug]), {"stamp": builders.stamp()})
    assert carried_out == [tournament.rehearsals.get(ended_at=None).pk]


def test_one_whose_process_is_gone_stops_no_other(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "in_background", lambda *_arguments: None)
    long_ago = begin_rehearsal(tournament, timezone.now() - timedelta(seconds=rehearsal.LONGEST))
    assert rehearsal.under_way(tournament) is None
    assert rehearsal.begin(tournament) is True
    assert rehearsal.begin(tournament) is False
    assert list(tournament.rehearsals.filter(pk=long_ago.pk)) == []


def test_one_of_a_tournament_that_is_gone_keeps_nothing(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "compare", lambda *_arguments: rehearsal.Comparison(True, True))
    rehearsed = begin_rehearsal(tournament)
    rehearsed.delete()
    rehearsal.carry_out(rehearsed.pk or 0, Path("archive.jsonl"), [])
    assert Rehearsal.objects.count() == 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_is_carried_out_in_the_background(
    cast: builders.Cast, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "compare", lambda *_arguments: rehearsal.Comparison(True, True))
    assert rehearsal.begin(tournament) is True
    for thread in threading.enumerate():
        if thread.name.startswith("rehearsal "):
            thread.join(20)
    assert tournament.rehearsals.get().is_good


def test_the_archive_is_there_on_every_database_and_the_copy_only_on_sqlite(tournament: Tournament) -> None:
    copy_and_archive("round 1 complete", tournament)
    assert reasons(tournament) == ["round 1 complete"]


def test_an_archive_handed_in_and_not_restored_goes_after_a_day(cast: builders.Cast) -> None:
    """Looked at every half minute while the program runs, and at its start: it may have names and contact data."""
    for content in (b"of yesterday", b"of today"):
        uploads.park(cast.club, content, by=cast.director)
    yesterday = uploads.parked_path(cast.club, hashlib.sha256(b"of yesterday").hexdigest(), cast.director)
    os.utime(yesterday, (0, time.time() - uploads.KEPT_FOR - 1))
    packs._look_whatever_happens()
    left = [path.read_bytes() for path in yesterday.parent.iterdir()]
    assert left == [b"of today"]
