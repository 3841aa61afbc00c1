"""What is not the demonstration club: where a name of it is taken, and a true club that is called as it is."""

import io

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from club.accounts.actions import found_club
from club.front_page.actions import start_club
from club.models import Club, User
from demo import demonstration
from tests import builders

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_every_database_has_sign_ins_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [demonstration.sign_ins_file()]
    monkeypatch.setattr(connection, "vendor", "postgresql")
    for name in ("one", "another"):
        monkeypatch.setitem(connection.settings_dict, "NAME", name)
        files.append(demonstration.sign_ins_file())
    assert len(set(files)) == 3


def test_it_is_left_out_where_somebody_has_its_user_name() -> None:
    User.objects.create(username="director", name="Ruth Klein")
    output = io.StringIO()
    call_command("demo", stderr=output)
    assert (
        output.getvalue() == "The demonstration club is left out: somebody here has the user name director.\n"
    )
    assert (Club.objects.count(), User.objects.count()) == (0, 1)


def test_a_club_that_is_called_as_the_demonstration_is_never_it(settings: object) -> None:
    settings.PROGRAM = object()
    club, ruth = start_club(club="Jade Garden", name="Ruth", password="plum kettle river")
    output = io.StringIO()
    call_command("demo", stderr=output)
    assert (
        output.getvalue() == "The demonstration club is left out: a club here has the address jade-garden.\n"
    )
    assert Client(headers={"host": "localhost"}).post(reverse("look-around")).status_code == 404
    assert builders.signed_in(ruth).post(reverse("demonstration-again")).status_code == 404
    assert list(Club.objects.all()) == [club]


def test_nobody_is_let_in_as_a_director_of_a_true_club(settings: object) -> None:
    settings.PROGRAM = object()
    director = builders.user("director")
    found_club("Jade Garden", demonstration.SLUG, by=director, is_demonstration=True)
    found_club("Harbor Point", "harbor-point", by=director)
    assert Client(headers={"host": "localhost"}).post(reverse("look-around")).status_code == 404
