"""A code from the phone as the second step of signing in: optional, without a network, each code good once."""

from __future__ import annotations

import io
import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django_otp.oath import hotp
from django_otp.plugins.otp_totp.models import TOTPDevice

from record.journal import verify
from tests import builders
from tests.builders import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PASSWORD = "a long test password"
# The test key of RFC 6238, a moment of its table, and the last six digits of its SHA-1 code at that moment.
KEY, MOMENT, CODE = "3132333435363738393031323334353637383930", 1_111_111_109.0, "081804"


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_time(monkeypatch, MOMENT)
    monkeypatch.setattr("club.accounts.second_step.new_key", lambda: KEY)


def set_time(monkeypatch: pytest.MonkeyPatch, moment: float) -> None:
    monkeypatch.setattr("time.time", lambda: moment)


def code_at(moment: float) -> str:
    return f"{hotp(bytes.fromhex(KEY), int(moment) // 30):06d}"


def turned_on(client: Client) -> list[str]:
    """Turns it on through the page; the spare codes it showed."""
    client.get(reverse("second-step"))
    page = client.post(reverse("second-step"), {"code": CODE, "password": PASSWORD})
    assert page.status_code == 200, one_line(page.content.decode())
    return re.findall(r"<li><code>(\w+)</code>", page.content.decode())


def first_step(name: str, **query: str) -> Client:
    """A new browser that has given the right password."""
    client = Client()
    answer = client.post(reverse("sign-in"), {"username": name, "password": PASSWORD, **query})
    assert answer["Location"] == reverse("sign-in-code")
    assert "_auth_user_id" not in client.session
    return client


def second_step(client: Client, code: str) -> int:
    return int(client.post(reverse("sign-in-code"), {"code": code}).status_code)


def test_the_code_of_the_standard_fits() -> None:
    assert code_at(MOMENT) == CODE


def test_signing_in_takes_the_code_and_goes_where_it_was_going(
    director: Client, cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(set(turned_on(director))) == 8
    set_time(monkeypatch, MOMENT + 30)
    later = code_at(MOMENT + 30)
    wanted = reverse("club", args=[cast.club.slug])
    client = first_step(cast.director.username, next=wanted)
    assert client.get(wanted).status_code == 302
    answer = client.post(reverse("sign-in-code"), {"code": f"{later[:3]} {later[3:]}"})
    assert (answer["Location"], client.get(wanted).status_code) == (wanted, 200)
    assert [entry.verb for entry in cast.club.chain()] == ["second-step-on"]
    assert list(verify(cast.club)) == []


@pytest.mark.slow
def test_a_code_signs_in_once(director: Client, cast: builders.Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    spare, *_rest = turned_on(director)
    assert (
        second_step(first_step(cast.director.username), CODE) == 422
    )  # it was shown when the phone was set up
    set_time(monkeypatch, MOMENT + 90)
    later = code_at(MOMENT + 90)
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    assert [second_step(first_step(cast.director.username), code) for code in (later, spare)] == [302, 302]
    assert second_step(first_step(cast.director.username), spare) == 422


def test_whoever_guesses_waits(
    director: Client, cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned_on(director)
    set_time(monkeypatch, MOMENT + 60)
    right = code_at(MOMENT + 60)
    client = first_step(cast.director.username)
    assert second_step(client, "000000") == 422
    page = client.post(reverse("sign-in-code"), {"code": right})
    assert (page.status_code, "Wait 1 second" in page.content.decode()) == (422, True)


def test_between_the_steps_five_minutes_pass_or_the_password_changes(
    director: Client, cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    spare, other, *_rest = turned_on(director)
    client = first_step(cast.director.username)
    set_time(monkeypatch, MOMENT + 301)
    assert client.post(reverse("sign-in-code"), {"code": spare})["Location"] == reverse("sign-in")
    client = first_step(cast.director.username)
    cast.director.set_password("another long password")
    cast.director.save()
    assert client.post(reverse("sign-in-code"), {"code": other})["Location"] == reverse("sign-in")


def test_it_is_turned_off_with_the_password_alone_by_its_owner(director: Client, cast: builders.Cast) -> None:
    turned_on(director)
    off = reverse("second-step-off")
    assert director.post(off, {"password": "wrong"}).status_code == 422
    assert director.post(off, {"password": PASSWORD})["Location"] == reverse("second-step")
    answer = Client().post(reverse("sign-in"), {"username": cast.director.username, "password": PASSWORD})
    assert answer["Location"] == reverse("home")
    assert [entry.verb for entry in cast.club.chain()] == ["second-step-on", "second-step-off"]


@pytest.mark.parametrize("code", ["000000", "x", "", "９９９９９９", "1" * 20])
def test_a_code_that_does_not_fit_turns_nothing_on(director: Client, code: str) -> None:
    director.get(reverse("second-step"))
    page = director.post(reverse("second-step"), {"code": code, "password": PASSWORD})
    assert (page.status_code, TOTPDevice.objects.count()) == (422, 0)


def test_a_new_password_from_somebody_else_turns_it_off(cast: builders.Cast) -> None:
    keeper = builders.signed_in(cast.scorekeeper)
    turned_on(keeper)
    director = builders.signed_in(cast.director)
    club = director.get(reverse("club", args=[cast.club.slug])).content.decode()
    assert club.count("two steps to sign in") == 1
    member = cast.club.memberships.get(user=cast.scorekeeper)
    address = reverse("member-password", args=[cast.club.slug, member.pk])
    page = director.post(
        address, {"stamp": builders.stamp(password=cast.scorekeeper.password_mark)}
    ).content.decode()
    assert "second step of signing in is off now" in page
    assert TOTPDevice.objects.count() == 0
    assert cast.club.chain().latest("sequence").new == {"second_step": "off"}


def test_the_machine_itself_turns_it_off_where_the_phone_is_lost_too(
    director: Client, cast: builders.Cast
) -> None:
    turned_on(director)
    call_command("forgotten_password", cast.director.username, stdout=io.StringIO())
    assert TOTPDevice.objects.count() == 1
    call_command("forgotten_password", cast.director.username, "--without-second-step", stdout=io.StringIO())
    assert TOTPDevice.objects.count() == 0
    assert cast.club.chain().latest("sequence").new == {"second_step": "off"}
