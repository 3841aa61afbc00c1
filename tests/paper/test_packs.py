"""Big packs are made in a process of their own and say how far they are; the fallback is made by itself."""

from __future__ import annotations

import datetime
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from paper import packs
from paper.models import Pack
from paper.packs import due, fallback_at_hand, look, make
from tests import builders
from tournament.archive import files
from tournament.models import Person, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8)
    Tournament.objects.update(date=timezone.localdate(), drawn_at=timezone.now())
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Pack]:
    """The packs whose process would have begun."""
    begun: list[Pack] = []
    monkeypatch.setattr(packs, "start", begun.append)
    return begun


def address(name: str, tournament: Tournament, *parts: Any) -> str:
    return reverse(name, args=[tournament.slug, *parts])


def rename_player(tournament: Tournament) -> None:
    Person.objects.filter(entries=tournament.entries.get(number=8)).update(name="Zoe New")
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    tournament.refresh_from_db()


def later(minutes: int) -> None:
    for pack in Pack.objects.all():
        Pack.objects.filter(pk=pack.pk).update(asked_at=pack.asked_at - datetime.timedelta(minutes=minutes))


def test_a_big_pack_is_followed_until_it_is_there(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    answer = director.post(address("print-round", tournament), {"round": "1", "paper": "a4"})
    (pack,) = started
    page = address("print-pack", tournament, pack.pk)
    assert answer.url == page
    assert "Waiting for its turn" in director.get(page).content.decode()
    assert director.get(address("print-pack-file", tournament, pack.pk)).status_code == 404
    make(pack)
    pack.refresh_from_db()
    assert (pack.done, pack.total, pack.trouble) == (4, 4, "")
    assert "Open the PDF" in director.get(page).content.decode()
    assert director.get(address("print-pack-file", tournament, pack.pk)).content.startswith(b"%PDF-")
    assert tournament.printed.filter(sheet="score-cards", paper="a4").exists()


def test_a_page_that_renews_itself_without_scripts(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    page = director.post(address("print-round", tournament), {"round": "1"}).url
    assert '<noscript><meta http-equiv="refresh"' in director.get(page).content.decode()
    part = director.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'hx-trigger="load delay:1s"' in part


def test_one_whose_process_is_gone_says_so(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    page = director.post(address("print-round", tournament), {"round": "1"}).url
    later(11)
    assert "Nothing came of this" in director.get(page).content.decode()


def test_what_cannot_be_made_says_why(
    director: Client, cast: builders.Cast, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", -1)
    planned = builders.tournament(cast.club)
    page = director.post(address("print-sheet", planned, "badges"), {"paper": "a4", "language": "en"}).url
    make(started[0])
    assert "There is nothing to print" in director.get(page).content.decode()


def test_few_packs_are_kept_and_none_for_long(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    for _time in range(6):
        director.post(address("print-round", tournament), {"round": "1"})
    assert Pack.objects.count() == packs.MOST_KEPT
    later(61)
    director.post(address("print-round", tournament), {"round": "1"})
    assert Pack.objects.count() == 1


@pytest.mark.slow
def test_the_fallback_is_made_by_itself_at_most_every_five_minutes(
    tournament: Tournament, started: list[Pack]
) -> None:
    assert (look(), look()) == (1, 0)
    make(started[0])
    later(6)
    assert look() == 0, "nothing changed"
    rename_player(tournament)
    assert fallback_at_hand(tournament) is None
    assert look() == 1
    make(started[1])
    assert Pack.objects.get().pk == started[1].pk, "the older file is gone"
    fallback = fallback_at_hand(tournament)
    assert fallback is not None
    assert fallback.pdf.startswith(b"%PDF-")
    rename_player(tournament)
    Person.objects.filter(name="Zoe New").update(name="Zoe Newer")
    assert not due(tournament), "five minutes are not over"
    later(6)
    assert due(tournament)


def test_after_a_restart_what_nobody_finished_is_made_again(
    tournament: Tournament, started: list[Pack]
) -> None:
    look()
    Pack.objects.update(began_at=timezone.now())
    later(6)
    assert look() == 1


def test_a_tournament_that_is_over_or_not_drawn_has_none(tournament: Tournament, started: list[Pack]) -> None:
    for values in (
        {"finished_at": timezone.now()},
        {"finished_at": None, "drawn_at": None},
        {"drawn_at": timezone.now(), "date": timezone.localdate() - datetime.timedelta(days=2)},
    ):
        Tournament.objects.filter(pk=tournament.pk).update(**values)
        assert look() == 0


def test_taking_the_fallback_gives_the_file_that_is_there(
    director: Client, tournament: Tournament, started: list[Pack]
) -> None:
    look()
    make(started[0])
    content = bytes(Pack.objects.get().content)
    assert director.post(address("print-fallback", tournament)).content == content
    assert tournament.printed.get(sheet="fallback").digest == Pack.objects.get().digest


def test_the_process_is_this_programs_own(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []

    class Process:
        def __init__(self, command: list[str], **options: Any) -> None:
            commands.append(command)

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Process)
    look()
    pack = Pack.objects.get()
    assert commands[0][1:] == [str(packs.PROGRAM), "make_pack", str(pack.pk)]
    assert packs.PROGRAM.is_file()


def test_the_command_makes_it_behind_everything_else(
    tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    look()
    niceness: list[int] = []
    monkeypatch.setattr("os.nice", niceness.append)
    call_command("make_pack", str(started[0].pk))
    assert (niceness, bytes(Pack.objects.get().content)[:5]) == ([15], b"%PDF-")


def test_a_pack_is_made_where_nothing_can_be_locked(
    tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A container's own files cannot be written, and its folder of archives may be full or away."""
    (tmp_path / "archives").write_text("no folder")
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")
    monkeypatch.setattr("os.nice", lambda _more: 0)
    look()
    call_command("make_pack", str(started[0].pk))
    assert bytes(Pack.objects.get().content)[:5] == b"%PDF-"


def test_a_look_at_a_database_that_is_away_is_followed_by_the_next_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(packs, "close_old_connections", away)
    packs._look_whatever_happens()
    assert [record.message for record in caplog.records] == ["The fallback could not be looked after"]
