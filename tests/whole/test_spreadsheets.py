"""The lists that are files too: their heads, a row, who gets them, and what they never show."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from typing import Any
from unittest.mock import ANY

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from club.models import Person
from rules.systems.profile import definition
from scoring.models import Adjustment, FinalStandings, PointLine, PrizeRow
from scoring.prizes.pot import set_stake
from scoring.standings.corrections import as_data
from scoring.standings.queries import standings_of
from tests import builders
from tests.scoring import paper
from tests.whole.test_every_page import RIGHTS, outcome
from tests.whole.test_every_page import WHO as ROLES
from tournament import spreadsheet
from tournament.fees.actions import pay, set_fee
from tournament.models import Payment, Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAME = "\uff1d1 Ann"  # a formula where full-width signs are read as their narrow ones
WHO = ["No.", "Name", "Town", "Member number"]
ANN = [1, f"'{NAME}", "Reno", "'@7"]
AT = datetime(2026, 11, 20, 15, 4, 5, tzinfo=UTC)
DAY, TEN = datetime(2026, 11, 20), datetime(2026, 11, 20, 10, 4, 5)  # noqa: DTZ001 (a workbook has no zone)
STANDINGS = ["number", "name", "rank", "tied", "total", "round 1", "withdrawn"]
STANDINGS += ["adjustments", "adjustments in words"]
FIRST = [1, f"'{NAME}", 1, "no", 250, 251, "no", -1, "penalty: -1"]
# "address list": the query, the heads, and the first row as a workbook has it.
TABLES: dict[str, tuple[str, list[str], list[Any]]] = {
    "entries all": (
        "find=ann",
        ["No.", "Name", "State", "Town", "Member number"],
        [1, f"'{NAME}", "here", "Reno", "'@7"],
    ),
    "fees fees": (
        "show=owing",
        [*WHO, "Fee (USD)", "Paid (USD)", "Given back (USD)", "Owed (USD)"],
        [*ANN, 15, 20, 0, -5],
    ),
    "prizes prizes": (
        "",
        ["Prize", "Table", "Place", *WHO, "Amount (USD)", "State", "Handed over"],
        ["Overall", None, 1, *ANN, 12.5, "The standings are not final yet.", None],
    ),
    "master-points master-points": (
        "",
        [
            "event",
            "date",
            "director",
            "players",
            "person",
            "name",
            "place",
            "tied",
            "total",
            "rounds",
            "games",
            "number",
            "town",
        ],
        ["Autumn Classic", DAY, "Dolores Ybarra", 4, "'@7", f"'{NAME}", 1, "no", 250, 1, 1, 1, "Reno"],
    ),
    "final-report winners": ("", ["For", "Place", *WHO, "Points"], ["Overall", 1, *ANN, 250]),
    "final-report rounds": (
        "",
        ["Round", "Started", "Ended", "Tables", "Extra minutes"],
        [1, TEN, None, 1, 0],
    ),
    "final-report corrections": (
        "",
        [*WHO, "Points then", "Points now", "Place then", "Place now"],
        [*ANN, 90, 250, 2, 1],
    ),
    "final-report penalties": (
        "",
        [*WHO, "Points", "For what", "Round", "Why", "Who", "When", "Canceled", "Why canceled"],
        [*ANN, -1, "late at the start", None, "traffic", "Dolores Ybarra", TEN, None, None],
    ),
}


@pytest.fixture(autouse=True)
def _reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event is one of MAHJ-X, for its pot, and has a Master Points report all the same."""
    of_sanctioned = definition("sanctioned")
    monkeypatch.setattr("scoring.results.views.definition", lambda _system: of_sanctioned)


@pytest.fixture(scope="module")
def cast_and_event(kept_rows: Callable[..., Any]) -> tuple[builders.Cast, Tournament]:
    cast = kept_rows(builders.cast)
    return cast, kept_rows(lambda: make_event(cast))


@pytest.fixture
def cast(cast_and_event: tuple[builders.Cast, Tournament]) -> builders.Cast:
    return cast_and_event[0]


