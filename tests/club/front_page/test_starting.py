"""An empty installation: whoever sits at it, or has the link of its log, starts the first club; nobody after that."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from club.front_page.who_may import SALT, key_of_link
from club.models import Club, Membership, Role
from record.archive import files
from record.archive.writing import archive
from record.journal import verify
from start import web
from tests import builders
from tournament.clock.actions import start_clock
from tournament.rounds.actions import publish_round

pytestmark = pytest.mark.django_db

ANSWERS = {"club": " Harbor Point  Mah Jongg ", "name": "Ruth Adler", "password": "plum kettle river"}
HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}


@pytest.fixture(autouse=True)
def _holds_its_socket(settings: object) -> None:
    settings.PROGRAM = object()


def test_three_answers_and_she_is_in(client: Client) -> None:
    assert "Start my club" in client.get(reverse("home"), **HERE).content.decode()
    page = client.post(reverse("start-club"), ANSWERS, **HERE, follow=True)
    club = Club.objects.get()
    assert (club.name, page.redirect_chain) == ("Harbor Point Mah Jongg", [(club.get_absolute_url(), 302)])
    assert "you sign in as “ruth”" in page.content.decode()
    membership = Membership.objects.get()
    assert (membership.user.name, membership.role) == ("Ruth Adler", Role.DIRECTOR)
    assert [entry.verb for entry in club.chain()] == ["club-founded"]
    assert list(verify(club)) == []
    right = {"username": "ruth", "password": ANSWERS["password"]}
    assert Client().post(reverse("sign-in"), right)["Location"] == reverse("home")


@pytest.mark.parametrize(
    "other",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_HOST": "localhost"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_HOST": "testserver"},
    ],
)
def test_nobody_else_may(client: Client, other: dict[str, str]) -> None:
    asked = {**HERE, **other}
    assert "Start my club" not in client.get(reverse("home"), **asked).content.decode()
    assert client.post(reverse("start-club"), ANSWERS, **asked).status_code == 404
    assert not Club.objects.exists()
    assert client.get(reverse("this-program"), **asked).status_code == 404
    for page in ("this-program-hall", "this-program-stop"):  # its program could do neither
        assert client.post(reverse(page), **asked).status_code == 404


def test_nor_where_somebody_else_holds_the_socket(client: Client, settings: object) -> None:
    settings.PROGRAM = None
    assert client.post(reverse("start-club"), ANSWERS, **HERE).status_code == 404
    assert client.get(reverse("this-program"), **HERE).status_code == 404


class Elsewhere:
    """A program on no network."""

    port, hall = 8000, ()

    def open_to_hall(self) -> bool:
        return False

    def stop(self) -> None:
        pass


@pytest.mark.slow
def test_whoever_sits_there_is_led_to_the_program_from_everywhere_but_a_published_page(
    client: Client, cast: builders.Cast, settings: object
) -> None:
    settings.PROGRAM = Elsewhere()
    tournament = builders.running_tournament(cast.club, players=8, is_public=True)
    link = f'href="{reverse("this-program")}"'
    led = [
        link in client.get(address, **HERE).content.decode()
        for address in (reverse("home"), reverse("sign-in"), tournament.get_absolute_url())
    ]
    assert led == [True, True, False]
    manage = builders.signed_in(cast.director).get(reverse("manage", args=[tournament.slug]), **HERE)
    assert link in manage.content.decode()
    page = client.post(reverse("this-program-hall"), **HERE, follow=True).content.decode()
    assert "This computer is on no network." in page
    assert "Closed: only this computer reaches Charleston." in page


@pytest.mark.slow
def test_pages_of_a_tournament_say_that_phones_are_shut_out_and_the_program_leads_back(
    cast: builders.Cast, settings: Any
) -> None:
    settings.PROGRAM = program = Elsewhere()
    tournament = builders.running_tournament(cast.club, players=8, is_public=True)
    director, seen = builders.signed_in(cast.director), "is published: players see their seats."
    pages = [
        reverse(name, args=[tournament.slug, *number])
        for name, number in (("manage", []), ("round", [1]), ("screen", []))
    ]

    def said() -> list[tuple[bool, bool]]:
        link = f'<a href="{reverse("this-program")}">Open to the hall</a>'
        texts = [director.get(page, **HERE).content.decode() for page in pages]
        return [(link in text, seen in text) for text in texts]

    assert said() == [(True, False), (True, False), (True, False)]
    start_clock(tournament, number=1, by=cast.director)
    assert said() == [(True, False), (False, False), (True, False)]
    page = director.get(reverse("this-program"), **HERE).content.decode()
    assert f'href="{tournament.get_work_url()}"><span>Back to <bdi>{tournament.name}</bdi></span></a>' in page
    assert "Back to" not in Client().get(reverse("this-program"), **HERE).content.decode()
    again = "It starts closed to the hall"
    assert again not in director.post(reverse("this-program-stop"), **HERE).content.decode()
    settings.HALL_ADDRESS, program.hall = "http://192.0.2.7:8000", ("192.0.2.7",)
    assert said() == [(False, False)] * 3
    assert again in director.post(reverse("this-program-stop"), **HERE).content.decode()


def test_a_phone_is_led_to_the_seats_of_the_one_tournament_in_its_first_round(
    client: Client, cast: builders.Cast, settings: Any
) -> None:
    settings.PROGRAM = Elsewhere()
    home, phone = reverse("home"), {"REMOTE_ADDR": "192.0.2.20"}
    tournament = builders.running_tournament(cast.club, players=8, is_public=True)
    seats = reverse("round-seating", args=[tournament.slug, 1])
    assert client.get(home, **phone)["Location"] == seats
    at_the_laptop, director = client.get(home, **HERE), builders.signed_in(cast.director).get(home, **phone)
    assert [answer.status_code for answer in (at_the_laptop, director)] == [200, 200]
    publish_round(tournament, number=2, by=cast.director)
    assert client.get(home, **phone).status_code == 200
    other = builders.running_tournament(cast.club, players=8, is_public=True)
    tournament.rounds.filter(number=2).update(published_at=None)
    assert client.get(home, **phone).status_code == 200
    type(other).objects.filter(pk=other.pk).update(is_public=False)
    assert client.get(home, **phone)["Location"] == seats


@pytest.mark.slow
def test_archives_go_to_the_documents_from_the_button_until_their_folder_is_removed(
    client: Client, cast: builders.Cast, settings: Any, tmp_path: Path
) -> None:
    settings.PROGRAM, tournament = Elsewhere(), builders.tournament(cast.club)
    folder = tmp_path / "Documents" / "Charleston archives"
    settings.OFFERED_FOLDER = str(folder)

    def page(**posted: bool) -> str:
        if posted:
            return client.post(reverse("this-program-archives"), **HERE, follow=True).content.decode()
        return client.get(reverse("this-program"), **HERE).content.decode()

    assert f"The folder {folder} cannot be created (No such file or directory)." in page(posted=True)
    folder.parent.mkdir()
    files.store_archive("round 1 complete", tournament)
    assert ("Save to my documents" in page(), list(folder.parent.iterdir())) == (True, [])
    assert f"also goes to {folder}" in page(posted=True)
    files.store_archive("round 2 complete", tournament)
    [there] = files.archive_files(tournament, within=folder)
    assert there.path.read_bytes() == archive(tournament)
    shutil.rmtree(folder)
    files.store_archive("round 3 complete", tournament)
    assert ("Save to my documents" in page(), files.last_failure(tournament)) == (True, None)


def test_it_goes_for_good_with_the_first_club(client: Client) -> None:
    key = key_of_link()
    client.post(reverse("start-club"), ANSWERS, **HERE)
    for address in (reverse("start-club"), reverse("start-club-by-link", args=[key])):
        assert Client().get(address, **HERE).status_code == 404
    assert web.how_to_start() == ""


def test_the_link_of_the_log_works_from_anywhere_and_once(client: Client) -> None:
    address = "/" + web.how_to_start().split("/", 3)[3]
    assert "Start my club" in client.get(address).content.decode()
    assert client.post(address, ANSWERS).status_code == 302
    assert Client().post(address, ANSWERS).status_code == 404
    assert Club.objects.count() == 1


def test_a_link_made_up_opens_nothing(client: Client) -> None:
    for key in ("x", signing.dumps("start", salt="another")):
        assert client.get(reverse("start-club-by-link", args=[key])).status_code == 404


def test_a_link_of_yesterday_opens_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    key = signing.dumps("start", salt=SALT)
    monkeypatch.setattr("django.core.signing.time.time", lambda: 9_999_999_999.0)
    assert client.get(reverse("start-club-by-link", args=[key])).status_code == 404


def test_the_demonstration_is_no_club_of_ones_own(client: Client, cast: builders.Cast) -> None:
    Club.objects.update(is_demonstration=True)
    assert "Ready for your own?" in client.get(reverse("home"), **HERE).content.decode()
    assert client.post(reverse("start-club"), ANSWERS, **HERE).status_code == 302
    assert "Ready for your own?" not in client.get(reverse("home"), **HERE).content.decode()


@pytest.mark.parametrize(
    ("field", "answer", "sentence"),
    [
        ("club", " ", "This field is required"),
        ("name", "", "This field is required"),
        ("password", "plum", "too short"),
        ("password", "password1", "too common"),
        ("password", "Ruth Adler", "too similar"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(
    client: Client, field: str, answer: str, sentence: str
) -> None:
    page = client.post(reverse("start-club"), {**ANSWERS, field: answer}, **HERE)
    assert (page.status_code, sentence in page.content.decode()) == (422, True)
    assert "Ruth Adler" in page.content.decode() or field == "name"
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("name", "username"), [("Łucja Wójcik", "ucja"), ("陳美玲", "director"), ("Mary-Lou Berg", "mary-lou")]
)
def test_a_user_name_is_made_of_any_name(client: Client, name: str, username: str) -> None:
    client.post(reverse("start-club"), {**ANSWERS, "club": "麻雀", "name": name}, **HERE)
    assert Membership.objects.get().user.username == username
    assert Club.objects.get().slug == "club"
