"""How a file of players is read: columns, sheet and encoding by hand, and what no file can be."""

import io

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournament.roster.importing import address, apply, entered, upload
from tournament.models import RosterUpload, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.tournament(cast.club)


@pytest.mark.slow
def test_columns_by_hand(director: Client, tournament: Tournament) -> None:
    page = upload(director, tournament, "a;b;c\nLee;Ann;9\nLi;Bo;8\n")
    assert page.context["difference"] is not None
    reading = {"encoding": "utf-8", "separator": ";", "header": "1"}
    fields = {"column_0": "last_name", "column_1": "first_name", "column_2": "number"}
    assert director.post(address("roster-columns", tournament), {**reading, **fields}).status_code == 302
    apply(director, tournament)
    assert entered(tournament) == [(8, "Bo Li", "registered"), (9, "Ann Lee", "registered")]


TITLED = "Spring Open\nRegistered players\nNo,Name\n7,Ann Lee\n8,Bo Li\n"


def test_titles_above_the_columns_are_left_out_and_said(director: Client, tournament: Tournament) -> None:
    page = upload(director, tournament, TITLED)
    assert [roster_line.line.name for roster_line in page.context["difference"].new] == ["Ann Lee", "Bo Li"]
    text = builders.one_line(page.content.decode())
    assert "2 lines above the column headings are left out:" in text
    assert "<bdi>Spring Open</bdi>; <bdi>Registered players</bdi>" in text


def test_another_row_may_name_the_columns(director: Client, tournament: Tournament) -> None:
    """The columns are guessed anew from it, unless they were said in the same breath."""
    upload(director, tournament, "First;Last\nPlayer;Town\nAnn Lee;Reno\n")
    reading = {
        "encoding": "utf-8",
        "separator": ";",
        "header": "2",
        "column_0": "first_name",
        "column_1": "last_name",
    }
    assert director.post(address("roster-columns", tournament), reading).status_code == 302
    assert RosterUpload.objects.get().layout["fields"] == ["name", "town"]
    reading |= {"header": "0", "column_0": "town", "column_1": "name"}
    assert director.post(address("roster-columns", tournament), reading).status_code == 302
    page = director.get(address("roster-preview", tournament))
    assert [
        (roster_line.line.name, roster_line.line.town) for roster_line in page.context["difference"].new
    ] == [
        ("Last", "First"),
        ("Town", "Player"),
        ("Reno", "Ann Lee"),
    ]


def workbook(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.slow
def test_the_sheet_of_a_workbook_by_hand(director: Client, tournament: Tournament) -> None:
    content = workbook(
        Cover=[["Our club roster 2026"]],
        Spring=[["No", "Name"], [1, "Ann Lee"]],
        Autumn=[["List of autumn"], ["Name", "Town"], ["Bo Li", "Reno"]],
        Notes=[],
    )
    page = upload(director, tournament, content, "club.xlsx")
    assert [roster_line.line.name for roster_line in page.context["difference"].new] == ["Ann Lee"]
    assert "Of the 4 sheets this one is read: <bdi>Spring</bdi>." in builders.one_line(page.content.decode())
    reading = {"title": "Autumn", "header": "1", "column_0": "number", "column_1": "name"}
    assert director.post(address("roster-columns", tournament), reading).status_code == 302
    page = director.get(address("roster-preview", tournament))
    assert [
        (roster_line.line.name, roster_line.line.town) for roster_line in page.context["difference"].new
    ] == [("Bo Li", "Reno")]
    before = RosterUpload.objects.values().get()
    empty = director.post(address("roster-columns", tournament), {**reading, "title": "Notes"})
    assert (empty.status_code, "There is nothing on this sheet." in empty.content.decode()) == (422, True)
    assert (
        director.post(address("roster-columns", tournament), {**reading, "title": "Winter"}).status_code
        == 422
    )
    assert RosterUpload.objects.values().get() == before
    assert apply(director, tournament).status_code == 302
    assert entered(tournament) == [(1, "Bo Li", "registered")]


@pytest.mark.slow
def test_the_encoding_by_hand(director: Client, tournament: Tournament) -> None:
    upload(director, tournament, "Name\nשרה כהן\n".encode("cp1255"))
    reading = {"encoding": "cp1255", "separator": ",", "header": "1", "column_0": "name"}
    director.post(address("roster-columns", tournament), reading)
    apply(director, tournament)
    assert entered(tournament) == [(1, "שרה כהן", "registered")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [
        {"encoding": "utf-16"},
        {"encoding": "rot13"},
        {"separator": "x"},
        {"header": ""},
        {"header": "4"},
        {"header": "x"},
        {"column_0": ""},
        {"column_0": "shoe size"},
        {"column_0": "name", "column_1": "name"},
    ],
)
def test_readings_that_cannot_be(director: Client, tournament: Tournament, changes: dict[str, str]) -> None:
    upload(director, tournament, "Name,Town\nZoë,Reno\nBo,Elko!\n")
    before = RosterUpload.objects.values().get()
    right = {
        "encoding": "utf-8",
        "separator": ",",
        "header": "1",
        "column_0": "name",
        "column_1": "town",
    }
    page = director.post(address("roster-columns", tournament), {**right, **changes})
    assert (page.status_code, RosterUpload.objects.values().get()) == (422, before)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("roster.csv", b"%PDF-1.7 ...", "This is a PDF document, whatever its name says."),
        ("roster.csv", b"", "There is nothing in this file."),
        ("roster.csv", b"a" * 2_000_001, "This file is over 2 MB."),
        ("roster.csv", b"Name\n" + b"Ann\n" * 1_001, "more than 1,000 rows"),
        ("roster.xlsx", b"PK\x03\x04", "not a workbook"),
    ],
)
def test_files_that_are_refused(
    director: Client, tournament: Tournament, name: str, content: bytes, sentence: str
) -> None:
    page = upload(director, tournament, content, name)
    assert (page.status_code, sentence in page.content.decode()) == (422, True)
    assert not RosterUpload.objects.exists()


def test_a_list_that_is_pasted_is_read_as_a_file_is(director: Client, tournament: Tournament) -> None:
    answer = director.post(
        reverse("roster-import", args=[tournament.slug]), {"pasted": "Ann Lee\r\nBea Weiß\r\n"}
    )
    assert answer.status_code == 302
    page = director.get(answer["Location"]).content.decode()
    assert [name in page for name in ("Ann Lee", "Bea Weiß", "Pasted list")] == [True, True, True]
    assert "Guessed from what is in the column" not in page


def test_no_file_at_all(director: Client, tournament: Tournament) -> None:
    assert director.post(reverse("roster-import", args=[tournament.slug]), {}).status_code == 422
    assert (
        director.post(reverse("roster-import", args=[tournament.slug]), {"file": "text"}).status_code == 422
    )
