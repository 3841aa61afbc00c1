"""The address that a hall screen shows to phones."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
ON_THE_LAPTOP = ("127.0.0.1:8000", "localhost:8000", "[::1]:8000")


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8, is_public=True)


def address_and_code(client: Client, page: str, tournament: Tournament, host: str) -> tuple[str, bool]:
    """The address that the page gives to phones, and whether there is a code of it."""
    answer = client.get(reverse(page, args=[tournament.slug]), headers={"host": host})
    return answer.context["follow"], b'class="qr"' in answer.content


@pytest.fixture
def page(client: Client, cast: builders.Cast, tournament: Tournament) -> str:
    client.force_login(cast.director)
    Tournament.objects.update(drawn_at=None)
    tournament.rounds.update(published_at=None)
    return "screen"


@pytest.mark.parametrize("host", ON_THE_LAPTOP)
def test_on_a_laptop_alone_there_is_none(
    client: Client, tournament: Tournament, page: str, host: str
) -> None:
    assert address_and_code(client, page, tournament, host) == ("", False)


@pytest.mark.parametrize("host", ON_THE_LAPTOP)
def test_on_the_laptop_in_the_hall_it_is_the_halls(
    client: Client, tournament: Tournament, page: str, host: str, settings: object
) -> None:
    settings.HALL_ADDRESS = "http://192.168.1.20:8000"
    assert address_and_code(client, page, tournament, host) == (
        f"http://192.168.1.20:8000/t/{tournament.slug}/",
        True,
    )


def test_elsewhere_it_is_the_one_it_was_asked_by(
    client: Client, tournament: Tournament, page: str, settings: object
) -> None:
    settings.HALL_ADDRESS = "http://192.168.1.20:8000"
    settings.ALLOWED_HOSTS = ["dolores-laptop.local"]
    answer = address_and_code(client, page, tournament, "dolores-laptop.local:8000")
    assert answer == (f"http://dolores-laptop.local:8000/t/{tournament.slug}/", True)
