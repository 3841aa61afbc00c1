"""Big packs are made in a process of their own and say how far they are; the fallback is made by itself."""

from __future__ import annotations

import datetime
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from paper import packs, prints, views
from paper.models import Pack
from paper.packs import due, fallback_at_hand, look, make
from paper.prints import count_pages
from paper.sheets.registry import BY_NAME
from paper.sheets.sheet import PrintJob
from record.archive import files
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=8)
    Tournament.objects.update(date=timezone.localdate(), drawn_at=timezone.now())
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Pack]:
    """The packs that were asked for; nothing makes them."""
    begun: list[Pack] = []
    monkeypatch.setattr(packs, "start", lambda: None)
    monkeypatch.setattr(views, "start", lambda: None)
    entering = packs.enter

    def enter(*asked: Any, **by: Any) -> Pack:
        begun.append(entering(*asked, **by))
        return begun[-1]

    monkeypatch.setattr(packs, "enter", enter)
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


@pytest.mark.slow
def test_a_big_pack_is_followed_until_it_is_there(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    answer = director.post(address("print-all", tournament), {"pack": "round", "round": "1", "paper": "a4"})
    (pack,) = started
    page = address("print-pack", tournament, pack.pk)
    assert answer.url == page
    assert "Yours is next." in director.get(page).content.decode()
    assert director.get(address("print-pack-file", tournament, pack.pk)).url == page
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
    page = director.post(address("print-all", tournament), {"pack": "round", "round": "1"}).url
    assert '<noscript><meta http-equiv="refresh"' in director.get(page).content.decode()
    part = director.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'hx-trigger="load delay:1s"' in part


def test_one_whose_process_is_gone_says_so(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    page = director.post(address("print-all", tournament), {"pack": "round", "round": "1"}).url
    Pack.objects.update(began_at=timezone.now() - datetime.timedelta(minutes=11))
    assert "This was not made" in director.get(page).content.decode()


def test_what_cannot_be_made_says_why(
    director: Client, cast: builders.Cast, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", -1)
    planned = builders.tournament(cast.club)
    page = director.post(address("print-all", planned), {"pack": "morning"}).url
    make(started[0])
    assert "There is nothing to print" in director.get(page).content.decode()


@pytest.mark.slow
def test_one_queue_says_how_many_files_go_before(
    director: Client,
    cast: builders.Cast,
    tournament: Tournament,
    started: list[Pack],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the whole installation; what nobody asked for comes last."""
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    look()
    other = builders.running_tournament(cast.club, players=8)
    pages = [
        director.post(address("print-all", event), {"pack": "round", "round": "1"}).url
        for event in (other, tournament, tournament)
    ]
    assert [pack.pk for pack in packs.waiting()] == [pack.pk for pack in (*started[1:], started[0])]
    said = [
        re.search(r"Yours is next|\d files? before yours", director.get(page).content.decode())
        for page in pages
    ]
    assert [words and words[0] for words in said] == [
        "Yours is next",
        "1 file before yours",
        "2 files before yours",
    ]


@pytest.mark.slow
def test_a_cleared_file_says_so_and_is_made_again(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is kept may have so many bytes: of two files the older one goes, and after a day the other too."""
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    pages = []
    for _time in range(2):
        pages.append(
            director.post(
                address("print-all", tournament), {"pack": "round", "round": "1", "paper": "a4"}
            ).url
        )
        packs.make_waiting()
    sizes = [len(bytes(pack.content)) for pack in Pack.objects.order_by("pk")]
    monkeypatch.setattr(packs, "MOST_BYTES", sum(sizes) - 1)
    packs.clear_old_files()
    assert ["Make it again" in director.get(page).content.decode() for page in pages] == [True, False]
    assert director.get(pages[0] + "file.pdf").url == pages[0]
    fields = r'name="(pack|paper|language|round)" value="([^"]*)"'
    hidden = dict(re.findall(fields, director.get(pages[0]).content.decode()))
    assert hidden == {"pack": "round", "paper": "a4", "language": "en", "round": "1"}
    assert director.post(address("print-all", tournament), hidden).url == address(
        "print-pack", tournament, started[-1].pk
    )
    later(25 * 60)
    packs.clear_old_files()
    assert not Pack.objects.filter(content__isnull=False).exists()


@pytest.mark.slow
def test_a_sheet_of_one_page_is_made_at_once_whatever_the_fields_size(
    director: Client, tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "BIG_FIELD", 4)
    monkeypatch.setattr(prints, "FEW_ITEMS", 5)
    sent = {"paper": "us-letter", "language": "en"}

    def kinds() -> list[str]:
        return [
            director.post(address("print-sheet", tournament, name), sent).get("Content-Type", "")
            for name in ("announcements", "all-by-name")
        ]

    assert kinds() == ["application/pdf", "text/html; charset=utf-8"]
    count_pages(BY_NAME["all-by-name"], PrintJob(tournament))
    assert kinds() == ["application/pdf", "application/pdf"]


@pytest.mark.slow
def test_the_morning_and_the_end_are_one_file_each(director: Client, tournament: Tournament) -> None:
    answer = director.post(
        address("print-all", tournament), {"pack": "morning", "paper": "a4", "language": "en"}
    )
    assert answer["Content-Type"] == "application/pdf"
    assert set(tournament.printed.values_list("sheet", flat=True)) == {
        "sign-in",
        "badges",
        "table-signs",
        "movement",
    }
    assert director.post(address("print-all", tournament), {"pack": "lunch"}).status_code == 404


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


@pytest.mark.slow
def test_taking_the_fallback_gives_the_file_that_is_there(
    director: Client, tournament: Tournament, started: list[Pack]
) -> None:
    look()
    make(started[0])
    content = bytes(Pack.objects.get().content)
    assert director.post(address("print-fallback", tournament)).content == content
    assert tournament.printed.get(sheet="fallback").digest == Pack.objects.get().digest


def test_the_process_is_this_programs_own(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    """One, however often somebody looks before it is at work."""
    commands = []

    class Process:
        status: int | None = None

        def __init__(self, command: list[str], **options: Any) -> None:
            commands.append(command[1:])

        def poll(self) -> int | None:
            return self.status

    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(packs, "_begun", None)
    look()
    packs.start()
    assert commands == [[str(packs.PROGRAM), "make_packs"]]
    monkeypatch.setattr(Process, "status", 0)
    packs.start()
    assert len(commands) == 2
    assert packs.waiting().get() == Pack.objects.get()
    assert packs.PROGRAM.is_file()


@pytest.mark.slow
def test_the_command_makes_it_behind_everything_else(
    tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    look()
    niceness: list[int] = []
    monkeypatch.setattr("os.nice", niceness.append)
    call_command("make_packs")
    assert (niceness, bytes(Pack.objects.get().content)[:5]) == ([10], b"%PDF-")


@pytest.mark.slow
def test_a_pack_is_made_where_nothing_can_be_locked(
    tournament: Tournament, started: list[Pack], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A container's own files cannot be written, and its folder of archives may be full or away."""
    (tmp_path / "archives").write_text("no folder")
    monkeypatch.setattr(files, "folder", lambda: tmp_path / "archives")
    monkeypatch.setattr("os.nice", lambda _more: 0)
    look()
    call_command("make_packs")
    assert bytes(Pack.objects.get().content)[:5] == b"%PDF-"


def test_a_look_at_a_database_that_is_away_is_followed_by_the_next_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(packs, "close_old_connections", away)
    packs._look_whatever_happens()
    assert [record.message for record in caplog.records] == ["The fallback could not be looked after"]
