"""Two people and one account, or several clubs and one address, at the same moment."""

import datetime
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from club.accounts import actions as clubs
from club.accounts import forgotten
from club.models import Membership, Role, User
from record.journal import lock, verify
from record.refused import Refused
from tests import builders
from tournament.models import Tournament
from tournament.settings.actions import create_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.slow]
LONGEST = 20  # seconds; nothing here takes one


@pytest.mark.parametrize(
    ("change", "verbs"),
    [(clubs.change_own_password, ["own-password-changed"]), (forgotten.set_password, [])],
)
def test_a_password_changed_while_the_director_renews_it(change: object, verbs: list[str]) -> None:
    """Each waits for the other to be done. Only a one-time link is over then: it was for the password of before."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite admits one writer at a time")
    cast = builders.cast()
    membership = Membership.objects.get(user=cast.scorekeeper)

    def own() -> None:
        try:
            change(User.objects.get(pk=cast.scorekeeper.pk), "jade wind 7 dots")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            lock(cast.club)
            changed = other.submit(own)
            until_somebody_waits_for_us()
            clubs.renew_password(membership, by=cast.director)
        changed.result(LONGEST)
    assert [entry.verb for entry in cast.club.chain()] == ["password-renewed", *verbs]
    assert list(verify(cast.club)) == []


CLUBS = 8


def in_each_club(work: Callable[[builders.Cast], object]) -> list[object]:
    """What came of `work` in eight clubs, begun together; a refusal is its code."""
    casts, start = [builders.cast() for _club in range(CLUBS)], threading.Barrier(CLUBS)

    def run(cast: builders.Cast) -> object:
        start.wait(LONGEST)
        try:
            return work(cast)
        except Refused as refused:
            return refused.faults[0].code
        finally:
            connection.close()

    with ThreadPoolExecutor(CLUBS) as pool:
        return list(pool.map(run, casts))


def test_eight_clubs_make_a_tournament_of_one_name_for_one_day() -> None:
    def make(cast: builders.Cast) -> str:
        day = datetime.date(2027, 3, 20)
        return create_tournament(cast.club, by=cast.director, name="Open", date=day, system="sanctioned").slug

    expected = ["open-2027-03-20", *(f"open-2027-03-20-{number}" for number in range(2, CLUBS + 1))]
    assert sorted(in_each_club(make)) == expected
    assert Tournament.objects.count() == CLUBS


@pytest.mark.parametrize("usernames", [[], ["ida"]])
def test_eight_clubs_take_in_one_user_name(usernames: list[str]) -> None:
    """One that is new, or one that was taken out of its last club."""
    for username in usernames:
        builders.user(username)

    def take_in(cast: builders.Cast) -> str:
        clubs.add_member(cast.club, by=cast.director, name="Ida Wu", username="ida", role=Role.SCOREKEEPER)
        return "taken in"

    assert sorted(in_each_club(take_in)) == ["taken in", *["username-taken"] * (CLUBS - 1)]
    assert Membership.objects.filter(user__username="ida").count() == 1


def until_somebody_waits_for_us() -> None:
    deadline = time.monotonic() + LONGEST
    with connection.cursor() as cursor:
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        while cursor.execute(waiting).fetchone()[0] == 0:
            assert time.monotonic() < deadline
            threading.Event().wait(0.01)
