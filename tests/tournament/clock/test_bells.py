"""When the bells of a round ring, and under which key: a device rings each key once."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tournament.clock.actions import (
    end_clock,
    extend_clock,
    pause_clock,
    resume_clock,
    start_clock,
    take_back_end,
)
from tournament.clock.bells import bells
from tournament.clock.tables import call_time, extend_table
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
NOON = datetime.datetime(2026, 11, 20, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8, minutes=60, warning_minutes=10)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch):
    """Sets the time: minutes after noon."""

    def set_time(minutes: float) -> datetime.datetime:
        now = NOON + datetime.timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda: now)
        return now

    set_time(0)
    return set_time


def rings(tournament: Tournament, now: datetime.datetime) -> list[tuple[str, float]]:
    """Kind and minutes until it rings."""
    return [(bell.kind, bell.seconds / 60) for bell in bells(tournament, 1, now)]


def keys(tournament: Tournament, now: datetime.datetime) -> list[str]:
    return [bell.key for bell in bells(tournament, 1, now)]


def test_a_warning_and_a_final_bell(tournament: Tournament, cast: builders.Cast, at) -> None:
    assert rings(tournament, at(0)) == []
    start_clock(tournament, number=1, by=cast.director)
    assert rings(tournament, at(20)) == [("warning", 30), ("final", 40)]
    assert rings(tournament, at(61)) == [("warning", -11), ("final", -1)]
    words = [bell.words for bell in bells(tournament, 1, at(20))]
    assert words == ["Round 1: 10 minutes left.", "Round 1: time is up."]


@pytest.mark.parametrize("minutes", [0, 60])
def test_a_warning_that_says_nothing_does_not_ring(cast: builders.Cast, at, minutes: int) -> None:
    tournament = builders.running_tournament(cast.club, players=8, minutes=60, warning_minutes=minutes)
    start_clock(tournament, number=1, by=cast.director)
    assert rings(tournament, at(20)) == [("final", 40)]


def test_a_pause_silences_them_and_moves_them_without_ringing_twice(
    tournament: Tournament, cast: builders.Cast, at
) -> None:
    start_clock(tournament, number=1, by=cast.director)
    before = keys(tournament, at(52))
    pause_clock(tournament, number=1, by=cast.director)
    assert rings(tournament, at(55)) == []
    resume_clock(tournament, number=1, by=cast.director)
    assert rings(tournament, at(55)) == [("warning", -2), ("final", 8)]
    assert keys(tournament, at(55)) == before


def test_an_extension_moves_them_and_they_ring_again(tournament: Tournament, cast: builders.Cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    before = keys(tournament, at(52))
    extend_clock(tournament, number=1, minutes=5, by=cast.director)
    assert rings(tournament, at(52)) == [("warning", 3), ("final", 13)]
    assert not set(keys(tournament, at(52))) & set(before)
    extend_clock(tournament, number=1, minutes=-5, by=cast.director)
    assert keys(tournament, at(53)) == before


def test_the_end_silences_them_until_it_is_taken_back(
    tournament: Tournament, cast: builders.Cast, at
) -> None:
    start_clock(tournament, number=1, by=cast.director)
    before = keys(tournament, at(30))
    end_clock(tournament, number=1, by=cast.director)
    assert rings(tournament, at(31)) == []
    take_back_end(tournament, number=1, by=cast.director)
    assert (rings(tournament, at(31)), keys(tournament, at(31))) == ([("warning", 19), ("final", 29)], before)


def test_a_table_with_minutes_of_its_own_has_a_bell(tournament: Tournament, cast: builders.Cast, at) -> None:
    start_clock(tournament, number=1, by=cast.director)
    extend_table(tournament, number=1, table=1, minutes=5, by=cast.director)
    extend_table(tournament, number=1, table=2, minutes=7, by=cast.director)
    assert rings(tournament, at(50)) == [("warning", 0), ("final", 10), ("table", 15), ("table", 17)]
    assert [bell.words for bell in bells(tournament, 1, at(50))][2:] == [
        "Table 1: time is up.",
        "Table 2: time is up.",
    ]
    at(60)
    end_clock(tournament, number=1, by=cast.director)  # the others go home, these play on
    assert rings(tournament, at(61)) == [("table", 4), ("table", 6)]
    call_time(tournament, number=1, table=1, by=cast.director)
    builders.card_set(tournament.rounds.get(number=1).tables.get(number=2), paper_cards())
    assert rings(tournament, at(61)) == []


def paper_cards() -> dict[str, list[int]]:
    return {letter: [25, 0, 0, 0] for letter in "ABCD"}


def test_the_clock_in_numbers_for_a_device(
    tournament: Tournament, cast: builders.Cast, at, client: Client
) -> None:
    start_clock(tournament, number=1, by=cast.director)
    now = at(20)
    answer = client.get(reverse("clock-now", args=[tournament.slug])).json()
    assert answer["at"] == now.timestamp() * 1000
    assert [(bell["kind"], bell["in"]) for bell in answer["bells"]] == [("warning", 1800), ("final", 2400)]
    assert answer["next"] is None
    assert answer["clock"]["seconds_left"] == 2400
