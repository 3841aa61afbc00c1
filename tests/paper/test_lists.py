"""Lists on paper: how close their rows stand, and names that are written from right to left."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from paper.engine import Document, make_pdf, page_count
from paper.fonts import isolated, missing, printable
from paper.sheets.rounds import notes
from paper.sheets.sheet import PrintJob, column
from tests import builders
from tournament.models import Person
from tournament.seating.actions import seat_entries

AT = datetime.datetime(2026, 11, 22, 9, 40, tzinfo=datetime.UTC)
LONG = "Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt"


@pytest.mark.parametrize(
    ("columns", "rows", "is_tall", "pages"),
    [(4, 26, True, 1), (11, 52, False, 1), (6, 52, False, 1), (6, 80, False, 2)],
)
def test_a_list_that_is_a_few_rows_too_long_is_set_closer(
    *, columns: int, rows: int, is_tall: bool, pages: int
) -> None:
    """Nobody reads a page for its last two rows; and the winner, who is called last, is not overlooked on one."""
    heads = [
        column("Name", grow=True, bold=True),
        *(column("Round 1", side="right") for _ in range(columns - 1)),
    ]
    names = [LONG, *(f"Player {number}" for number in range(1, rows))]
    items = [[name, *["−120"] * (columns - 1)] for name in names]
    assert pages_of(heads, items, tall=is_tall) == pages


def pages_of(columns: list[dict[str, Any]], items: list[list[str]], **fields: bool) -> int:
    sheet = {
        "template": "listing",
        "title": "A list",
        "event": "Autumn Classic",
        "printed": "revision 1",
        "paper": "us-letter",
        "large": False,
        "columns": columns,
        "items": items,
    }
    return page_count(make_pdf(Document("A list", "en", [sheet | fields]), AT))


def test_a_list_to_sign_on_has_no_last_page_of_a_few_rows() -> None:
    """Forty take two pages and a little: not a third one for the last three of them."""
    grows = (column(head, grow=True) for head in ("Name", "Signature", "Taken by"))
    columns = [column("Number", side="right"), *grows]
    items = [[str(number), "Ann Lee", "", ""] for number in range(40)]
    assert pages_of(columns, items, tall=True, flipped=True, boxed=True) == 2


@pytest.mark.slow
def test_one_long_name_among_hundreds_does_not_leave_a_last_page_of_a_few_rows() -> None:
    """Room is lost on the page that has it, not on each of them."""
    grows = (column(head, grow=True) for head in ("Name", "Signature", "Taken by"))
    columns = [column("Number", side="right"), *grows]
    items = [[str(number), LONG if number == 1 else f"Player {number}", "", ""] for number in range(303)]
    assert pages_of(columns, items, tall=True, flipped=True, boxed=True) == 16


def test_a_tally_sheet_in_large_print_has_no_last_page_of_one_row() -> None:
    rounds = (column(f"Round {number}") for number in range(1, 8))
    columns = [column("Number", side="right"), column("Name", grow=True), *rounds]
    names = [LONG, LONG, *(f"Player {number}" for number in range(2, 46))]
    items = [[str(number), name, *[""] * 7] for number, name in enumerate(names, 1)]
    assert pages_of(columns, items, large=True, tall=True, ruled=True, flipped=True) == 3


def test_a_column_has_room_by_how_long_its_texts_are() -> None:
    """Or else what each prize is for takes two lines, beside an empty column."""
    columns = [*(column(head, grow=True) for head in ("For", "Name", "Said as")), column("Prize")]
    items = [
        [f"Highest at each table of round 2, table {number}", f"Player {number}", "", "$10"]
        for number in range(28)
    ]
    assert pages_of(columns, items, tall=True) == 1


@pytest.mark.slow
def test_a_long_list_with_many_columns_is_smaller_before_every_name_takes_two_lines() -> None:
    columns = [column("Table"), column("Name", grow=True), *(column("Round 1", side="right"),) * 11]
    items = [["122D", "Gwendolyn Featherstone", *["−120"] * 11] for _player in range(200)]
    assert pages_of(columns, items) == 4


def test_a_name_from_right_to_left_keeps_what_comes_after_it_in_its_place() -> None:
    """Its number would stand before it otherwise: whoever reads it seeks another table."""
    assert [isolated(name) for name in ("Ann Lee", "李小龍", "محمد", "Ann רבקה")] == [
        "Ann Lee",
        "李小龍",
        "\u2068محمد\u2069",
        "\u2068Ann רבקה\u2069",
    ]
    assert printable(f"{isolated('רבקה')} (3)") == "\u2068רבקה\u2069 (3)"
    assert missing(isolated("רבקה")) == ""


@pytest.mark.django_db
def test_who_does_not_go_by_letter_is_isolated(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=12, published=2)
    tournament.rounds.filter(number=2).update(steps=builders.STEPS)
    Person.objects.filter(entries__tournament=tournament, entries__number=1).update(name="רבקה")
    moved = PrintJob(tournament).rounds[1]
    seats = moved.seats
    seat_entries(moved.round, {(1, "A"): seats[2, "A"], (2, "A"): seats[1, "A"]})
    job = PrintJob(tournament, round_number=2)
    assert "\u2068רבקה\u2069 (1) to table 1, seat A" in notes(job, job.rounds[1])[-1]
