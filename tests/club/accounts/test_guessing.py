"""Guessing passwords ends by name, by address and by browser, and a hall is not shut out behind its one address."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

RIGHT, WRONG = "a long test password", "wrong"


@pytest.fixture(autouse=True)
def _counted(settings: object) -> None:
    settings.AXES_ENABLED = True


def sign_in(
    name: str, password: str = WRONG, *, address: str = "127.0.0.1", browser: Client | None = None
) -> int:
    client = browser or Client()
    form = {"username": name, "password": password}
    return client.post(reverse("sign-in"), form, REMOTE_ADDR=address).status_code


@pytest.mark.slow
def test_many_names_from_one_address_end_at_thirty(cast: builders.Cast) -> None:
    statuses = Counter(sign_in(f"name{number}", address="10.0.0.66") for number in range(40))
    assert statuses == {422: 29, 429: 11}
    assert sign_in(cast.director.username, RIGHT, address="10.0.0.66") == 429
    assert sign_in(cast.director.username, RIGHT, address="10.0.0.7") == 302
    long_ago = timezone.now() - timedelta(minutes=15)
    AccessAttempt.objects.update(attempt_time=long_ago)
    assert sign_in(cast.director.username, RIGHT, address="10.0.0.66") == 302


@pytest.mark.slow
def test_a_proxy_that_does_not_say_who_calls_is_not_taken_for_one_guesser(
    cast: builders.Cast, settings: object
) -> None:
    settings.HTTPS = True
    assert Counter(sign_in(f"name{number}") for number in range(40)) == {422: 40}
    assert sign_in(cast.director.username, RIGHT) == 302


@pytest.mark.slow
def test_one_name_from_many_addresses_ends_at_twenty_four(cast: builders.Cast) -> None:
    name = cast.director.username
    statuses = Counter(sign_in(name, address=f"10.0.{number % 10}.66") for number in range(70))
    assert statuses == {422: 23, 429: 47}
    assert sign_in(cast.scorekeeper.username, RIGHT, address="10.0.3.66") == 302


@pytest.mark.slow
def test_a_browser_that_signed_in_before_is_not_shut_out_by_a_stranger(cast: builders.Cast) -> None:
    """Behind the hall's one address somebody guesses names, and the director's own one from many addresses."""
    own = Client()
    assert sign_in(cast.director.username, RIGHT, browser=own) == 302
    own.post(reverse("sign-out"))
    for number in range(40):
        sign_in(f"name{number}")
        sign_in(cast.director.username, address=f"10.0.{number % 10}.66")
    assert sign_in(cast.director.username, RIGHT) == 429
    assert sign_in(cast.director.username, RIGHT, browser=own) == 302


@pytest.mark.slow
def test_a_known_browser_guesses_no_other_name_and_its_own_eight_times(cast: builders.Cast) -> None:
    own = Client()
    assert sign_in(cast.scorekeeper.username, RIGHT, browser=own) == 302
    own.post(reverse("sign-out"))
    own_name = [sign_in(cast.scorekeeper.username, browser=own) for _try in range(9)]
    assert own_name == [422] * 7 + [429] * 2
    others = [sign_in(cast.director.username, browser=own) for _try in range(9)]
    assert others == [422] * 7 + [429] * 2


@pytest.mark.slow
def test_a_cookie_that_we_did_not_sign_makes_no_browser_known(cast: builders.Cast) -> None:
    forged = Client()
    forged.cookies["device"] = f'["key", [{cast.director.pk}]]'
    statuses = [sign_in(cast.director.username, browser=forged) for _try in range(9)]
    assert statuses == [422] * 7 + [429] * 2


def test_a_name_longer_than_any_is_refused_like_a_wrong_one(client: Client) -> None:
    assert (sign_in("x" * 400), AccessAttempt.objects.count()) == (422, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "field"), [("password-change", "old_password"), ("second-step", "password")]
)
def test_the_password_is_not_guessed_at_an_open_laptop_either(
    director: Client, name: str, field: str
) -> None:
    tries = [{field: f"guess {number}", "stamp": builders.stamp()} for number in range(9)]
    statuses = [director.post(reverse(name), sent).status_code for sent in tries]
    assert statuses == [422] * 7 + [429] * 2
