"""The starting times of the rounds: set at once, kept by what began, and shown wherever the hall looks."""

from __future__ import annotations

import datetime
import html

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from record.refused import Refused
from record.stamps import Stamp
from tests import builders
from tournament.clock.actions import start_clock
from tournament.clock.starting_times import next_start, set_starting_times, starts
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
DAY = {1: (1, 8 * 60 + 30), 2: (1, 10 * 60 + 15), 3: (1, 12 * 60 + 15)}


@pytest.fixture
def tournament(cast: builders.Cast) -> Tournament:
    return builders.running_tournament(cast.club, players=8, rounds=3, published=1)


def stored_starts(tournament: Tournament) -> dict[int, tuple[int, int]]:
    return {number: (row.day, row.minute) for number, row in starts(tournament).items()}


def test_they_are_in_the_zone_of_the_place(tournament: Tournament, cast: builders.Cast) -> None:
    set_starting_times(tournament, {**DAY, 3: (2, 9 * 60)}, by=cast.director)
    moments = [row.moment.astimezone(datetime.UTC) for row in starts(tournament).values()]
    assert moments == [  # New York in November is five hours behind
        datetime.datetime(2026, 11, 20, 13, 30, tzinfo=datetime.UTC),
        datetime.datetime(2026, 11, 20, 15, 15, tzinfo=datetime.UTC),
        datetime.datetime(2026, 11, 21, 14, 0, tzinfo=datetime.UTC),
    ]
    entry = tournament.chain().get()
    assert (entry.verb, entry.old, entry.new) == (
        "starting-times-set",
        {},
        {"1": "8:30", "2": "10:15", "3": "day 2, 9:00"},
    )


def test_a_round_that_has_begun_keeps_its_time(tournament: Tournament, cast: builders.Cast) -> None:
    set_starting_times(tournament, DAY, by=cast.director)
    start_clock(tournament, number=1, by=cast.director)
    set_starting_times(tournament, {1: (1, 600), 2: (1, 640)}, by=cast.director)
    assert stored_starts(tournament) == {1: (1, 510), 2: (1, 640)}
    with pytest.raises(Refused, match=r"Round 2 has to start after round 1, which starts at 8:30"):
        set_starting_times(tournament, {2: (1, 500)}, by=cast.director)


def test_the_same_times_again_change_nothing_and_an_old_page_is_told(
    tournament: Tournament, cast: builders.Cast
) -> None:
    set_starting_times(tournament, DAY, by=cast.director)
    set_starting_times(tournament, DAY, by=cast.director)
    assert tournament.chain().count() == 1
    old = Stamp(seen={"times": {}, "begun": []})
    with pytest.raises(Refused, match=r"Somebody else changed this"):
        set_starting_times(tournament, {}, by=cast.director, stamp=old)
    assert stored_starts(tournament) == DAY


@pytest.mark.parametrize(
    ("minutes", "sentence"),
    [
        (-7, "Round 2 starts at 10:15 AM, in 7 minutes."),
        (-1, "Round 2 starts at 10:15 AM, in 1 minute."),
        (0, "Round 2 starts at 10:15 AM: now."),
        (6, "Round 2 starts at 10:15 AM: 6 minutes late."),
        (-60 * 13, "Round 2 starts at 10:15 AM."),
        (60 * 2, "Round 2 starts at 10:15 AM: 120 minutes late."),
        (60 * 2 + 1, "Round 2 starts at 10:15 AM."),
    ],
)
def test_how_far_off_it_is(tournament: Tournament, cast: builders.Cast, minutes: int, sentence: str) -> None:
    set_starting_times(tournament, DAY, by=cast.director)
    start_clock(tournament, number=1, by=cast.director)
    start = next_start(tournament)
    with timezone.override(tournament.time_zone), translation.override("en"):
        assert start is not None
        assert start.sentence(start.at + datetime.timedelta(minutes=minutes)) == sentence


def test_the_next_one_is_that_of_the_round_after_those_that_began(
    tournament: Tournament, cast: builders.Cast
) -> None:
    assert next_start(tournament) is None
    set_starting_times(tournament, {1: (1, 510), 3: (1, 700)}, by=cast.director)
    assert next_start(tournament).round == 1
    start_clock(tournament, number=1, by=cast.director)
    assert next_start(tournament) is None  # round 2 has no time
    tournament.rounds.filter(number=2).update(published_at=timezone.now(), started_at=timezone.now())
    assert next_start(tournament).round == 3
    tournament.finished_at = timezone.now()
    assert next_start(tournament) is None


def test_without_clocks_the_cards_show_that_a_round_began(
    tournament: Tournament, cast: builders.Cast
) -> None:
    set_starting_times(tournament, DAY, by=cast.director)
    table = tournament.rounds.get(number=1).tables.first()
    builders.card_set(table, {letter: [25, 0, 0, 0] for letter in "ABCD"})
    assert next_start(tournament).round == 2


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("standings", []), ("player", [1]), ("round-seating", [1]), ("screen", []), ("clock-page", [])],
)
def test_the_hall_reads_the_next_start(
    tournament: Tournament, cast: builders.Cast, client: Client, name: str, arguments: list[int]
) -> None:
    set_starting_times(tournament, DAY, by=cast.director)
    start_clock(tournament, number=1, by=cast.director)
    text = client.get(reverse(name, args=[tournament.slug, *arguments])).content.decode()
    assert "Round 2 starts at 10:15 AM" in text


def test_today_counts_down(tournament: Tournament, cast: builders.Cast, monkeypatch) -> None:
    set_starting_times(tournament, DAY, by=cast.director)
    start_clock(tournament, number=1, by=cast.director)
    at = next_start(tournament).at - datetime.timedelta(minutes=7)
    monkeypatch.setattr(timezone, "now", lambda: at)
    text = builders.signed_in(cast.director).get(reverse("manage", args=[tournament.slug])).content.decode()
    assert "Round 2 starts at 10:15 AM, in 7 minutes." in text


@pytest.mark.slow
def test_through_the_page(tournament: Tournament, cast: builders.Cast) -> None:
    client, address = builders.signed_in(cast.director), reverse("starting-times", args=[tournament.slug])
    page = client.get(address).content.decode()
    typed = {"stamp": builders.stamp_on(page, address)}
    typed |= {f"day_{n}": "1" for n in (1, 2, 3)} | {"time_1": "8:30", "time_2": "08:15", "time_3": "8:20"}
    wrong = client.post(address, typed)
    text = html.unescape(wrong.content.decode())
    assert wrong.status_code == 422
    assert text.count("has to start after round 1, which starts at 8:30 AM.") == 4  # above, and beside each
    assert 'value="08:15"' in text
    assert stored_starts(tournament) == {}
    right = client.post(address, typed | {"time_2": "10:15", "time_3": "12:15"})
    assert (right.status_code, stored_starts(tournament)) == (302, DAY)
    start_clock(tournament, number=1, by=cast.director)
    text = client.get(address).content.decode()
    assert ("has started and keeps its time" in text, "time_1" in text) == (True, False)
