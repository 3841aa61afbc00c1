"""The numbers of pages that the print centre names before printing, beside those of the files."""

from __future__ import annotations

import datetime

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from paper.engine import Document, make_pdf, page_count
from paper.prints import described, make_fallback, print_sheets, states
from paper.sheets.amounts import Amounts, Pages
from paper.sheets.registry import BY_NAME, ROUND_SHEETS, SHEETS
from paper.sheets.sheet import PAPERS, PrintJob, Sheet
from scoring.ceremony.actions import present
from scoring.finishing.actions import finish
from scoring.models import PrizeRow
from scoring.prizes.actions import fix
from tests import builders
from tournament.clock.starting_times import set_starting_times
from tournament.draw.actions import draw
from tournament.models import Category, Movement, Person, System, Tournament

pytestmark = [pytest.mark.django_db]

AT = datetime.datetime(2026, 11, 22, 9, 40, tzinfo=datetime.UTC)


def miscounted_sheets(
    tournament: Tournament, paper: str, sheets: tuple[Sheet, ...] = SHEETS
) -> dict[str, object]:
    """The sheets that do not have as many pages as were counted."""
    job = PrintJob(tournament, paper=paper, round_number=1)
    differing: dict[str, object] = {}
    for sheet in sheets:
        if not sheet.fits(tournament):
            continue
        counted = sheet.pages(Amounts(PrintJob(tournament, paper=paper, round_number=1))).count
        data = described(sheet, job, "en", "revision 1")
        pages = page_count(make_pdf(Document(sheet.name, "en", [data]), AT)) if data else 0
        if counted != pages:
            differing[sheet.name] = (counted, pages)
    return differing


def tournament_with_round(cast: builders.Cast, *, players: int, rounds: int) -> Tournament:
    tournament = builders.running_tournament(cast.club, players=players, rounds=rounds)
    call_command("simulate", tournament.slug, rounds=1, seed=2, verbosity=0)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.slow
@pytest.mark.parametrize(("players", "paper"), [(16, "us-letter"), (46, "us-letter"), (52, "a4")])
def test_each_sheet_of_a_tournament(cast: builders.Cast, players: int, paper: str) -> None:
    assert miscounted_sheets(tournament_with_round(cast, players=players, rounds=6), paper) == {}


@pytest.mark.slow
def test_each_list_of_500_players(cast: builders.Cast) -> None:
    """What is cut apart is the same sum at any size, and takes long to make."""
    tournament = tournament_with_round(cast, players=500, rounds=6)
    amounts = Amounts(PrintJob(tournament, round_number=1))
    lists = tuple(sheet for sheet in SHEETS if sheet.pages(amounts).is_about)
    assert {"sign-in", "round-by-name", "tally", "standings"} <= {sheet.name for sheet in lists}
    assert [miscounted_sheets(tournament, paper, lists) for paper in PAPERS] == [{}, {}]
    # All of them in one file, in the memory that there is for it; Letter has the more pages.
    assert make_fallback(PrintJob(tournament, paper="us-letter"), language="en").pdf


@pytest.mark.slow
@pytest.mark.parametrize("system", [System.CLUB_DAY, System.SIXTEEN_HANDS, System.MAHJ_X, System.CARD_GAME])
def test_each_sheet_of_each_system_with_moves_announced(cast: builders.Cast, system: str) -> None:
    tournament = builders.tournament(cast.club, players=46, rounds_planned=4, system=system)
    draw(tournament, by=cast.director, movement=Movement.CLUB_DAY, seed=7)
    assert miscounted_sheets(Tournament.objects.get(), "us-letter") == {}


