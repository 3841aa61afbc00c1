"""Copies of the SQLite file and the way back to one. On PostgreSQL nothing is copied, and it says so."""

import errno
import html
import io
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, transaction
from django.urls import reverse
from django.utils import timezone

from scoring.finishing.actions import finish
from scoring.models import CardSet
from scoring.sets.accepting import accept_set
from tests import builders
from tests.scoring import paper
from tournament import backups, journal
from tournament.models import Tournament, User
from tournament.refused import Refused
from tournament.verbs import Verb


def sqlite_error(name: str) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(name)
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


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
    with pytest.raises(Refused, match="Make room on it"):
        finish(tournament, by=director)
    assert Tournament.objects.get(pk=tournament.pk).finished_at is None
    assert not list(backups.folder().glob("*.part"))


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (OSError(errno.EROFS, "Read-only file system"), "can be read but not written"),
        (OSError(errno.EIO, "Input/output error"), "does not read or write as it should"),
        (sqlite_error("SQLITE_CORRUPT"), "The database file is damaged"),
        (sqlite_error("SQLITE_FULL"), "The disk is full. Make room on it"),
        (OSError("something else"), "something else"),
    ],
)
def test_why_a_copy_was_not_made_is_said_as_it_is_on_the_directors_page_too(
    made: Tournament, monkeypatch: pytest.MonkeyPatch, failure: Exception, said: str
) -> None:
    def fail(_file: Path, _to: Path) -> None:
        raise failure

    page = reverse("manage", args=[made.slug])
    director = builders.signed_in(User.objects.get(name="Dolores Ybarra"))
    with monkeypatch.context() as broken:
        broken.setattr(backups, "write_copy", fail)
        if not on_sqlite():
            return
        with pytest.raises(Refused, match=said) as refused:
            backups.copy("before a change")
        assert ("Make room" in str(refused.value)) == ("full" in said)
    assert said in html.unescape(director.get(page).content.decode())
    backups.copy("before a change")
    assert "could not be copied" not in director.get(page).content.decode()


@pytest.mark.parametrize("wrong", [datetime(2037, 1, 1, tzinfo=UTC), datetime(1970, 1, 2, tzinfo=UTC)])
def test_no_clock_that_was_wrong_once_decides_which_copies_are_kept(
    made: Tournament, monkeypatch: pytest.MonkeyPatch, wrong: datetime
) -> None:
    monkeypatch.setattr(backups, "MOST_COPIES", 3)
    for number in range(6):
        with monkeypatch.context() as clock:
            if number in (2, 3):
                clock.setattr(timezone, "now", lambda: wrong)
            backups.copy(f"copy {number}")
    kept = [copy.reason for copy in backups.copies()]
    assert kept == (["copy 5", "copy 4", "copy 3"] if on_sqlite() else [])


def test_copies_of_version_0_1_0_come_after_the_numbered_ones(made: Tournament) -> None:
    copied = backups.copy("new")
    if copied is None:
        assert not on_sqlite()
        return
    old = copied.with_name("20301122-150000-000000-round-1-complete.sqlite3")
    old.write_bytes(copied.read_bytes())
    assert [copy.reason for copy in backups.copies()] == ["new", "round 1 complete"]


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def overwritten(file: Path) -> None:
    file.write_bytes(b"nothing to read" * 1000)


def holed(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:8192] + b"\xff" * 40_000 + content[48_192:])


@pytest.mark.parametrize("lose", [emptied, overwritten, holed, Path.unlink])
def test_going_back_works_when_the_database_is_lost_and_keeps_what_is_left(
    made: Tournament, lose: Callable[[Path], object]
) -> None:
    copied = backups.copy("before a change")
    file = backups.database_file()
    if copied is None or file is None:
        assert not on_sqlite()
        return
    lost_in_between = [*file.parent.glob("set-aside-*")]
    connections.close_all()
    for log in file.parent.glob(f"{file.name}-*"):
        log.unlink()
    lose(file)
    left = file.read_bytes() if file.exists() else None
    call_command("go_back", "1")
    assert Tournament.objects.get().name == "Autumn Classic"
    aside = [folder for folder in file.parent.glob("set-aside-*") if folder not in lost_in_between]
    assert [(folder / file.name).read_bytes() for folder in aside] == ([] if left is None else [left])


def test_going_back_keeps_a_database_as_it_is_where_there_is_no_room_to_copy_it(
    made: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = backups.copy("before a change")
    if copied is None:
        assert not on_sqlite()
        return
    plain = backups.write_copy

    def no_second_copy(file: Path, to: Path) -> None:
        if to.parent == copied.parent:
            raise OSError(errno.ENOSPC, "No space left on device")
        plain(file, to)

    Tournament.objects.update(name="Changed")
    monkeypatch.setattr(backups, "write_copy", no_second_copy)
    out = io.StringIO()
    call_command("go_back", "1", stdout=out)
    assert Tournament.objects.get().name == "Autumn Classic"
    aside = Path(copied.parent.parent / out.getvalue().split("kept as ")[1].strip().rstrip("."))
    monkeypatch.undo()
    with sqlite3.connect(aside / backups.database_file().name) as kept:
        assert kept.execute("SELECT name FROM tournament_tournament").fetchall() == [("Changed",)]
    kept.close()


def test_going_back_does_not_push_out_the_copy_it_goes_back_to(
    made: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "MOST_COPIES", 2)
    copies = [backups.copy(f"copy {number}") for number in range(2)]
    if not on_sqlite():
        return
    call_command("go_back", "2")
    assert copies[0].exists()


def test_a_copy_of_a_later_version_is_refused_before_anything_is_touched(made: Tournament) -> None:
    copied = backups.copy("before a change")
    if copied is None:
        assert not on_sqlite()
        return
    with sqlite3.connect(copied) as later:
        later.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '0999_later', '2030')"
        )
    later.close()
    Tournament.objects.update(name="Changed")
    with pytest.raises(CommandError, match="another version of Charleston"):
        call_command("go_back", "1")
    assert Tournament.objects.get().name == "Changed"
