"""The demonstration club: loaded once, believable, and true to the journal."""

import datetime
import io
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from club.accounts.actions import add_member, found_club, remove_member
from club.accounts.forgotten import set_password
from club.models import Club, Person, Role, User
from demo import demonstration
from record import journal
from record.models import JournalEntry
from scoring.desk.board import board
from tests import builders
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TODAY = datetime.date(2026, 11, 20)


def printed_sign_ins() -> list[list[str]]:
    """The lines of sign-ins that a start prints, word by word."""
    out = io.StringIO()
    call_command("demo", "--sign-ins", stdout=out)
    return [line.split() for line in out.getvalue().splitlines()]


@pytest.fixture(scope="module")
def sign_ins_of_it(kept_rows: Callable[[Callable[[], bool]], bool]) -> bytes:
    """Loads the club once for all tests here, for that plays six rounds; returns its sign-ins as they are kept."""
    assert kept_rows(lambda: demonstration.load(TODAY)) is True
    return demonstration.sign_ins_file().read_bytes()


@pytest.fixture(autouse=True)
def _loaded(sign_ins_of_it: bytes) -> None:
    demonstration.sign_ins_file().write_bytes(sign_ins_of_it)


def test_what_is_loaded_is_kept_by_a_second_start() -> None:
    club = Club.objects.get(slug=demonstration.SLUG)
    running, finished, registering = (
        Tournament.objects.get(name=name) for name in ("Autumn Classic", "Spring Open", "Winter Charity Day")
    )
    counts = board(running, running.rounds.get(number=3)).counts
    assert counts == {"playing": 3, "in": 1, "held": 1, "accepted": 11, "late": 0, "written-off": 0}
    assert (running.entries.count(), finished.finished_at is None, registering.drawn_at) == (64, False, None)
    assert [list(journal.verify(tournament)) for tournament in club.tournaments.all()] == [[], [], []]

    accounts = demonstration.sign_ins()
    assert [account["role"] for account in accounts] == ["director", "scorekeeper"]
    for account in accounts:
        assert User.objects.get(username=account["username"]).check_password(account["password"])
    assert demonstration.sign_ins_file().stat().st_mode & 0o777 == 0o600

    assert printed_sign_ins() == [
        [account["role"], account["username"], account["password"]] for account in accounts
    ]
    set_password(User.objects.get(username="director"), "jade wind 7 dots")
    User.objects.filter(username="scorekeeper").update(is_active=False)
    assert printed_sign_ins() == [["director", "director", "(the", "password", "was", "changed)"]]

    entries = JournalEntry.objects.count()
    assert (demonstration.load(TODAY), JournalEntry.objects.count()) == (False, entries)


def test_it_begins_again_as_it_was_at_first() -> None:
    passwords = {account["password"] for account in demonstration.sign_ins()}
    director = builders.signed_in(User.objects.get(username="director"))
    club = Club.objects.get(slug=demonstration.SLUG)
    Person.objects.filter(club=club).update(name="Somebody")
    running = club.tournaments.get(name="Autumn Classic")
    form = {"name": "Ida Wu", "number": 90, "person": "new", "stamp": builders.stamp()}
    assert director.post(reverse("walk-in", args=[running.slug]), form).status_code == 302
    assert director.post(reverse("demonstration-again"))["Location"] == club.get_absolute_url()
    fresh = Club.objects.get(slug=demonstration.SLUG)
    assert (fresh.pk != club.pk, fresh.people.filter(name="Somebody").exists()) == (True, False)
    assert sorted(fresh.tournaments.values_list("name", flat=True)) == [
        "Autumn Classic",
        "Spring Open",
        "Winter Charity Day",
    ]
    assert User.objects.count() == 2
    assert not passwords & {account["password"] for account in demonstration.sign_ins()}
    assert director.get(club.get_absolute_url()).status_code == 200  # signed in anew


def test_whoever_works_elsewhere_keeps_their_account() -> None:
    user = User.objects.get(username="director")
    found_club("Harbor Point", "harbor-point", by=user)
    director = builders.signed_in(user)
    assert director.post(reverse("demonstration-again")).status_code == 422
    assert Club.objects.filter(slug=demonstration.SLUG).exists()


def test_an_account_that_a_true_club_took_over_stays() -> None:
    cast, taken_over = builders.cast(), User.objects.get(username="scorekeeper")
    remove_member(taken_over.memberships.get(), by=User.objects.get(username="director"))
    add_member(cast.club, by=cast.director, name="Sam", username="scorekeeper", role=Role.SCOREKEEPER)
    director = builders.signed_in(User.objects.get(username="director"))
    assert director.post(reverse("demonstration-again")).status_code == 422
    assert taken_over.memberships.get().club == cast.club


def test_the_machine_itself_is_shown_the_sign_ins_and_let_in(settings: object) -> None:
    password = demonstration.sign_ins()[0]["password"]
    here, hall = Client(headers={"host": "localhost"}), Client(headers={"host": "localhost"})
    assert password not in here.get(reverse("sign-in")).content.decode()
    settings.PROGRAM = object()
    assert password in here.get(reverse("sign-in")).content.decode()
    assert password not in hall.get(reverse("sign-in"), REMOTE_ADDR="192.168.1.7").content.decode()
    assert hall.post(reverse("look-around"), REMOTE_ADDR="192.168.1.7").status_code == 404
    answer = here.post(reverse("look-around"), follow=True)
    assert (answer.status_code, answer.context["user"].username) == (200, "director")
    running = Tournament.objects.get(name="Autumn Classic")
    today = here.get(reverse("the-day", args=[running.slug])).content.decode()
    to_type = reverse("desk-table", args=[running.slug, 3, 11])
    assert f'href="{to_type}">A set to type</a>' in today
    assert here.get(to_type).context["desk_table"].state == "in"