@pytest.mark.slow
def test_many_rounds_and_a_half_day(cast: builders.Cast) -> None:
    """Ten leave before the rounds to come, and take no slips."""
    tournament = builders.running_tournament(cast.club, players=60, rounds=12, published=3)
    half = Category.objects.create(tournament=tournament, name="Half day", last_round=3)
    tournament.entries.filter(number__lte=10).update(category=half)
    names = ("itineraries", "all-by-name", "movement", "tally", "round-by-name")
    assert miscounted_sheets(tournament, "a4", tuple(BY_NAME[name] for name in names)) == {}
    assert BY_NAME["itineraries"].pages(Amounts(PrintJob(tournament))).count == -(-50 // 6)


@pytest.mark.slow
def test_a_second_day_and_its_times_are_counted(cast: builders.Cast) -> None:
    """A slip has its ten rounds below each other then, and two slips stand above each other."""
    tournament = builders.running_tournament(cast.club, players=9, rounds=10)
    set_starting_times(
        tournament,
        {number: (1 + number // 6, 540 + 60 * number) for number in range(1, 11)},
        by=cast.director,
    )
    (data,) = (described(BY_NAME["itineraries"], PrintJob(tournament), "en", "") or {},)
    assert (data["abreast"], data["down"]) == (1, 2)
    assert miscounted_sheets(tournament, "us-letter", (BY_NAME["itineraries"],)) == {}


def test_blocks_are_offered_once_there_are_two(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=2, rounds_per_block=1)
    call_command("simulate", tournament.slug, rounds=1, seed=2, verbosity=0)
    tournament = Tournament.objects.get()
    sheet = BY_NAME["standings-by-block"]
    assert sheet.pages(Amounts(PrintJob(tournament))).count == 0
    assert miscounted_sheets(tournament, "us-letter", (sheet,)) == {}


@pytest.mark.slow
def test_in_a_big_hall_each_group_of_rounds_begins_on_a_page(cast: builders.Cast) -> None:
    """Two pages of 40 tables each, and the letters before them."""
    tournament = builders.running_tournament(cast.club, players=160, rounds=4)
    tournament.rounds.filter(number__gt=1).update(steps=builders.STEPS)
    movement = (BY_NAME["movement"],)
    for paper in PAPERS:
        assert miscounted_sheets(tournament, paper, movement) == {}
        assert movement[0].pages(Amounts(PrintJob(tournament, paper=paper))).count == 3


@pytest.mark.slow
def test_sheets_of_the_last_half_hour(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8, rounds=1, fee_cents=1000)
    call_command("simulate", tournament.slug, rounds=1, seed=2, verbosity=0)
    tournament.refresh_from_db()
    finish(tournament, by=cast.director)
    row = PrizeRow.objects.create(tournament=tournament, position=1, criterion="overall", cents=[900, 600])
    fix(Tournament.objects.get(), rows=[row.pk], by=cast.director)
    present(Tournament.objects.get(), rows=[PrizeRow.objects.get()], public=True, by=cast.director)
    assert Amounts(PrintJob(tournament)).awards_presented > 1
    assert miscounted_sheets(Tournament.objects.get(), "us-letter") == {}


@pytest.mark.slow
def test_before_anybody_is_entered_or_drawn(cast: builders.Cast) -> None:
    empty = builders.tournament(cast.club)
    assert miscounted_sheets(empty, "us-letter") == {}
    builders.tournament(cast.club, players=9)
    assert miscounted_sheets(Tournament.objects.latest("pk"), "us-letter") == {}


def test_a_print_that_is_still_right_says_how_many_it_has(cast: builders.Cast) -> None:
    tournament = builders.running_tournament(cast.club, players=8)
    sheet = BY_NAME["round-by-name"]

    def pages(paper: str) -> Pages:
        (state,) = states(tournament, [sheet], 1, paper)
        return state.pages

    assert pages("a4") == Pages(1, is_about=True)
    print_sheets(
        [sheet],
        PrintJob(tournament, paper="a4", round_number=1),
        title="",
        language="en",
        by=cast.director,
    )
    assert (pages("a4"), pages("us-letter")) == (Pages(1), Pages(1, is_about=True))


def test_the_page_names_them_before_anything_is_printed(cast: builders.Cast, director: Client) -> None:
    tournament = builders.running_tournament(cast.club, players=46)
    page = director.get(reverse("print-centre", args=[tournament.slug]))
    pages_by_sheet = {
        state.sheet.name: state.pages for group in page.context["groups"] for state in group["states"]
    }
    assert (pages_by_sheet["badges"], pages_by_sheet["sign-in"]) == (Pages(6), Pages(3, is_about=True))
    assert page.context["round_pages"] == sum(
        (pages_by_sheet[sheet.name] for sheet in ROUND_SHEETS), Pages(0)
    )
    text = builders.one_line(page.content.decode())
    for words in ("6 pages", "about 3 pages", "Nothing to print yet"):
        assert words in text


@pytest.mark.slow
def test_a_list_with_long_names_stays_on_its_page(cast: builders.Cast) -> None:
    """Smaller, instead of a few rows alone on a second page."""
    tournament = tournament_with_round(cast, players=46, rounds=6)
    names = ("Wilhelmina Featherstonehaugh-Cholmondeley-Vanderbilt", "María Fernández-Villaverde y Saavedra")
    for entry in tournament.entries.filter(number__lte=20):
        Person.objects.filter(pk=entry.person_id).update(
            name=names[entry.number % 2], town=f"Rancho Santa Margarita {entry.number}"
        )
    lists = ("standings", "standings-by-name", "standings-by-table", "all-by-name", "round-by-name")
    sheets = tuple(BY_NAME[name] for name in lists)
    assert [miscounted_sheets(tournament, paper, sheets) for paper in PAPERS] == [{}, {}]
