"""Copies of the SQLite file and the way back to one. On PostgreSQL nothing is copied, and it says so."""

import errno
import html
import io
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, transaction
from django.urls import reverse
from django.utils import timezone

from club.models import Membership, Person, Role, User
from club.rights.accounts import erase_account
from club.rights.actions import erase, remove_copies_of_before
from phones.keys.actions import renew_key
from phones.keys.codes import code_of, entry_of
from phones.overview.actions import set_phones
from record import backups, journal
from record.refused import Refused
from record.verbs import Verb
from scoring.finishing.actions import finish
from scoring.models import CardSet
from scoring.sets.accepting import accept_set
from tests import builders
from tests.scoring import paper
from tournament.models import Tournament

# A copy is known by its migrations, which the quick loop leaves out.
BY_ITS_MIGRATIONS = pytest.mark.slow


def sqlite_error(name: str) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(name)
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    for old in backups.copies():
        old.path.unlink()
    tournament = builders.tournament(builders.cast().club, players=4)
    with transaction.atomic():
        journal.record(tournament, Verb.TOURNAMENT_CREATED, "tournament", by=None)
    return tournament


def on_sqlite() -> bool:
    return connection.vendor == "sqlite"


@BY_ITS_MIGRATIONS
def test_going_back_brings_back_the_old_state_and_keeps_the_newer_one(tournament: Tournament) -> None:
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


@BY_ITS_MIGRATIONS
def test_no_copy_brings_a_lost_phone_slip_back_to_life(tournament: Tournament) -> None:
    """Whoever found it would play as its owner; the slip that she has now goes on."""
    set_phones(tournament, mode="count", wifi="", by=None)
    if backups.copy("before a change") is None:
        assert not on_sqlite()
        return
    loser = tournament.entries.get(number=1)
    lost = code_of(loser).code
    renew_key(loser, by=None)
    call_command("go_back", "1")
    assert (entry_of(lost), entry_of(code_of(loser).code)) == (None, loser)


@BY_ITS_MIGRATIONS
def test_nobody_goes_back_under_a_program_that_serves(tournament: Tournament) -> None:
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


def test_the_list_names_the_tournament(tournament: Tournament, capsys: pytest.CaptureFixture[str]) -> None:
    backups.copy("round 1 complete", tournament)
    backups.copy("before going back to a copy")
    call_command("go_back")
    names = [line.split("  ")[-1] for line in capsys.readouterr().out.splitlines()]
    listed = ["before going back to a copy", "round 1 complete, Autumn Classic"]
    assert names[: len(backups.copies())] == (listed if on_sqlite() else [])


def test_the_copies_are_listed_also_where_the_database_is_broken(
    tournament: Tournament, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    backups.copy("round 1 complete", tournament)

    def broken(*_names: str) -> None:
        raise DatabaseError("no such table")

    monkeypatch.setattr(Tournament.objects, "values_list", broken)
    call_command("go_back")
    assert (f"round 1 complete, {tournament.slug}" in capsys.readouterr().out) == on_sqlite()


@BY_ITS_MIGRATIONS
def test_going_back_is_on_record_and_the_chain_holds(tournament: Tournament) -> None:
    if backups.copy("before a change") is None:
        assert not on_sqlite()
        return
    call_command("go_back", "1")
    tournament.refresh_from_db()
    assert [entry.verb for entry in tournament.chain()] == ["tournament-created", "went-back"]
    assert list(journal.verify(tournament)) == []


def test_only_the_newest_copies_are_kept(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "MOST_COPIES", 3)
    for number in range(5):
        backups.copy(f"copy {number}")
    reasons = [copy.reason for copy in backups.copies()]
    assert reasons == (["copy 4", "copy 3", "copy 2"] if on_sqlite() else [])


@BY_ITS_MIGRATIONS
def test_a_copy_taken_inside_a_transaction_has_the_state_before_it(
    tournament: Tournament, tmp_path: Path
) -> None:
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
    tournament: Tournament, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "copy.sqlite3"
    file.write_bytes(content)
    with pytest.raises(Refused):
        backups.restore(file)
    assert Tournament.objects.get().name == "Autumn Classic"


def test_a_copy_that_is_not_there_is_refused_with_a_sentence(tournament: Tournament) -> None:
    with pytest.raises(CommandError, match=r"no such file|PostgreSQL"):
        call_command("go_back", "99")


def test_without_room_for_a_copy_an_acceptance_counts_and_a_risky_act_waits(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = builders.running_tournament(tournament.club, players=4, rounds=1)
    director = User.objects.get(name="Dolores Ybarra")

    def no_room(_file: Path, _to: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups, "write_copy", no_room)
    accept_set(*paper.judged(small, paper.written()), by=director)
    assert CardSet.objects.get().state == CardSet.State.ACCEPTED
    with pytest.raises(Refused, match="Make room on it"):
        finish(small, by=director)
    assert Tournament.objects.get(pk=small.pk).finished_at is None
    assert not list(backups.folder().glob("*.part"))


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (OSError(errno.EROFS, "Read-only file system"), "can be read but not written"),
        (OSError(errno.EIO, "Input/output error"), "does not read or write as it should"),
        (sqlite_error("SQLITE_CORRUPT"), "The database file is damaged"),
        (sqlite_error("SQLITE_FULL"), "The disk is full. Make room on it"),
        (OSError("something else"), "something else"),
    ],
)
def test_why_a_copy_was_not_made_is_said_as_it_is_on_the_directors_page_too(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, failure: Exception, sentence: str
) -> None:
    def fail(_file: Path, _to: Path) -> None:
        raise failure

    page = reverse("manage", args=[tournament.slug])
    director = builders.signed_in(User.objects.get(name="Dolores Ybarra"))
    with monkeypatch.context() as broken:
        broken.setattr(backups, "write_copy", fail)
        if not on_sqlite():
            return
        with pytest.raises(Refused, match=sentence) as refused:
            backups.copy("before a change")
        assert ("Make room" in str(refused.value)) == ("full" in sentence)
    monkeypatch.setattr(backups, "_failure", None)  # as in every other process
    assert sentence in html.unescape(director.get(page).content.decode())
    backups.copy("before a change")
    assert "could not be copied" not in director.get(page).content.decode()