@pytest.fixture
def event(cast_and_event: tuple[builders.Cast, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=cast_and_event[1].pk)


def make_event(cast: builders.Cast) -> Tournament:
    """One round of four, with totals of 250, 100, 50 and -30; who leads paid too much, the others are even."""
    event = builders.running_tournament(cast.club, players=4, rounds=1, system="mahj-x", currency="USD")
    first = event.entries.get(number=1)
    Person.objects.filter(pk=first.person_id).update(name=NAME, town="Reno", member_number="@7")
    Round.objects.filter(tournament=event).update(published_at=AT, started_at=AT)
    set_fee(event, cents=1500, by=cast.director)
    for entry in event.entries.all():
        cents = 2000 if entry.number == 1 else 1500
        pay(entry, cents=cents, method="cash", reference="", is_refund=False, by=cast.director)
    Payment.objects.update(at=AT)
    PrizeRow.objects.create(tournament=event, position=1, criterion="overall", cents=[1250])
    table = paper.table(event)
    totals = {"A": [251], "B": [100], "C": [50], "D": [-30]}
    for card in builders.card_set(table, totals, state="accepted").cards.all():
        PointLine.objects.create(
            card_set=card.card_set,
            round=table.round,
            entry=card.entry,
            game=1,
            points=card.points[0],
            code="ruled",
            values={"by": "Dolores Ybarra", "reason": "heard"},
        )
    decided = {"at": AT, "by": cast.director}
    Adjustment.objects.create(entry=first, kind="late", points=-1, reason="traffic", **decided)
    set_stake(event, cents=500, by=cast.director)
    return event


def make_final(event: Tournament, cast: builders.Cast) -> None:
    """Finished when who leads now had 90 points and the second place."""
    places = as_data(standings_of(event).places)
    places[0] |= {"total": 90, "rank": 2}
    FinalStandings.objects.create(tournament=event, by=cast.director, at=AT, places=places)
    Tournament.objects.filter(pk=event.pk).update(finished_at=AT)


def address_of(name: str, event: Tournament) -> str:
    return reverse(name, args=[event.club.slug if name.startswith("club") else event.slug])


def file_address(table: str, event: Tournament, kind: str, query: str = "") -> str:
    name, _blank, listed = table.partition(" ")
    return f"{address_of(name, event)}?{query}&export={kind}&list={listed}"


def rows_of(content: bytes) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in load_workbook(io.BytesIO(content)).active.iter_rows()]


def csv_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.parametrize("table", TABLES)
def test_a_list_is_a_file_with_the_rows_of_the_page(
    director: Client, cast: builders.Cast, event: Tournament, table: str
) -> None:
    """In the workbook and as CSV; the page leads to it, and to no list that there is not."""
    if table == "final-report corrections":
        make_final(event, cast)
    query, heads, first = TABLES[table]
    rows = rows_of(director.get(file_address(table, event, "xlsx", query)).content)
    assert [rows[0], rows[1]] == [heads, first]
    if query.startswith(("find", "show")):
        assert len(rows) == 2
    listed = csv_of(director.get(file_address(table, event, "csv", query)).content)
    assert listed[0] == heads
    assert [len(row) for row in listed] == [len(heads)] * len(rows)
    assert listed[1] == [as_text(value, text) for value, text in zip(first, listed[1], strict=True)]
    page = director.get(f"{address_of(table.partition(' ')[0], event)}?{query}").content.decode()
    links = [unescape(link) for link in re.findall(r'href="(\?[^"]*export=csv[^"]*)"', page)]
    assert any(len(links) == 1 or f"list={table.partition(' ')[2]}" in link for link in links)
    assert director.get(file_address(table, event, "ods", query)).status_code == 404
    assert director.get(file_address(table, event, "csv", query) + "s").status_code == 404


def as_text(value: Any, text: str) -> str:
    """What CSV has for a cell of the workbook: money with its cents, a day without a time."""
    if value is ANY:
        return text
    if isinstance(value, datetime):
        return str(value) if value.hour else str(value.date())
    return text if isinstance(value, float) or text.endswith(".00") else "" if value is None else str(value)


ADDRESSES = sorted({table.partition(" ")[0] for table in TABLES} | {"journal", "club-journal"})
FILES = ["standings-csv", "standings-xlsx"]
"""Lists with an address of their own for each kind of file."""


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_file_is_for_whom_its_page_is(cast: builders.Cast, event: Tournament, name: str) -> None:
    users = [
        None,
        cast.stranger,
        cast.other_director,
        cast.door,
        cast.scorekeeper,
        cast.director,
        cast.tablet,
    ]
    file = f"{address_of(name, event)}?export=xlsx"
    outcomes = [outcome(builders.signed_in(user), "get", file, {}) for user in users]
    assert dict(zip(ROLES, outcomes, strict=True)) == dict(zip(ROLES, RIGHTS[name][1], strict=True))


