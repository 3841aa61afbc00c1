"""Names typed all in small or all in capital letters, two of one name, and whoever is here when they are entered."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from club.models import Person
from club.names import recapitalized
from tests import builders
from tournament.models import Entry, Tournament
from tournament.roster.actions import difference, park, set_layout

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("ANN LEE", "Ann Lee"),
        ("ann lee", "Ann Lee"),
        ("jan van der berg", "Jan van der Berg"),
        ("SIOBHÁN O'NEIL-ÁVILA", "Siobhán O'Neil-Ávila"),
        ("mcdonald, bo", "McDonald, Bo"),
        ("henry ford iii", "Henry Ford III"),
        ("d’angelo russo", "D’Angelo Russo"),
        ("ann van", "Ann Van"),
        ("王小明", ""),
        ("דוד כהן", ""),
        ("Ann LEE", ""),
        ("o", ""),
    ],
)
def test_capitals_where_they_belong(typed: str, written: str) -> None:
    assert recapitalized(typed) == written


@pytest.mark.parametrize(("answer", "stored"), [("mended", "Ann O'Neil"), ("typed", "ANN O'NEIL")])
def test_the_mended_form_is_offered_and_never_taken_silently(
    cast: builders.Cast, answer: str, stored: str
) -> None:
    tournament = builders.tournament(cast.club)
    client, address = builders.signed_in(cast.director), reverse("entry-new", args=[tournament.slug])
    form_data = {"number": "7", "name": "ANN O'NEIL", "another": "1", "stamp": builders.stamp()}
    response = client.post(address, form_data)
    page = builders.one_line(response.content.decode())
    assert response.status_code == 422
    assert '<button name="spelling" value="mended">Write it <bdi>Ann O&#x27;Neil</bdi></button>' in page
    assert not Entry.objects.exists()
    assert client.post(address, {**form_data, "spelling": answer})["Location"] == address
    assert Person.objects.get().name == stored


def test_on_a_players_page_only_a_new_spelling_is_asked_about(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club, players=1)
    Person.objects.update(name="ann lee", town="")
    client, address = builders.signed_in(cast.director), reverse("entry-edit", args=[tournament.slug, 1])
    page = client.get(address).content.decode()
    stamp = page.split('name="stamp" value="')[1].split('"')[0].replace("&quot;", '"')
    form_data = {"number": "1", "name": "ann lee", "town": "Elgin", "stamp": stamp}
    assert client.post(address, {**form_data, "name": "bo lee"}).status_code == 422
    assert client.post(address, form_data).status_code == 302
    assert Person.objects.get().town == "Elgin"


def test_a_rosters_names_are_mended_by_one_button(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    text = "Name\nANN LEE\nJAN VAN DER BERG\n王小明\nIda Gold\n".encode()
    upload = park(tournament, by=cast.director, name="r.csv", content=text)
    client = builders.signed_in(cast.director)
    page = client.get(reverse("roster-preview", args=[tournament.slug, upload.pk])).content.decode()
    assert "2 names are all in lowercase or all in capitals" in page
    client.post(reverse("roster-line", args=[tournament.slug, upload.pk]), {"names": "mended"})
    upload.refresh_from_db()
    names = [new.line.name for new in difference(upload).new]
    assert names == ["Ann Lee", "Jan van der Berg", "王小明", "Ida Gold"]
    set_layout(upload, mends_names=False)
    assert [new.line.name for new in difference(upload).new][:2] == ["ANN LEE", "JAN VAN DER BERG"]


def namesake(tournament: Tournament, number: int, **fields: str) -> Entry:
    person = Person.objects.create(club=tournament.club, name="Ann Lee", **fields)
    return Entry.objects.create(tournament=tournament, person=person, number=number)


def test_two_of_one_name_without_a_town_are_told_apart_at_the_door(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    (
        namesake(tournament, 8, member_number="17"),
        namesake(tournament, 9),
        namesake(tournament, 10, town="Elgin"),
    )
    address = reverse("check-in", args=[tournament.slug])
    page = builders.one_line(builders.signed_in(cast.director).get(address).content.decode())
    assert "number 9 has the same name; member 17; <a href" in page
    assert "number 8 has the same name; <a href" in page
    assert page.count("has the same name") == 2
    door = builders.one_line(builders.signed_in(cast.door).get(address).content.decode())
    assert door.count("has the same name") == 2
    assert "add a town" not in door


def test_a_second_one_of_a_name_is_asked_for_a_town(cast: builders.Cast) -> None:
    tournament = builders.tournament(cast.club)
    namesake(tournament, 8)
    client, address = builders.signed_in(cast.director), reverse("walk-in", args=[tournament.slug])
    form_data = {
        "number": "9",
        "name": "ann lee",
        "spelling": "mended",
        "person": "new",
        "stamp": builders.stamp(),
    }
    response = client.post(address, form_data)
    assert (response.status_code, response.content.decode().count("Number 8 has the same name")) == (422, 2)
    assert client.post(address, {**form_data, "town": "Elgin"}).status_code == 302


def today_there() -> datetime.date:
    """The day it is where `builders` holds tournaments."""
    return timezone.localdate(timezone=ZoneInfo("America/New_York"))


@pytest.mark.slow
def test_who_is_entered_on_the_day_is_here_by_one_tick(cast: builders.Cast) -> None:
    client = builders.signed_in(cast.director)
    today = builders.tournament(cast.club, date=today_there())
    address = reverse("entry-new", args=[today.slug])
    page = client.get(address).content.decode()
    assert " checked" in page.split('name="checked_in"')[1].split(">")[0]
    form_data = {"number": "7", "name": "Ann Lee", "checked_in": "on", "stamp": builders.stamp()}
    client.post(address, form_data)
    assert today.entries.get().checked_in_at is not None
    client.post(address, {"number": "8", "name": "Bo Chan", "stamp": builders.stamp()})
    assert today.entries.get(number=8).checked_in_at is None
    both = {"number": "9", "name": "Ida Gold", "checked_in": "on", "waiting": "on", "stamp": builders.stamp()}
    client.post(address, both)
    assert (today.entries.get(number=9).state, today.entries.get(number=9).checked_in_at) == ("waiting", None)
    later = builders.tournament(cast.club, date=today_there() + datetime.timedelta(days=9))
    page = client.get(reverse("entry-new", args=[later.slug])).content.decode()
    assert " checked" not in page.split('name="checked_in"')[1].split(">")[0]
