"""The print centre: who may print what, the file, its choices, and what is told beforehand."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8)


def address(name: str, tournament: Tournament, *parts: str) -> str:
    return reverse(name, args=[tournament.slug, *parts])


def text(client: Client, url: str, **headers: str) -> str:
    return builders.one_line(client.get(url, headers=headers).content.decode())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "names"),
    [
        ("door", {"sign-in"}),
        ("scorekeeper", {"badges", "itineraries", "round-by-name", "round-by-table"}),
        ("director", {"sign-in", "badges", "itineraries", "round-by-name", "round-by-table"}),
    ],
)
def test_each_role_is_offered_what_it_may_print(
    cast: builders.Cast, tournament: Tournament, who: str, names: set[str]
) -> None:
    client = builders.signed_in(getattr(cast, who))
    response = client.get(address("print-centre", tournament))
    offered = {state.sheet.name for group in response.context["groups"] for state in group["states"]}
    assert offered >= names
    for name in ("sign-in", "badges"):
        status = client.get(address("print-sheet", tournament, name)).status_code
        assert status == (200 if name in offered else 403)
    assert not offered & {"hands", "standings-by-category"}, "neither is of use here"


@pytest.mark.slow
def test_a_sheet_is_answered_with_its_file(director: Client, tournament: Tournament) -> None:
    choices = {"paper": "a4", "language": "en", "large": "on", "chosen": "2"}
    response = director.post(address("print-sheet", tournament, "badges"), choices)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response.content.startswith(b"%PDF-")


@pytest.mark.parametrize(
    "choices",
    [{"chosen": "x"}, {"paper": "a0"}, {"language": "xx"}, {"chosen": "1-99999999"}, {"chosen": "900"}],
)
def test_what_cannot_be_printed_is_told_on_the_page(
    director: Client, tournament: Tournament, choices: dict[str, str]
) -> None:
    form_data = {"paper": "a4", "language": "en", **choices}
    response = director.post(address("print-sheet", tournament, "badges"), form_data)
    assert (response.status_code, response["Content-Type"]) == (422, "text/html; charset=utf-8")


@pytest.mark.slow
def test_all_for_a_round_is_one_file(director: Client, tournament: Tournament) -> None:
    response = director.post(address("print-all", tournament), {"pack": "round", "round": "1", "paper": "a4"})
    assert response.content.startswith(b"%PDF-")
    printed = set(tournament.printed.values_list("sheet", "round_number", "paper"))
    assert {("round-by-name", 1, "a4"), ("round-by-table", 1, "a4")} <= printed
    page = text(director, address("print-centre", tournament) + "?round=1")
    assert "Printed " in page


@pytest.mark.slow
def test_the_round_offered_is_the_published_one_until_its_clock_starts(
    director: Client, tournament: Tournament
) -> None:
    def offered_round() -> int:
        number: int = director.get(address("print-centre", tournament)).context["number"]
        return number

    numbers = [offered_round()]
    tournament.rounds.filter(number=1).update(started_at=timezone.now())
    numbers.append(offered_round())
    tournament.rounds.update(published_at=timezone.now(), started_at=timezone.now())
    numbers.append(offered_round())
    assert numbers == [1, 2, 2]


@pytest.mark.slow
def test_what_is_printed_leads_on_to_the_rounds_clock(director: Client, tournament: Tournament) -> None:
    to_the_clock = f'href="{reverse("round", args=[tournament.slug, 1])}">To the clock</a>'
    page = address("print-centre", tournament) + "?round=1"
    tournament.rounds.filter(number=1).update(started_at=None)
    before = to_the_clock in text(director, page)
    tournament.rounds.filter(number=1).update(started_at=timezone.now())
    assert (before, to_the_clock in text(director, page)) == (True, False)


@pytest.mark.slow
def test_the_first_page_is_shown_before_anything_is_printed(director: Client, tournament: Tournament) -> None:
    for query in ("", "?paper=a4&language=es&round=1", "?round=77&paper=a0"):
        response = director.get(address("print-preview", tournament, "round-by-name") + query)
        assert response.content.startswith(b"\x89PNG")
    assert not tournament.printed.exists()


@pytest.mark.slow
def test_how_many_pages_there_are_is_said_before_printing(director: Client, tournament: Tournament) -> None:
    url = address("print-sheet", tournament, "table-signs")
    assert "How many pages?" in text(director, url)
    assert "1 page " in text(director, url + "?count=1")
    assert "2 pages" in text(director, url + "?paper=a4&language=en&large=on&count=1")
    nothing = text(director, address("print-sheet", tournament, "prize-list") + "?count=1")
    assert "nothing to print on this sheet yet" in nothing
    assert not tournament.printed.exists()


@pytest.mark.slow
def test_the_print_centre_names_pages_that_were_counted_of_this_content(
    director: Client, tournament: Tournament
) -> None:
    def pages() -> tuple[int, int, bool]:
        groups = director.get(address("print-centre", tournament) + "?round=1").context["groups"]
        by_sheet = {state.sheet.name: state for group in groups for state in group["states"]}
        return by_sheet["badges"].pages, by_sheet["players"].pages, by_sheet["prize-list"].is_there

    assert pages() == (0, 0, False)
    director.get(address("print-sheet", tournament, "badges") + "?count=1")
    director.post(address("print-sheet", tournament, "players"), {"paper": "us-letter", "language": "en"})
    assert pages() == (1, 1, False)
    Person.objects.filter(entries__number=3).update(name="Somebody Else")
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    assert pages() == (0, 0, False)


@pytest.mark.slow
def test_a_name_that_cannot_be_printed_is_told_before(director: Client, tournament: Tournament) -> None:
    assert "No font here" not in text(director, address("print-centre", tournament))
    Person.objects.filter(entries__number=3).update(name="Freya ᚠᚱ")
    for url in (address("print-centre", tournament), address("print-sheet", tournament, "badges")):
        assert "<bdi>Freya ᚠᚱ</bdi>: <bdi>ᚠᚱ</bdi>" in text(director, url)


@pytest.mark.slow
def test_sheets_without_codes_say_why(director: Client, tournament: Tournament) -> None:
    def remarks(host: str) -> tuple[bool, bool]:
        page = text(director, address("print-sheet", tournament, "itineraries"), host=host)
        return "phones cannot reach this computer" in page, "this tournament is not public" in page

    assert (remarks("testserver"), remarks("127.0.0.1:8000")) == ((False, False), (True, False))
    Tournament.objects.update(is_public=False)
    assert (remarks("testserver"), remarks("127.0.0.1:8000")) == ((False, True), (False, True))


@pytest.mark.slow
def test_the_print_centre_costs_as_many_queries_for_many_players(
    director: Client, cast: builders.Cast
) -> None:
    counts = []
    for players in (8, 48):
        tournament = builders.running_tournament(cast.club, players=players)
        director.post(address("print-all", tournament), {"pack": "round", "round": "1"})
        Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 5)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            director.get(address("print-centre", tournament))
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.slow
def test_today_asks_to_take_the_file_for_a_day_without_power(
    director: Client, tournament: Tournament
) -> None:
    today = address("manage", tournament)
    assert "Save the no-power pack" in text(director, today)
    taken = director.post(address("print-fallback", tournament))
    assert taken.content.startswith(b"%PDF-")
    assert "no-power pack" not in text(director, today)
    tournament.refresh_from_db()
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1, seats_revision=9)
    assert "changed since you saved the no-power pack" in text(director, today)
