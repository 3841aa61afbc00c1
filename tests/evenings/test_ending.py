"""The end of an evening: *End the evening*, and by itself the next morning."""

from __future__ import annotations

import datetime
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from demo.simulation import play_table
from evenings.actions import next_round
from scoring.finishing.actions import take_back_finish
from scoring.models import WrittenOff
from tests import builders
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DAY = datetime.date(2026, 11, 19)


@pytest.fixture
def tonight(cast: builders.Cast) -> Tournament:
    """Two rounds: of the first table 1 is in, the second is published and nobody began it."""
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
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2026, 11, 20, 2, tzinfo=datetime.UTC))
    sent = {"stamp": builders.stamp(round=2)}
    for _time in range(2):
        director.post(reverse("evening-end", args=[tonight.slug]), sent)
        assert ended(tonight) == (True, 1, [2])
    page = director.get(reverse("evening", args=[tonight.slug])).content.decode()
    assert "These standings are final" in page


def test_it_ends_by_itself_the_next_morning_whoever_asks_first(
    cast: builders.Cast, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At six in the morning where it is played; opened again on purpose it stays open."""
    asked = []
    for hour in (10, 11):
        now = datetime.datetime(2026, 11, 20, hour, 59 if hour == 10 else 0, tzinfo=datetime.UTC)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        Client().get(reverse("standings-json", args=[tonight.slug]))
        asked.append(ended(tonight))
    assert asked == [(False, 2, []), (True, 2, [2, 1, 2])]
    assert tonight.chain().filter(verb="evening-ended").get().actor is None
    take_back_finish(tonight, by=cast.director, reason="One more table")
    Client().get(reverse("standings-json", args=[tonight.slug]))
    assert ended(tonight) == (False, 2, [2, 1, 2])


def test_an_evening_that_was_never_played_stays_as_it_is(cast: builders.Cast, client: Client) -> None:
    empty = builders.tournament(cast.club, players=8, is_evening=True, date=DAY)
    client.get(reverse("standings", args=[empty.slug]))
    assert ended(empty) == (False, 0, [])


def test_whoever_looked_at_an_earlier_round_does_not_end_it(
    director: Client, tonight: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2026, 11, 20, 2, tzinfo=datetime.UTC))
    answer = director.post(reverse("evening-end", args=[tonight.slug]), {"stamp": builders.stamp(round=1)})
    assert (answer.status_code, ended(tonight)) == (409, (False, 2, []))
