"""Lists on paper: how close their rows stand, and names that are written from right to left."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.management import call_command

from club.models import Person
from paper.engine import Document, make_pdf, page_count
from paper.fonts import isolated, missing, printable
from paper.prints import count_pages, described, make_fallback
from paper.sheets.registry import BY_NAME
from paper.sheets.rounds import notes
from paper.sheets.sheet import PAPERS, PrintJob, column
from tests import builders
from tournament.clock.starting_times import set_starting_times
from tournament.seating.storing import seat_entries

AT = datetime.datetime(2026, 11, 22, 9, 40, tzinfo=datetime.UTC)
LONG = "Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt"


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_tally_sheet_in_large_print_has_no_last_page_of_one_row() -> None:
    rounds = (column(f"Round {number}") for number in range(1, 8))
    columns = [column("Number", side="right"), column("Name", grow=True), *rounds]
    names = [LONG, LONG, *(f"Player {number}" for number in range(2, 46))]
    items = [[str(number), name, *[""] * 7] for number, name in enumerate(names, 1)]
    assert pages_of(columns, items, large=True, tall=True, ruled=True, flipped=True) == 3


@pytest.mark.slow
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
    assert "\u2068רבקה\u2069 (1) stays at table 1, seat A" in notes(job, job.rounds[1])[-1]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_list_of_46_long_names_stays_on_its_page(cast: builders.Cast) -> None:
    """Smaller, instead of a few rows alone on a second page."""
    tournament = builders.running_tournament(cast.club, players=46, rounds=6)
    call_command("simulate", tournament.slug, rounds=1, seed=2, verbosity=0)
    tournament.refresh_from_db()
    names = (LONG, "María Fernández-Villaverde y Saavedra")
    for entry in tournament.entries.filter(number__lte=20):
        town = f"Rancho Santa Margarita {entry.number}"
        Person.objects.filter(pk=entry.person_id).update(name=names[entry.number % 2], town=town)
    for name in ("standings", "standings-by-name", "round-by-name"):
        for paper in PAPERS:
            job = PrintJob(tournament, paper=paper, round_number=1)
            assert (name, count_pages(BY_NAME[name], job)) == (name, 1)


@pytest.mark.slow
@pytest.mark.django_db
def test_in_a_big_hall_each_group_of_rounds_begins_on_a_page(cast: builders.Cast) -> None:
    """Two pages of 40 tables each, and the letters before them."""
    tournament = builders.running_tournament(cast.club, players=160, rounds=4)
    tournament.rounds.filter(number__gt=1).update(steps=builders.STEPS)
    jobs = [PrintJob(tournament, paper=paper) for paper in PAPERS]
    assert [count_pages(BY_NAME["movement"], job) for job in jobs] == [3, 3]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("rounds", "down", "pages"), [(4, 5, 2), (6, 4, 2)])
def test_eight_to_ten_slips_are_on_a_page(cast: builders.Cast, rounds: int, down: int, pages: int) -> None:
    job, slips = (
        PrintJob(builders.running_tournament(cast.club, players=16, rounds=rounds)),
        BY_NAME["itineraries"],
    )
    data = described(slips, job) or {}
    assert (data["down"], count_pages(slips, job)) == (down, pages)


@pytest.mark.slow
@pytest.mark.django_db
def test_32_players_stand_on_one_page_and_500_on_eight(cast: builders.Cast) -> None:
    for players, pages in ((32, 1), (56, 1), (120, 2), (500, 8)):
        tournament = builders.running_tournament(cast.club, players=players, rounds=1)
        job = PrintJob(tournament, round_number=1)
        assert (players, count_pages(BY_NAME["round-by-name"], job)) == (players, pages)


@pytest.mark.slow
@pytest.mark.django_db
def test_ten_rounds_with_their_times_stand_in_three_lines(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=9, rounds=10)
    times = {number: (1 + number // 6, 540 + 60 * number) for number in range(1, 11)}
    set_starting_times(tournament, times, by=cast.director)
    job, slips = PrintJob(tournament), BY_NAME["itineraries"]
    data = described(slips, job) or {}
    assert (data["abreast"], data["down"], count_pages(slips, job)) == (4, 3, 2)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_file_for_a_day_without_power_has_room_for_500_players(cast: builders.Cast) -> None:
    """In the memory that there is for it; Letter has the more pages."""
    tournament = builders.running_tournament(cast.club, players=500, rounds=6)
    assert make_fallback(PrintJob(tournament, paper="us-letter")).pdf
