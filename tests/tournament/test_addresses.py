"""The address that a hall screen and a slip show to phones."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
ON_THE_LAPTOP = ("127.0.0.1:8000", "localhost:8000", "[::1]:8000")


@pytest.fixture
def made(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8, is_public=True)


def shown(client: Client, page: str, made: Tournament, host: str) -> tuple[str, bool]:
    """The address that the page gives to phones, and whether there is a code of it."""
    answer = client.get(reverse(page, args=[made.slug]), headers={"host": host})
    return answer.context["follow"], b'class="qr"' in answer.content


@pytest.fixture(params=["screen", "seat-slips"])
def page(request: pytest.FixtureRequest, client: Client, cast: builders.Cast, made: Tournament) -> str:
    client.force_login(cast.director)
    if request.param == "screen":
        Tournament.objects.update(drawn_at=None)
        made.rounds.update(published_at=None)
    return request.param


@pytest.mark.parametrize("host", ON_THE_LAPTOP)
def test_on_a_laptop_alone_there_is_none(client: Client, made: Tournament, page: str, host: str) -> None:
    assert shown(client, page, made, host) == ("", False)


@pytest.mark.parametrize("host", ON_THE_LAPTOP)
def test_on_the_laptop_in_the_hall_it_is_the_halls(
    client: Client, made: Tournament, page: str, host: str, settings: object
) -> None:
    settings.HALL_ADDRESS = "http://192.168.1.20:8000"
    assert shown(client, page, made, host) == (f"http://192.168.1.20:8000/t/{made.slug}/", True)


def test_elsewhere_it_is_the_one_it_was_asked_by(
    client: Client, made: Tournament, page: str, settings: object
) -> None:
    settings.HALL_ADDRESS = "http://192.168.1.20:8000"
    settings.ALLOWED_HOSTS = ["dolores-laptop.local"]
    asked = shown(client, page, made, "dolores-laptop.local:8000")
    assert asked == (f"http://dolores-laptop.local:8000/t/{made.slug}/", True)