@pytest.mark.parametrize("name", [*ADDRESSES, *FILES])
def test_town_and_member_number_are_for_directors(cast: builders.Cast, event: Tournament, name: str) -> None:
    """Whoever else has a file finds neither there, nor the name of somebody who shows initials on a public page."""
    event.entries.filter(number=1).update(shows_initials=True)
    file = address_of(name, event) + ("" if name in FILES else "?export=xlsx")
    for user in (None, cast.door, cast.scorekeeper):
        response = builders.signed_in(user).get(file)
        if response.status_code != 200:
            continue
        text = words_of(response)
        assert "Reno" not in text
        assert "@7" not in text
        if user is None:
            assert "Ann" not in text


def words_of(response: Any) -> str:
    if response["Content-Type"].startswith("text/csv"):
        return str(response.content.decode())
    sheets = load_workbook(io.BytesIO(response.content)).worksheets
    return "\n".join(str(cell) for sheet in sheets for row in sheet.values for cell in row)


def test_a_workbook_has_every_list_of_its_page(director: Client, event: Tournament) -> None:
    file = f"{reverse('final-report', args=[event.slug])}?export=xlsx"
    book = load_workbook(io.BytesIO(director.get(file).content))
    assert book.sheetnames == [
        *("Winners", "Money", "Pot", "Rounds"),
        "Penalties and other points",
    ]


def test_the_file_of_a_list_is_named_after_tournament_page_and_list(
    director: Client, event: Tournament
) -> None:
    report = reverse("final-report", args=[event.slug])
    names = [
        director.get(f"{report}?export={export}")["Content-Disposition"]
        for export in ("xlsx", "csv&list=rounds")
    ]
    assert names == [
        f'attachment; filename="{event.slug}-report.xlsx"',
        f'attachment; filename="{event.slug}-report-rounds.csv"',
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_list_too_long_for_a_file_says_so(
    director: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """There are four players, and one who is called Ann."""
    monkeypatch.setattr(spreadsheet, "MOST_ROWS", 3)
    refused = director.get(file_address("entries all", event, kind))
    assert refused.status_code == 422
    assert "A file takes 3 rows at most, and this list is longer." in refused.content.decode()
    assert director.get(file_address("entries all", event, kind, "find=ann")).status_code == 200


def test_the_door_has_the_fees_without_town_and_member_number(cast: builders.Cast, event: Tournament) -> None:
    text = (
        builders.signed_in(cast.door).get(file_address("fees fees", event, "csv")).content.decode("utf-8-sig")
    )
    assert next(csv.reader(io.StringIO(text)))[:3] == ["No.", "Name", "Fee (USD)"]
    assert "Reno" not in text


def test_a_file_has_the_rows_of_all_pages_sorted_as_the_page(director: Client, event: Tournament) -> None:
    many = builders.tournament(event.club, players=201)
    text = director.get(file_address("entries all", many, "csv", "sort=-number&page=2")).content
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    assert [row["No."] for row in rows] == [str(number) for number in range(201, 0, -1)]


def test_the_journal_is_a_file(director: Client, cast: builders.Cast, event: Tournament) -> None:
    rows = rows_of(director.get(file_address("journal all", event, "xlsx")).content)
    assert rows[0] == ["No.", "When", "Who", "What", "Before", "After", "Why"]
    assert [row[0] for row in rows[1:]] == [6, 5, 4, 3, 2, 1]
    stake = "stake of the pot set: Autumn Classic"
    assert rows[1][2:] == ["Dolores Ybarra", stake, "cents 0, public no", "cents 500, public no", None]
    assert isinstance(rows[1][1], datetime)


def test_standings_have_town_and_member_number_for_directors(director: Client, event: Tournament) -> None:
    rows = rows_of(director.get(reverse("standings-xlsx", args=[event.slug])).content)
    assert rows[:2] == [[*STANDINGS, "town", "member number"], [*FIRST, "Reno", "'@7"]]
    assert csv_of(director.get(reverse("standings-csv", args=[event.slug])).content)[0] == rows[0]
    assert rows_of(Client().get(reverse("standings-xlsx", args=[event.slug])).content)[:2] == [
        STANDINGS,
        FIRST,
    ]
