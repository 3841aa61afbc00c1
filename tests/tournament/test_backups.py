"""Copies of the SQLite file and the way back to one. On PostgreSQL nothing is copied, and it says so."""

import errno
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from scoring.finishing.actions import finish
from scoring.models import CardSet
from scoring.sets.accepting import accept_set
from tests import builders
from tests.scoring import paper
from tournament import backups, journal
from tournament.models import Tournament, User
from tournament.refused import Refused
from tournament.verbs import Verb

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def made() -> Tournament:
    for old in backups.copies():
        old.path.unlink()
    made = builders.tournament(builders.cast().club, players=4)
    with transaction.atomic():
        journal.record(made, Verb.TOURNAMENT_CREATED, "tournament", by=None)
    return made


def on_sqlite() -> bool:
    return connection.vendor == "sqlite"


def test_going_back_brings_back_the_old_state_and_keeps_the_newer_one(made: Tournament) -> None:
    if not on_sqlite():
        assert backups.copy("before a change") is None
        with pytest.raises(CommandError, match="PostgreSQL"):
            call_command("go_back", "anything.sqlite3")
        return
    backups.copy("before a change")
    Tournament.objects.update(name="Changed")
    call_command("go_back", "1")
    assert Tournament.objects.get().name == "Autumn Classic"
    assert [copy.reason for copy in backups.copies()] == ["before going back to a copy", "before a change"]
    call_command("go_back", "1")
    assert Tournament.objects.get().name == "Changed"


def test_nobody_goes_back_under_a_program_that_serves(made: Tournament) -> None:
    if backups.copy("before a change") is None:
        assert not on_sqlite()
        return
    Tournament.objects.update(name="Changed")
    with backups.serving(), backups.serving(), pytest.raises(CommandError, match="running on this database"):
        call_command("go_back", "1")
    assert (Tournament.objects.get().name, len(backups.copies())) == ("Changed", 1)
    with backups.alone(), pytest.raises(Refused, match="Start again in a moment"), backups.serving():
        pass
    call_command("go_back", "1")
    assert Tournament.objects.get().name == "Autumn Classic"


def test_the_list_names_the_tournament(made: Tournament, capsys: pytest.CaptureFixture[str]) -> None:
    backups.copy("round 1 complete", made)
    backups.copy("before going back to a copy")
    call_command("go_back")
    said = [line.split("  ")[-1] for line in capsys.readouterr().out.splitlines()]
    listed = ["before going back to a copy", "round 1 complete, Autumn Classic"]
    assert said[: len(backups.copies())] == (listed if on_sqlite() else [])


def test_the_copies_are_listed_also_where_the_database_is_broken(
    made: Tournament, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    backups.copy("round 1 complete", made)

    def broken(*_names: str) -> None:
        raise DatabaseError("no such table")

    monkeypatch.setattr(Tournament.objects, "values_list", broken)
    call_command("go_back")
    assert (f"round 1 complete, {made.slug}" in capsys.readouterr().out) == on_sqlite()


def test_going_back_is_on_record_and_the_chain_holds(made: Tournament) -> None:
    if backups.copy("before a change") is None:
        assert not on_sqlite()
        return
    call_command("go_back", "1")
    made.refresh_from_db()
    assert [entry.verb for entry in journal.chain(made)] == ["tournament-created", "went-back"]
    assert list(journal.verify(made)) == []


def test_only_the_newest_copies_are_kept(made: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "MOST_COPIES", 3)
    for number in range(5):
        backups.copy(f"copy {number}")
    kept = [copy.reason for copy in backups.copies()]
    assert kept == (["copy 4", "copy 3", "copy 2"] if on_sqlite() else [])


def test_a_copy_taken_inside_a_transaction_has_the_state_before_it(made: Tournament, tmp_path: Path) -> None:
    with transaction.atomic():
        Tournament.objects.update(name="Changed")
        copied = backups.copy("inside")
    if copied is None:
        assert not on_sqlite()
        return
    call_command("go_back", str(copied))
    assert Tournament.objects.get().name == "Autumn Classic"


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 not a database", b"SQLite format 3\0 but cut off"])
def test_a_file_that_is_no_copy_is_refused_and_nothing_changes(
    made: Tournament, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "copy.sqlite3"
    file.write_bytes(content)
    with pytest.raises(Refused):
        backups.restore(file)
    assert Tournament.objects.get().name == "Autumn Classic"


def test_a_copy_that_is_not_there_is_refused_with_a_sentence(made: Tournament) -> None:
    with pytest.raises(CommandError, match=r"no such file|PostgreSQL"):
        call_command("go_back", "99")


def test_without_room_for_a_copy_an_acceptance_counts_and_a_risky_act_waits(
    made: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = builders.running_tournament(made.club, players=4, rounds=1)
    director = User.objects.get(name="Dolores Ybarra")

    def no_room(_file: Path, _to: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups, "write_copy", no_room)
    accept_set(*paper.judged(tournament, paper.written()), by=director)
    assert CardSet.objects.get().state == CardSet.State.ACCEPTED
    with pytest.raises(Refused, match="Make room on the disk"):
        finish(tournament, by=director)
    assert Tournament.objects.get(pk=tournament.pk).finished_at is None
    assert not list(backups.folder().glob("*.part"))
