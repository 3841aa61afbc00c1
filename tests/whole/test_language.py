"""The reader's language: asked for by the browser, switched in the foot of a page, and nowhere in what is stored."""

import datetime
import html
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import get_default_timezone

from record.journal import verify
from tests import builders
from tournament.check_in.actions import check_in
from tournament.journal.queries import search
from tournament.models import Tournament
from ui.templatetags import charleston

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return builders.running_tournament(builders.cast().club, players=8, rounds=2)


def title(client: Client, address: str) -> str:
    page = html.unescape(client.get(address).content.decode())
    return page.split("<title>")[1].split(" ·")[0]


def test_the_browser_asks_and_the_foot_of_the_page_decides(tournament: Tournament) -> None:
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": "es-US,es;q=0.9"})
    address = tournament.get_absolute_url()
    assert title(client, address) == "Clasificación, Autumn Classic"
    page = " ".join(client.get(address).content.decode().split())
    assert 'name="language" value="en" lang="en">English</button>' in page
    answer = client.post(reverse("language"), {"language": "en", "next": f"{address}?me=3"})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}?me=3")
    assert title(client, address) == "Standings, Autumn Classic"


@pytest.mark.parametrize(
    ("form_data", "to"),
    [
        ({"language": "es", "next": "https://elsewhere.example/"}, "/"),
        ({"language": "es"}, "/"),
        ({"language": "tlh", "next": "/sign-in/"}, "/sign-in/"),
    ],
)
def test_the_switch_leads_back_to_a_page_of_this_program(
    client: Client, form_data: dict[str, str], to: str
) -> None:
    answer = client.post(reverse("language"), form_data)
    assert (answer.status_code, answer["Location"]) == (302, to)
    assert ("django_language" in answer.cookies) == (form_data["language"] == "es")


@pytest.mark.parametrize("page", ["standings", "screen", "home"])
@pytest.mark.parametrize("part", [{}, {"HX-Request": "true"}])
def test_a_cache_keeps_the_languages_apart(
    tournament: Tournament, client: Client, page: str, part: dict[str, str]
) -> None:
    address = reverse(page, args=[] if page == "home" else [tournament.slug])
    varies = client.get(address, headers=part)["Vary"].lower().replace(" ", "").split(",")
    assert {"accept-language", "cookie"} <= set(varies)


@pytest.mark.parametrize("file", ["standings-json", "standings-csv"])
def test_files_for_other_programs_are_the_same_in_every_language(tournament: Tournament, file: str) -> None:
    address = reverse(file, args=[tournament.slug])
    english, spanish = (Client(headers={"Accept-Language": code}).get(address) for code in ("en", "es"))
    assert english.content == spanish.content


def test_the_journal_is_stored_in_english_and_read_in_spanish() -> None:
    cast = builders.cast()
    tournament = builders.tournament(cast.club, players=1, checked_in=False)
    with translation.override("es"):
        check_in(tournament.entries.get(), by=cast.director)
        assert [entry.verb for entry in search(tournament, "llegada")] == ["player-checked-in"]
    assert list(verify(tournament)) == []
    client = Client(headers={"Accept-Language": "es"})
    client.force_login(cast.director)
    assert b"llegada registrada: " in client.get(reverse("journal", args=[tournament.slug])).content


def test_times_of_the_hour_that_comes_twice_say_their_zone() -> None:
    """As on the page of a journal: summer time ends on November 1 at 2 AM."""
    zone = ZoneInfo("America/New_York")
    first = datetime.datetime(2026, 11, 1, 5, 30, tzinfo=datetime.UTC)
    moments = [(first + datetime.timedelta(hours=hour)).astimezone(zone) for hour in (-1, 0, 1, 2)]
    assert [charleston.to_the_second(moment) for moment in moments] == [
        "12:30:00 AM",
        "1:30:00 AM EDT",
        "1:30:00 AM EST",
        "2:30:00 AM",
    ]


@pytest.mark.parametrize(
    ("language", "day", "moment", "total"),
    [
        ("en", "Nov. 20, 2026", "2:03:22 PM", "1,240"),
        ("es", "20 de noviembre de 2026", "2:03:22 PM", "1,240"),
    ],
)
def test_days_times_and_numbers_by_language(language: str, day: str, moment: str, total: str) -> None:
    at = datetime.datetime(2026, 11, 20, 14, 3, 22, tzinfo=get_default_timezone())
    with translation.override(language):
        assert (date_format(at), charleston.to_the_second(at)) == (day, moment)
        assert f">{total}<" in charleston.points_in_html(1240)
