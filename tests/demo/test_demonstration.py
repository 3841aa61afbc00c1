"""The demonstration club: loaded once, believable, and true to the journal."""

import datetime
import io

import pytest
from django.core.management import call_command
from django.db import connection

from demo import demonstration
from scoring.desk.board import board
from tournament import journal
from tournament.clubs.actions import set_password
from tournament.models import Club, JournalEntry, Tournament, User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TODAY = datetime.date(2026, 11, 20)


def printed_sign_ins() -> list[list[str]]:
    """The lines of sign-ins that a start prints, word by word."""
    out = io.StringIO()
    call_command("demo", "--sign-ins", stdout=out)
    return [line.split() for line in out.getvalue().splitlines()]


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


def test_the_demonstration_club() -> None:
    """One test, for loading plays six rounds: what is loaded, and that a second start keeps it."""
    assert demonstration.load(TODAY) is True
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
