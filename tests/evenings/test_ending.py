"""The end of an evening: *End the evening*, and by itself the next morning."""

from __future__ import annotations

import datetime
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from demo.simulation import play_table
from evenings.actions import leaves_now, next_round
from record.archive.reading import parse
from record.archive.writing import archive
from record.refused import Refused
from record.stamps import Stamp
from scoring.finishing.actions import take_back_finish
from scoring.finishing.evenings import end_evening
from scoring.models import WrittenOff
from scoring.sets.queries import desk_table_of
from scoring.sets.writing_off import write_off
from tests import builders
from tests.evenings.test_evening import form
from tournament.archive.actions import restore, show
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DAY = datetime.date(2026, 11, 19)


def at(monkeypatch: pytest.MonkeyPatch, day: int, hour: int, minute: int = 0) -> None:
    """In Greenwich, five hours after where it is played."""
    now = datetime.datetime(2026, 11, day, hour, minute, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def tonight(cast: builders.Cast, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Two rounds: of the first table 1 is in, the second is published and nobody began it."""
    at(monkeypatch, 20, 1)
    tonight = builders.tournament(
        cast.club, players=8, is_evening=True, date=DAY, movement="", time_zone="America/New_York"
    )
    next_round(tonight, by=cast.director)
    play_table(tonight, tonight.rounds.get().tables.get(number=1), dice=Random(1), by=cast.director)
    next_round(tonight, by=cast.director)
    return tonight


def ended(tonight: Tournament) -> tuple[bool, int, list[int]]:
    """Whether it is, its published rounds, and the tables that are written off."""
    tonight.refresh_from_db()
    off = WrittenOff.objects.standing().filter(table__round__tournament=tonight)
    rounds = tonight.rounds.published().count()
    return tonight.finished_at is not None, rounds, list(off.values_list("table__number", flat=True))


def test_that_was_it_asks_nobody_to_tidy_up(
    director: Client, cast: builders.Cast, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 20, 2)
    sent = {"stamp": builders.stamp(round=2)}
    for _time in range(2):
        director.post(reverse("evening-end", args=[tonight.slug]), sent)
        assert ended(tonight) == (True, 1, [2])
    page = director.get(reverse("evening", args=[tonight.slug])).content.decode()
    assert "These standings are final" in page


def test_it_ends_by_itself_the_next_morning_whoever_asks_first(
    cast: builders.Cast, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At six in the morning where it is played; opened again on purpose it stays open until the next one."""

    def asked(day: int, hour: int, minute: int = 0) -> tuple[bool, int, list[int]]:
        at(monkeypatch, day, hour, minute)
        Client().get(reverse("standings-json", args=[tonight.slug]))
        return ended(tonight)

    assert asked(20, 10, 59) == (False, 2, [])
    assert asked(20, 11) == (True, 2, [2, 1, 2])
    assert tonight.chain().filter(verb="evening-ended").get().actor is None
    take_back_finish(tonight, by=cast.director, reason="One more table")
    assert asked(21, 10, 59) == (False, 2, [])  # their cards can be typed again
    assert asked(21, 11) == (True, 2, [2, 1, 2])


def test_starting_the_next_evening_ends_those_that_are_over(
    director: Client, cast: builders.Cast, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 27, 1)
    address = reverse("evening-start", args=[cast.club.slug])
    chosen = [entry.person_id for entry in tonight.entries.all()]
    director.post(address, form(director.get(address), people=chosen))
    new = Tournament.objects.exclude(pk=tonight.pk).get()
    assert (ended(tonight)[0], ended(new)[0]) == (True, False)


def test_a_round_after_which_somebody_left_is_played(
    cast: builders.Cast, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else shows that round 2 began: nobody takes it back or draws it again."""
    at(monkeypatch, 20, 2)
    leaves_now(tonight.entries.get(number=3), begun=2, by=cast.director, stamp=Stamp())
    with pytest.raises(Refused, match="has started"):
        next_round(tonight, again=True, by=cast.director)
    end_evening(tonight, by=cast.director)
    assert ended(tonight) == (True, 2, [2, 1, 2])


def test_it_can_end_before_the_planned_rounds(
    director: Client, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 20, 2)
    page = director.get(reverse("evening", args=[tonight.slug])).content.decode()
    assert (tonight.rounds_planned > 2, page.count(reverse("evening-end", args=[tonight.slug]))) == (True, 1)


def test_a_table_that_is_written_off_says_so(
    director: Client, cast: builders.Cast, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 20, 2)
    table = tonight.rounds.get(number=2).tables.get(number=1)
    write_off(desk_table_of(tonight, table), reason="Lost", by=cast.director)
    page = builders.one_line(director.get(reverse("evening", args=[tonight.slug])).content.decode())
    assert ("written off" in page, "accepted" in page) == (True, False)


def test_what_is_restored_stays_as_it_was_that_day(
    cast: builders.Cast, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 24, 15)
    content = parse(archive(tonight, contacts=False))
    restored = restore(content, cast.club, slug="again", by=cast.director).tournament
    show(restored, by=cast.director)
    for day, hour, expected in ((25, 10, False), (25, 11, True)):
        at(monkeypatch, day, hour)
        Client().get(reverse("standings-json", args=[restored.slug]))
        assert ended(restored)[0] == expected


def test_an_evening_that_was_never_played_stays_as_it_is(cast: builders.Cast, client: Client) -> None:
    empty = builders.tournament(cast.club, players=8, is_evening=True, date=DAY)
    client.get(reverse("standings", args=[empty.slug]))
    assert ended(empty) == (False, 0, [])


def test_whoever_looked_at_an_earlier_round_does_not_end_it(
    director: Client, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 20, 2)
    answer = director.post(reverse("evening-end", args=[tonight.slug]), {"stamp": builders.stamp(round=1)})
    assert (answer.status_code, ended(tonight)) == (409, (False, 2, []))
