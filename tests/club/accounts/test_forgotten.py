"""A forgotten password: a one-time page, made on the machine itself."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from club.accounts import forgotten
from club.accounts.invitations import invite, join_for_a_day
from club.models import Role, User
from tests import builders

pytestmark = pytest.mark.django_db

NEW = {"new_password1": "plum kettle river", "new_password2": "plum kettle river"}


def address_of(username: str) -> str:
    out = io.StringIO()
    call_command("forgotten_password", username, stdout=out)
    return "/" + out.getvalue().strip().rpartition("\n")[2].split("/", 3)[3]


def test_the_page_opens_once_and_ends_the_sessions(cast: builders.Cast) -> None:
    elsewhere = builders.signed_in(cast.director)
    address = address_of(cast.director.username.upper())
    client = Client()
    assert client.post(address, {**NEW, "new_password2": "other"}).status_code == 422
    assert client.post(address, NEW)["Location"] == reverse("sign-in")
    assert elsewhere.get(reverse("password-change")).status_code == 302
    assert client.get(address).status_code == 404
    entry = cast.club.chain().get()
    assert (entry.verb, entry.actor_name) == ("password-set", "Charleston")
    right = {"username": cast.director.username, "password": "plum kettle river"}
    told = client.post(reverse("sign-in"), right, follow=True).content.decode()
    assert "Your password was reset" in told
    again = Client().post(reverse("sign-in"), right, follow=True).content.decode()
    assert "Your password was reset" not in again


def test_of_two_forms_at_once_the_first_sets_the_password(
    cast: builders.Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, both = address_of(cast.director.username), User.objects.get(pk=cast.director.pk)
    assert Client().post(address, NEW).status_code == 302
    monkeypatch.setattr(
        forgotten, "account_of", lambda *_address: both
    )  # looked at before the first was done
    other = dict.fromkeys(NEW, "maple teapot harbor")
    late = Client().post(address, other)
    assert (late.status_code, "This link no longer works" in late.content.decode()) == (404, True)
    assert User.objects.get(pk=cast.director.pk).check_password(NEW["new_password1"])
    assert cast.club.chain().count() == 1


def test_an_address_runs_out_and_cannot_be_made_up(
    cast: builders.Cast, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = address_of(cast.director.username)
    other = address.replace(address.split("/")[3], "OTk5OQ")
    assert [Client().get(tried).status_code for tried in (other, address[:-3] + "x/", address)] == [
        404,
        404,
        200,
    ]
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert Client().get(address).status_code == 404


def test_an_unknown_account_is_named(cast: builders.Cast) -> None:
    with pytest.raises(
        CommandError, match=f"There is no account “nobody”. Known: .*{cast.director.username}"
    ):
        call_command("forgotten_password", "nobody")


def test_an_account_of_a_day_gets_no_password(cast: builders.Cast) -> None:
    _invitation, code = invite(cast.club, role=Role.DOOR, note="", for_a_day=True, by=cast.director)
    guest = join_for_a_day(code, name="Pat")
    with pytest.raises(CommandError, match="There is no account") as refused:
        call_command("forgotten_password", guest.username)
    assert str(refused.value).count(guest.username) == 1  # and not among those that are known