@pytest.mark.parametrize("wrong", [datetime(2037, 1, 1, tzinfo=UTC), datetime(1970, 1, 2, tzinfo=UTC)])
def test_no_clock_that_was_wrong_once_decides_which_copies_are_kept(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, wrong: datetime
) -> None:
    monkeypatch.setattr(backups, "MOST_COPIES", 3)
    for number in range(6):
        with monkeypatch.context() as clock:
            if number in (2, 3):
                clock.setattr(timezone, "now", lambda: wrong)
            backups.copy(f"copy {number}")
    reasons = [copy.reason for copy in backups.copies()]
    assert reasons == (["copy 5", "copy 4", "copy 3"] if on_sqlite() else [])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def overwrite(file: Path) -> None:
    file.write_bytes(b"nothing to read" * 1000)


def damage_pages(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:8192] + b"\xff" * 40_000 + content[48_192:])


@pytest.mark.slow
@pytest.mark.parametrize("lose", [empty, overwrite, damage_pages, Path.unlink])
def test_going_back_works_when_the_database_is_lost_and_keeps_what_is_left(
    tournament: Tournament, lose: Callable[[Path], object]
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


@BY_ITS_MIGRATIONS
def test_going_back_keeps_a_database_as_it_is_where_there_is_no_room_to_copy_it(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
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
    with sqlite3.connect(aside / backups.database_file().name) as database:
        assert database.execute("SELECT name FROM tournament_tournament").fetchall() == [("Changed",)]
    database.close()


@BY_ITS_MIGRATIONS
def test_going_back_does_not_push_out_the_copy_it_goes_back_to(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "MOST_COPIES", 2)
    copies = [backups.copy(f"copy {number}") for number in range(2)]
    if not on_sqlite():
        return
    call_command("go_back", "2")
    assert copies[0].exists()


@BY_ITS_MIGRATIONS
def test_a_copy_of_a_later_version_is_refused_before_anything_is_touched(tournament: Tournament) -> None:
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


@BY_ITS_MIGRATIONS
def test_whoever_was_erased_since_is_erased_again_after_going_back(tournament: Tournament) -> None:
    person = tournament.entries.get(number=1).person
    backups.copy("before a change", tournament)
    erase(person, instead="Former player 1", by=None)
    account = builders.user("ida", "Ida Klein")
    membership = Membership.objects.create(club=tournament.club, user=account, role=Role.SCOREKEEPER)
    backups.copy("before another change", tournament)
    erase_account(account, by=None)
    call_command("go_back", str(backups.copies()[1].path))
    assert User.objects.get(pk=account.pk).name == "Former scorekeeper 1"
    assert list(Membership.objects.filter(pk=membership.pk)) == []
    call_command("go_back", str(backups.copies()[-1].path))
    assert Person.objects.get(pk=person.pk).name == "Former player 1"
    assert list(journal.verify(Tournament.objects.get(pk=tournament.pk))) == []


@pytest.mark.slow
def test_copies_with_the_name_go_with_it_where_that_is_asked_for(tournament: Tournament) -> None:
    backups.copy("before a change", tournament)
    erase(tournament.entries.get(number=1).person, instead="Former player 1", by=None, remove_copies=True)
    assert [copy.reason for copy in backups.copies()] == ["after an erasure"]


@pytest.mark.slow
def test_copies_with_the_name_go_a_month_later_and_the_newest_stays(tournament: Tournament) -> None:
    backups.copy("before a change", tournament)
    erase(tournament.entries.get(number=1).person, instead="Former player 1", by=None)
    now = timezone.now()
    remove_copies_of_before(now + timedelta(days=29))
    assert [copy.reason for copy in backups.copies()] == ["after an erasure", "before a change"]
    remove_copies_of_before(now + timedelta(days=31))
    assert [copy.reason for copy in backups.copies()] == ["after an erasure"]


@pytest.mark.slow
def test_an_erased_name_is_in_no_byte_of_the_database_its_log_and_the_copy(tournament: Tournament) -> None:
    file = backups.database_file()
    if file is None:
        return
    person = tournament.entries.get(number=1).person
    Person.objects.filter(pk=person.pk).update(name="Wilhelmina Ostrander", phone="555-0199")

    def with_the_name() -> list[str]:
        stored = [*file.parent.glob(f"{file.name}*"), *(copy.path for copy in backups.copies())]
        return [path.name for path in stored if b"Ostrander" in path.read_bytes()]

    assert with_the_name() != []
    erase(Person.objects.get(pk=person.pk), instead="Former player 1", by=None, remove_copies=True)
    assert (with_the_name(), len(backups.copies())) == ([], 1)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        assert cursor.fetchone() == (1,)
