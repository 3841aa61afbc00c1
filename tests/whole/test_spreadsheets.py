"""Every list of the director's pages as a file: its heads, a row, and who gets it."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.models import PointLine, PrizeRow
from scoring.prizes.pot import set_stake
from tests import builders
from tests.scoring import paper
from tournament.fees.actions import pay, set_fee
from tournament.models import Person, Tournament

pytestmark = pytest.mark.django_db

NAME = "\uff1d1 Ann"  # a formula where full-width signs are read as their narrow ones
WHO = ["No.", "Name", "Town", "Member number"]
TABLES: dict[str, tuple[str, list[str], list[Any]]] = {
    "entries": (
        "find=ann",
        ["No.", "Name", "State", "Town", "Member number"],
        [1, f"'{NAME}", "here", "Reno", "'@7"],
    ),
    "club-people": (
        "find=ann",
        ["Name", "Tournaments", "Last entered for", "Town", "Member number"],
        [f"'{NAME}", 1, "2026-11-20", "Reno", "'@7"],
    ),
    "fees": (
        "show=owing",
        [*WHO, "Fee (USD)", "Paid (USD)", "Given back (USD)", "Owed (USD)"],
        [1, f"'{NAME}", "Reno", "'@7", 15, 20, 0, -5],
    ),
    "prizes": (
        "",
        ["Prize", "Table", "Place", *WHO, "Amount (USD)", "State", "Handed over"],
        ["Overall", None, 1, 1, f"'{NAME}", "Reno", "'@7", 12.5, "The standings are not final yet.", None],
    ),
    "pot": (
        "",
        [*WHO, "Points", "Share (USD)", "Rounded (USD)", "Handed over"],
        [1, f"'{NAME}", "Reno", "'@7", 250, 12.5, 12.5, None],
    ),
}


@pytest.fixture
def event(cast: builders.Cast) -> Tournament:
    """One round of four, with totals of 250, 100, 50 and -30; who leads paid too much, the others are even."""
    event = builders.running_tournament(cast.club, players=4, rounds=1, system="mahj-x", currency="USD")
    Person.objects.filter(entries__number=1, entries__tournament=event).update(
        name=NAME, town="Reno", member_number="@7"
    )
    set_fee(event, cents=1500, by=cast.director)
    for entry in event.entries.all():
        cents = 2000 if entry.number == 1 else 1500
        pay(entry, cents=cents, method="cash", reference="", is_refund=False, by=cast.director)
    PrizeRow.objects.create(tournament=event, position=1, criterion="overall", cents=[1250])
    table = paper.table(event)
    totals = {"A": [250], "B": [100], "C": [50], "D": [-30]}
    for card in builders.card_set(table, totals, state="accepted").cards.all():
        PointLine.objects.create(
            card_set=card.card_set,
            round=table.round,
            entry=card.entry,
            game=1,
            points=card.points[0],
            code="ruled",
        )
    set_stake(event, cents=500, by=cast.director)
    return event


def file_address(name: str, event: Tournament, kind: str, query: str = "") -> str:
    slug = event.club.slug if name.startswith("club-") else event.slug
    return f"{reverse(name, args=[slug])}?{query}&export={kind}"


def rows_of(content: bytes) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in load_workbook(io.BytesIO(content)).active.iter_rows()]


@pytest.mark.parametrize("name", TABLES)
def test_a_list_is_a_file_with_the_rows_of_the_page(director: Client, event: Tournament, name: str) -> None:
    query, heads, first = TABLES[name]
    workbook = director.get(file_address(name, event, "xlsx", query))
    rows = rows_of(workbook.content)
    assert [rows[0], rows[1]] == [heads, first]
    if query:
        assert len(rows) == 2
    text = director.get(file_address(name, event, "csv", query)).content.decode("utf-8-sig")
    listed = list(csv.reader(io.StringIO(text)))
    assert listed[0] == heads
    assert [len(row) for row in listed] == [len(heads)] * len(rows)
    assert f"'{NAME}" in listed[1]
    assert "export=xlsx" in director.get(file_address(name, event, "", query)).content.decode()
    assert director.get(file_address(name, event, "ods", query)).status_code == 404


@pytest.mark.parametrize("name", [*TABLES, "journal", "club-journal", "club-sign-ins", "standings-xlsx"])
def test_a_file_is_for_whom_its_page_is(cast: builders.Cast, event: Tournament, name: str) -> None:
    file = file_address(name, event, "csv")
    assert builders.signed_in(None).get(file).status_code == 302
    assert builders.signed_in(cast.other_director).get(file).status_code in {403, 404}
    if name != "fees":
        assert builders.signed_in(cast.scorekeeper).get(file).status_code == 403


def test_the_door_has_the_fees_without_town_and_member_number(cast: builders.Cast, event: Tournament) -> None:
    text = builders.signed_in(cast.door).get(file_address("fees", event, "csv")).content.decode("utf-8-sig")
    assert next(csv.reader(io.StringIO(text)))[:3] == ["No.", "Name", "Fee (USD)"]
    assert "Reno" not in text


def test_a_file_has_the_rows_of_all_pages_sorted_as_the_page(director: Client, event: Tournament) -> None:
    builders.tournament(event.club, players=120)
    text = director.get(file_address("club-people", event, "csv", "sort=-member_number&page=2")).content
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    assert len(rows) == 124
    assert [row["Member number"] for row in rows] == ["'@7", *[""] * 123]


def test_the_journal_is_a_file(director: Client, cast: builders.Cast, event: Tournament) -> None:
    rows = rows_of(director.get(file_address("journal", event, "xlsx")).content)
    assert rows[0] == ["No.", "When", "Who", "What", "Before", "After", "Why"]
    assert [row[0] for row in rows[1:]] == [6, 5, 4, 3, 2, 1]
    stake = "stake of the pot set: Autumn Classic"
    assert rows[1][2:] == ["Dolores Ybarra", stake, "cents 0", "cents 500", None]


def test_standings_as_a_workbook_have_town_and_member_number(director: Client, event: Tournament) -> None:
    rows = rows_of(director.get(reverse("standings-xlsx", args=[event.slug])).content)
    assert rows[:2] == [
        ["number", "name", "rank", "tied", "total", "round 1", "withdrawn", "town", "member number"],
        [1, f"'{NAME}", 1, "no", 250, 250, "no", "Reno", "'@7"],
    ]
